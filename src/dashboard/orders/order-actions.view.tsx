import { randomUUID } from 'node:crypto';
import type { ComponentChildren } from 'preact';
import { moneyText } from '../../pages/money-text.js';
import { AmountField } from '../../pages/parts.js';
import { type OrderDetails, attentionText } from '../../shop/admin/index.js';
import { PATHS, type DashboardContext } from '../frame/dashboard.layout.js';
import { RIGHTS_LABELS } from '../frame/rights.labels.js';
import { isAllowed, limitIn } from '../frame/rights.js';
import { FoldedAction } from '../refunds/refund-parts.js';
import { PLAIN_REASON } from './order-actions.js';
import { ORDER } from './order-address.js';

interface Part {
  readonly details: OrderDetails;
  readonly context: DashboardContext;
}

/** What can be done with the order now. */
export function OrderActions({ details, context }: Part) {
  const { order, remaining } = details;
  const isRefundable = remaining.amount > 0;
  const isErased = order.erasedAt !== null;
  return (
    <section class="card folds" aria-labelledby="actions" data-part="actions">
      <div class="head">
        <h2 id="actions">What can be done</h2>
        <p>Each is recorded with your name and your reason</p>
      </div>
      {order.attention !== null && <Acknowledge details={details} context={context} />}
      <Action name="sync" details={details} context={context}>
        <p class="small">
          Reads every attempt of the order and takes the answers as any other look. Safe to repeat: what is known is not
          done again.
        </p>
      </Action>
      {isRefundable && <Refund details={details} context={context} />}
      {!isErased && <Erase details={details} context={context} />}
    </section>
  );
}

const ACTIONS = {
  acknowledge: { title: 'Say that you have seen to it', button: { text: 'I have seen to it' } },
  sync: { title: 'Ask the service now', button: { text: 'Ask the service' } },
  refund: { title: 'Give money back', button: { text: 'Give it back', isDestructive: true } },
  erase: { title: 'Erase personal data', button: { text: 'Erase for good', isDestructive: true } },
} as const;

interface ActionProps extends Part {
  readonly name: keyof typeof ACTIONS;
  readonly children: ComponentChildren;
}

function Action({ name, details: { order }, context, children }: ActionProps) {
  const action = `${context.base}${PATHS.orders}/${ORDER}/${name}`;
  const query = new URLSearchParams({ group: order.group, id: order.orderId });
  return (
    <FoldedAction
      id={name}
      needs={`/orders/order/${name}`}
      action={`${action}?${query}`}
      context={context}
      {...ACTIONS[name]}
    >
      {children}
    </FoldedAction>
  );
}

function Acknowledge({ details, context }: Part) {
  return (
    <Action name="acknowledge" details={details} context={context}>
      <p class="small">
        {attentionText(details.order.attention ?? '')} Clears the mark; nothing else changes, and it comes back should
        it happen again.
      </p>
    </Action>
  );
}

function Refund({ details, context }: Part) {
  const { remaining } = details;
  const left = moneyText(remaining.amount, remaining.currency);
  const limit = limitIn(context.role, remaining.currency);
  const own = limit === null ? null : moneyText(limit.amount, limit.currency);
  if (limit?.amount === 0 && isAllowed(context.role, '/orders/order/refund')) {
    return <p class="body small">{`${ACTIONS.refund.title}: ${RIGHTS_LABELS.otherCurrency(limit.currency)}`}</p>;
  }
  return (
    <Action name="refund" details={details} context={context}>
      <p class="small">
        Up to {left} can be given back. The refund waits for its turn, and until it is sent it can be cancelled.{' '}
        {own !== null && RIGHTS_LABELS.limit(own)}
      </p>
      {/* The same form sent twice is the same refund. */}
      <input type="hidden" name="key" value={`dashboard-${randomUUID()}`} />
      <AmountField label={`Amount in ${remaining.currency}, exactly`} hint={`at most ${remaining.toDecimal()}`} />
      <div class="field">
        <label for="reason">Reason for the customer, who may read it (optional)</label>
        <input id="reason" type="text" name="reason" maxlength={200} autocomplete="off" placeholder={PLAIN_REASON} />
      </div>
    </Action>
  );
}

function Erase({ details, context }: Part) {
  return (
    <Action name="erase" details={details} context={context}>
      <p class="small">
        Erases the description, payment pages and the content of notifications. Amounts, statuses and what happened when
        stay, so that nothing is done twice. It cannot be undone.
      </p>
      <p class="tick">
        <input id="sure" type="checkbox" name="sure" value="yes" required />
        <label for="sure">I know that it cannot be undone</label>
      </p>
    </Action>
  );
}
