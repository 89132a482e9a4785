import { normaliseStatus, type OrderStanding } from '../../../protocol/index.js';
import type { AttemptEntity } from '../entities/attempt.entity.js';
import { worstOf } from './merge.js';
import { notePart, partIn } from './merge.money.js';
import type { Decision, Observed, OrderState } from './merge.types.js';
import type { PaymentOrderEntity } from '../entities/payment-order.entity.js';
import { isChargedBack } from './taken-back.js';

/**
 * An observation of a part that was captured of a reservation, or shipped of a pay-later order, which is an order of its own at the
 * service. What became of it is to be learnt here: the order that it is a part of says nothing of its refunds. Pure.
 */
export function decidePart(state: OrderState, { order, modifiedAt, attempt }: Observed): Decision {
  const noted = notePart(state, { order, modifiedAt, attempt });
  const reason = 'captured-part';
  if (noted === state) return { kind: 'ignored', reason };
  const is = partIn(noted, order)?.standing ?? false;
  // Of one that was not known there is nothing to tell: its money was told of with the order's.
  const event = eventOf({ was: partIn(state, order)?.standing ?? is, is }, order);
  if (event === null) return { kind: 'update', reason, next: noted };
  const isOwnDoing = event === 'voided' && attempt.letGoAt !== null;
  const attention = isOwnDoing ? state.attention : worstOf([state.attention, event]);
  return { kind: 'transition', reason: event, next: { ...noted, attention }, events: [event], paidBy: [] };
}

/** What is told of the money of a part that went, or came back. */
function eventOf({ was, is }: { readonly was: boolean; readonly is: boolean }, order: OrderStanding) {
  if (was === is) return null;
  if (is) return 'restored';
  const status = normaliseStatus(order.status);
  return status !== 'unknown' && isChargedBack(order, status) ? 'chargedback' : 'voided';
}

/**
 * Whether an observation says of refunds what counts, of the order at the service that it is about: else it is older, or waits to be
 * confirmed. Of a second payment that is its own, not that of the payment in best standing.
 *
 * @param row - the order after the observation
 */
export function agrees(
  { transactions, received }: Pick<PaymentOrderEntity, 'transactions' | 'received'>,
  { attempt, isPart }: { readonly attempt: Pick<AttemptEntity, 'number'>; readonly isPart: boolean },
  order: OrderStanding,
): boolean {
  const id = isPart ? null : order.transaction_id;
  const other = received?.find(
    (each) =>
      each.attempt === attempt.number &&
      each.id === id &&
      (isPart ? each.serviceOrderId === order.order_id : each.kind === 'other'),
  );
  if (other) return other.reported === order.amount_refunded;
  const known = transactions?.find((each) => each.attempt === attempt.number && each.id === id);
  return (known?.facts.amountRefunded ?? 0) === order.amount_refunded;
}

/** Whether anything is known to have been given back, of any payment of an order. */
export const isAnyRefunded = ({
  transactions,
  received,
}: Pick<PaymentOrderEntity, 'transactions' | 'received'>): boolean =>
  (transactions ?? []).some(({ facts }) => facts.amountRefunded > 0) ||
  (received ?? []).some(({ reported }) => reported > 0);
