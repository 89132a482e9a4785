import { TickIcon } from '../../pages/icons.js';
import { distanceText } from '../../pages/time-text.js';
import type { DashboardContext } from '../frame/dashboard.layout.js';
import { orderAddress } from '../orders/order-address.js';
import { refundPath } from '../refunds/refund-parts.js';
import { concernsOf } from './concerns.js';
import type { Overview } from './overview.service.js';

/** What needs attention, each with what to do and where; and the oldest case. */
export function Concerns({ overview, context }: { overview: Overview; context: DashboardContext }) {
  const { concerns: labels } = context.labels.overview;
  const concerns = concernsOf(overview.figures, labels);
  return (
    <section class="card" data-part="concerns" aria-label={labels.title}>
      {concerns.length === 0 && (
        <p class="calm">
          <TickIcon />
          {labels.none}
        </p>
      )}
      {concerns.length > 0 && (
        <ul class="concerns">
          {concerns.map(({ tone, text, advice, path, runbook }) => (
            <li key={text}>
              <span class={`tag ${tone}`}>{tone === 'bad' ? labels.todo : labels.watch}</span>
              <div>
                <a href={context.base + path}>{text}</a>
                <p class="small">
                  {advice} <code>{runbook}</code>
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
      <Oldest overview={overview} context={context} />
    </section>
  );
}

function Oldest({ overview: { oldest }, context }: { overview: Overview; context: DashboardContext }) {
  const { concerns: labels } = context.labels.overview;
  const age = (at: number): string => distanceText(at, context.now);
  if (oldest.order === null && oldest.refund === null) return null;
  return (
    <ul class="oldest small">
      {oldest.order !== null && (
        <li>
          <a href={orderAddress(context, oldest.order)}>
            {labels.oldest(oldest.order.orderId, age(oldest.order.createdAt))}
          </a>
        </li>
      )}
      {oldest.refund !== null && (
        <li>
          <a href={refundPath(context, oldest.refund.id)}>
            {labels.oldestRefund(oldest.refund.orderId, age(oldest.refund.createdAt))}
          </a>
        </li>
      )}
    </ul>
  );
}
