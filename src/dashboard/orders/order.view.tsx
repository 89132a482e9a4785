import { maskPersonal } from '../../support/index.js';
import { amountText } from '../../pages/money-text.js';
import type { RenderedPage } from '../../pages/page.frame.js';
import { Fact, When } from '../../pages/parts.js';
import type { AttemptLine, OrderDetails } from '../../shop/admin/index.js';
import { dashboardPage, PATHS, type DashboardContext } from '../frame/dashboard.layout.js';
import { RefundTable } from '../refunds/refunds.view.js';
import type { ArticlesReading } from './order-articles.js';
import { OrderActions } from './order-actions.view.js';
import { leftText, MoneyFacts, Surplus } from './order-money.view.js';
import { statusName } from './order-names.js';
import { AttentionTag, OrderTag } from './order-tag.view.js';
import { Story } from './story.view.js';
import type { StoryPart } from './story-part.js';

/** The content of the page of one order. */
export interface OrderViewPage {
  readonly details: OrderDetails;
  readonly part: StoryPart;
  /** Null if they were not read from the service. */
  readonly articles: ArticlesReading | null;
  readonly context: DashboardContext;
}

/** Renders one order: its money, its state in plain words, the possible actions, and its story. */
export function orderPage({ details, part, articles, context }: OrderViewPage): RenderedPage {
  const { order, refunds, money } = details;
  const { sections } = context.labels.order;
  const children = (
    <>
      <Summary details={details} context={context} />
      <Story details={details} part={part} context={context} />
      <OrderActions details={details} articles={articles} context={context} />
      {refunds.length > 0 && (
        <section class="card" aria-labelledby="refunds" data-part="refunds">
          <div class="head">
            <h2 id="refunds">{sections.refunds}</h2>
            <p>{sections.left(leftText(money))}</p>
          </div>
          <RefundTable refunds={refunds} context={context} />
        </section>
      )}
    </>
  );
  const above = [{ href: context.base + PATHS.orders, text: context.labels.frame.sections.orders }];
  return dashboardPage({ title: order.orderId, section: PATHS.orders, above, context, children });
}

interface Part {
  readonly details: OrderDetails;
  readonly context: DashboardContext;
}

function Summary({ details, context }: Part) {
  const { order } = details;
  return (
    <section class="card" aria-labelledby="order" data-part="summary">
      <div class="body order">
        <div>
          <div class="title">
            <h1 id="order">{order.orderId}</h1>
            <OrderTag status={order.status} context={context} />
            <AttentionTag attention={order.attention} context={context} />
          </div>
          <p class="lead">{maskPersonal(order.description)}</p>
        </div>
        <p class="sum">{amountText(order.amount)}</p>
      </div>
      <MoneyFacts details={details} context={context} />
      <Surplus details={details} context={context} />
      <Headline details={details} context={context} />
      <dl class="facts body">
        <Facts details={details} context={context} />
      </dl>
      {details.attempts.length > 1 && <Attempts attempts={details.attempts} context={context} />}
    </section>
  );
}

/** The state, what happens next, and when. */
function Headline({ details: { headline }, context }: Part) {
  return (
    <div class="body outlook">
      <p class="say">{headline.now}</p>
      <ul>
        {headline.next.map(({ text, at, needsAttention }) => (
          <li key={text} class={needsAttention ? 'for-person' : undefined}>
            {needsAttention && <b>{context.labels.order.sections.toDo} </b>}
            {at !== null && <When at={at} context={context} />} {text}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Facts({ details: { order, attempts }, context }: Part) {
  const { order: labels } = context.labels;
  const lastRead = Math.max(0, ...attempts.map(({ poll }) => poll?.lastAt ?? 0));
  const times: readonly (readonly [name: string, at: number | null])[] = [
    [labels.facts.created, order.createdAt],
    [labels.facts.paidAt, order.paidAt],
    [labels.facts.lastRead, lastRead === 0 ? null : lastRead],
    [labels.facts.erased, order.erasedAt],
  ];
  return (
    <>
      <Fact name={labels.facts.group}>{order.group}</Fact>
      {order.reference !== null && (
        <Fact name={labels.facts.reference}>
          <span class="mono">{order.reference}</span>
        </Fact>
      )}
      {times.map(([name, at]) => at !== null && <Moment key={name} name={name} at={at} context={context} />)}
      {order.serviceStatus !== null && order.serviceStatus !== order.status && (
        <Fact name={labels.facts.serviceStatus}>
          <span title={order.serviceStatus}>{statusName(labels, order.serviceStatus)}</span>
        </Fact>
      )}
      {order.transactionId !== null && (
        <Fact name={labels.facts.transaction}>
          <span class="mono">{order.transactionId}</span>
        </Fact>
      )}
    </>
  );
}

const Moment = ({ name, at, context }: { name: string; at: number; context: DashboardContext }) => (
  <Fact name={name}>
    <When at={at} context={context} />
  </Fact>
);

function Attempts({ attempts, context }: { attempts: readonly AttemptLine[]; context: DashboardContext }) {
  const { sections } = context.labels.order;
  return (
    <details class="fold">
      <summary>{sections.attempts(attempts.length)}</summary>
      <dl class="facts body">
        {attempts.map((attempt) => (
          <Fact key={attempt.number} name={sections.attempt(attempt.number)}>
            <span class="mono">{attempt.serviceOrderId}</span>
            <span class="under">{amountText(attempt.amount)}</span>
            <When at={attempt.createdAt} context={context} />
          </Fact>
        ))}
      </dl>
    </details>
  );
}
