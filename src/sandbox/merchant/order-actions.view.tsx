import { Money, ORDER_STATUS_TABLE } from '../../protocol/index.js';
import { moneyText } from '../../pages/money-text.js';
import type { SandboxOrderEntity } from '../orders/index.js';
import type { PageContext } from '../../pages/page-context.js';
import { possibleActions } from './order-actions.js';
import type { OrderHistory } from './order-histories.js';
import { ActionForm, AmountField } from '../../pages/parts.js';
import { transactionPath } from './transactions.view.js';

/** The actions that are possible for the order now; empty if there are none. */
export function OrderActions({ history: { order }, context }: { history: OrderHistory; context: PageContext }) {
  const actions = possibleActions(order);
  const isRefundable = canRefund(order);
  if (actions.length === 0 && !isRefundable) return null;
  const path = transactionPath(order.id);
  return (
    <div class="body actions" role="group" aria-label="What the merchant can do">
      {isRefundable && <RefundForm order={order} context={context} />}
      {actions.map(({ name, label, isDestructive }) => (
        <ActionForm key={name} action={`${path}/${name}`} context={context} back={path}>
          <button class={isDestructive === true ? 'button danger' : 'button'} type="submit">
            {label}
          </button>
        </ActionForm>
      ))}
    </div>
  );
}

function canRefund(order: SandboxOrderEntity): boolean {
  const { paid } = ORDER_STATUS_TABLE[order.status];
  return paid && order.status !== 'chargedback' && order.amountRefunded < order.amount;
}

function RefundForm({ order, context }: { order: SandboxOrderEntity; context: PageContext }) {
  const path = transactionPath(order.id);
  const left = order.amount - order.amountRefunded;
  return (
    <ActionForm action={`${path}/refund`} context={context} back={path}>
      <AmountField
        label={`Refund, up to ${moneyText(left, order.currency)}`}
        value={Money.ofMinor(left, order.currency).toDecimal()}
      />
      <button class="button" type="submit">
        Refund
      </button>
    </ActionForm>
  );
}
