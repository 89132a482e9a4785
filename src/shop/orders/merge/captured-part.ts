import { normaliseStatus, type OrderStanding } from '../../../protocol/index.js';
import type { AttemptEntity } from '../entities/attempt.entity.js';
import { knownSumOf } from './kept-sum.js';
import { worstOf } from './merge.js';
import { notePart, partIn } from './merge.money.js';
import type { MergeOutcome, MergeObservation, OrderState, ReceivedMoney } from './merge.types.js';
import type { PaymentOrderEntity } from '../entities/payment-order.entity.js';
import { isChargedBack } from './taken-back.js';

/**
 * Decides on an observation of a captured part of a reservation, or of a shipped part of a pay-later order: a separate order
 * at the service. The reservation reports the capture itself. This observation shows what became of the part: its order does
 * not report a chargeback. Pure.
 */
export function decidePart(state: OrderState, seen: MergeObservation): MergeOutcome {
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

/** The event for money of a part that went, as a whole or in part, or came back. */
function eventOf({ was, is }: { readonly was: ReceivedMoney; readonly is: ReceivedMoney }, order: OrderStanding) {
  // The reservation's own order does not report it: neither its status nor its sum changes.
  if (was.standing === is.standing) {
    const more = (is.taken ?? 0) - (was.taken ?? 0);
    return !is.standing || more === 0 ? null : more > 0 ? 'partial_refunded' : 'restored';
  }
  if (is.standing) return 'restored';
  const status = normaliseStatus(order.status);
  return status !== 'unknown' && isChargedBack(order, status) ? 'chargedback' : 'voided';
}

/**
 * Whether an observation has the refunded amount that counts for its order at the service: otherwise it is older, or waits
 * for a confirmation. For a second payment that is its own amount, not that of the payment in best standing.
 *
 * @param row - the order after the observation
 */
export function agrees(
  row: Pick<PaymentOrderEntity, 'transactions' | 'received'>,
  seen: { readonly attempt: Pick<AttemptEntity, 'number'>; readonly isPart: boolean },
  order: OrderStanding,
): boolean {
  return (knownSumOf(row, seen, order)?.amount ?? 0) === order.amount_refunded;
}

/** Whether anything is known to have been given back, of any payment of an order. */
export const isAnyRefunded = ({
  transactions,
  received,
}: Pick<PaymentOrderEntity, 'transactions' | 'received'>): boolean =>
  (transactions ?? []).some(({ facts }) => facts.amountRefunded > 0) ||
  (received ?? []).some(({ reported }) => reported > 0);
