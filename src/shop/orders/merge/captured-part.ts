import { normaliseStatus, type OrderStanding } from '../../../protocol/index.js';
import type { AttemptEntity } from '../entities/attempt.entity.js';
import { worstOf } from './merge.js';
import { notePart, partIn } from './merge.money.js';
import type { MergeOutcome, Observed, OrderState, ReceivedMoney } from './merge.types.js';
import type { PaymentOrderEntity } from '../entities/payment-order.entity.js';
import { isChargedBack } from './taken-back.js';

/**
 * An observation of a part that was captured of a reservation, or shipped of a pay-later order, which is an order of its own at the service. The reservation itself
 * says that it was captured; here what became of the part is to be learnt: its order says nothing of a chargeback. Pure.
 */
export function decidePart(state: OrderState, seen: Observed): MergeOutcome {
  const { order, attempt } = seen;
  const noted = notePart(state, seen);
  const reason = 'captured-part';
  if (noted === state) return { kind: 'ignored', reason };
  const [was, is] = [state, noted].map(({ received }) => partIn(received, attempt, order));
  const event = was && is ? eventOf({ was, is }, order) : null;
  if (event === null) return { kind: 'update', reason, next: noted };
  const isOwnDoing = event === 'voided' && attempt.letGoAt !== null;
  const attention = isOwnDoing ? state.attention : worstOf([state.attention, event]);
  return { kind: 'transition', reason: event, next: { ...noted, attention }, events: [event], paidBy: [] };
}

/** What is told of the money of a part that went, in part or all of it, or came back. */
function eventOf({ was, is }: { readonly was: ReceivedMoney; readonly is: ReceivedMoney }, order: OrderStanding) {
  // The reservation's own order says nothing of it: neither its status changes nor its sum.
  if (was.standing === is.standing)
    return is.standing && (is.taken ?? 0) > (was.taken ?? 0) ? 'partial_refunded' : null;
  if (is.standing) return 'restored';
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
  const other = isPart
    ? partIn(received, attempt, order)
    : received?.find((each) => each.attempt === attempt.number && each.id === id && each.kind === 'other');
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
