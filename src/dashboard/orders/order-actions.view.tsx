import { randomUUID } from 'node:crypto';
import type { ComponentChildren } from 'preact';
import { amountText } from '../../pages/money-text.js';
import { Money } from '../../protocol/index.js';
import { type OrderDetails, toDoText } from '../../shop/admin/index.js';
import type { DashboardContext } from '../frame/dashboard.layout.js';
import { isAllowed, limitIn, NEEDS } from '../frame/rights.js';
import { FoldedAction } from '../refunds/refund-parts.js';
import { orderActionAddress } from './order-address.js';
import type { ArticlesReading } from './order-articles.js';
import { RefundArticles } from './order-articles.view.js';
import { methodName } from './order-names.js';
import { isRefundedByArticles, methodsOf } from './paid-methods.js';
import { ReasonField } from './reason-field.view.js';
import { RefundAmountFields } from './refund-amount.view.js';
import { newestRefundOf } from './staff-refunds.js';

interface Part {
  readonly details: OrderDetails;
  readonly context: DashboardContext;
}

/** The actions that are possible for the order now. */
export function OrderActions({ details, articles, context }: Part & { articles: ArticlesReading | null }) {
  const { order, money } = details;
  const { actions } = context.labels.order;
  const left = [money.remaining, ...money.others.map(({ remaining }) => remaining)].filter((each) => each.isPositive());
  return (
    <section class="card folds" aria-labelledby="actions">
      <div class="head">
        <h2 id="actions">{actions.title}</h2>
        <p>{actions.hint}</p>
      </div>
      <div data-part="actions">
        {order.attention !== null && <Acknowledge details={details} context={context} />}
        <Action name="sync" details={details} context={context}>
          <p class="small">{actions.sync.text}</p>
        </Action>
        {left.length > 0 && <Refund left={left} details={details} context={context} />}
        {order.erasedAt === null && <Erase details={details} context={context} />}
      </div>
      {money.remaining.isPositive() && <RefundArticles details={details} articles={articles} context={context} />}
    </section>
  );
}

type ActionKey = 'acknowledge' | 'sync' | 'refund' | 'erase';

const DESTRUCTIVE: ReadonlySet<ActionKey> = new Set(['refund', 'erase']);

interface ActionProps extends Part {
  readonly name: ActionKey;
  readonly children: ComponentChildren;
}

function Action({ name, details: { order }, context, children }: ActionProps) {
  const { title, button } = context.labels.order.actions[name];
  return (
    <FoldedAction
      id={name}
      needs={NEEDS.order[name]}
      title={title}
      button={{ text: button, isDestructive: DESTRUCTIVE.has(name) }}
      action={orderActionAddress(context, order, name)}
      context={context}
    >
      {children}
    </FoldedAction>
  );
}

function Acknowledge({ details, context }: Part) {
  return (
    <Action name="acknowledge" details={details} context={context}>
      <p class="small">
        {toDoText(details.order.attention ?? '', details.money)} {context.labels.order.actions.acknowledge.text}
      </p>
      {/* A new reason that comes while the page is open has not been seen by the user. */}
      <input type="hidden" name="attention" value={details.order.attention ?? ''} />
    </Action>
  );
}

function Refund({ left, details, context }: Part & { left: readonly Money[] }) {
  const { rights } = context.labels;
  const labels = context.labels.order.actions.refund;
  const permitted = left.filter(({ currency }) => limitIn(context.role, currency)?.amount !== 0);
  const [first = Money.zero(details.order.amount.currency)] = left;
  if (permitted.length === 0 && isAllowed(context.role, NEEDS.order.refund)) {
    return <p class="body small">{`${labels.title}: ${rights.otherCurrency(first.currency)}`}</p>;
  }
  const byArticles = methodsOf(details).filter(isRefundedByArticles);
  const limits = permitted.flatMap(({ currency }) => limitIn(context.role, currency) ?? []);
  return (
    <Action name="refund" details={details} context={context}>
      {byArticles.map((method) => (
        <p key={method}>
          <strong>{labels.byArticles(methodName(context.labels.order, method))}</strong>
        </p>
      ))}
      <p class="small">
        {labels.text(left.map(amountText).join(' + '))}{' '}
        {limits.map((limit) => rights.limit(amountText(limit))).join(' ')}
      </p>
      {/* If the same form is sent twice, it is the same refund. */}
      <input type="hidden" name="key" value={`dashboard-${randomUUID()}`} />
      <input type="hidden" name="newest" value={newestRefundOf(details.refunds)} />
      <RefundAmountFields left={permitted.length === 0 ? left : permitted} context={context} />
      <ReasonField id="reason" context={context} />
    </Action>
  );
}

function Erase({ details, context }: Part) {
  const labels = context.labels.order.actions.erase;
  return (
    <Action name="erase" details={details} context={context}>
      <p class="small">{labels.text}</p>
      <p class="tick">
        <input id="sure" type="checkbox" name="sure" value="yes" required />
        <label for="sure">{labels.sure}</label>
      </p>
    </Action>
  );
}
