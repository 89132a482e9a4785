import type { PaymentEventKind } from '../effects/index.js';
import type { Candidate, OrderState } from './merge.types.js';
import { GIVEN_UP, impliesPaid, type PaymentStatus } from './payment-status.js';

/** Nobody pays one order more often; what is kept per order has a bound. */
const MAX_SURPLUS_IDS = 20;

/** Another payment of an order that was already paid by one we can name. */
export const isOtherAttempt = (state: OrderState, seen: Candidate): boolean =>
  state.paid &&
  state.paidTransactionId !== null &&
  seen.order.transaction_id !== null &&
  seen.order.transaction_id !== state.paidTransactionId;

/** Which events a change makes. Money seen for the first time is an event of its own, whatever status carries it. */
export function eventsOf(state: OrderState, seen: Candidate): PaymentEventKind[] {
  const { status } = seen;
  if (isOtherAttempt(state, seen)) return isNewSurplus(state, seen) ? ['paid_twice'] : [];
  const gaveUp = state.status !== null && GIVEN_UP.has(state.status);
  const paidNow = impliesPaid(status) && !state.paid;
  const events: PaymentEventKind[] = paidNow ? [gaveUp ? 'paid_after_cancel' : 'completed'] : [];
  if (status === 'completed') events.push(...(isRestored(state, seen) ? (['restored'] as const) : []));
  else if (isNews(state, seen)) events.push(status);
  return [...events, ...refundInAmount(state, seen)];
}

/** The same second payment is seen again and again, each time with other facts; it is told of once (scenario D8). */
const isNewSurplus = (state: OrderState, { order }: Candidate): boolean =>
  order.transaction_id !== null && !state.surplusTransactionIds.includes(order.transaction_id);

/** The order counts as paid again after something took that back. A refund is taken back when its amount is. */
function isRestored(state: OrderState, { order }: Candidate): boolean {
  if (!state.paid || state.status === null || state.status === 'completed' || state.status === 'shipped') return false;
  const isUndone = order.amount_refunded === 0 || order.amount_refunded < state.amountRefunded;
  return !isRefund(state.status) || isUndone;
}

/** A refund is news by its amount: the status may follow later, or change without anything having been given back. */
function isNews(state: OrderState, { status, order }: Candidate): boolean {
  if (!isRefund(status)) return status !== state.status;
  return order.amount_refunded > state.amountRefunded || status !== refundToldOf(state);
}

/** A refund may show in the amount alone while the status stays `completed` (scenario fact 2). */
function refundInAmount(state: OrderState, { status, order }: Candidate): PaymentEventKind[] {
  const grew = order.amount_refunded > state.amountRefunded;
  return grew && impliesPaid(status) && !isRefund(status) ? [refundBy(order.amount_refunded, state.amount)] : [];
}

const isRefund = (status: PaymentStatus): boolean => status === 'partial_refunded' || status === 'refunded';

const refundBy = (refunded: number, amount: number): 'refunded' | 'partial_refunded' =>
  refunded >= amount ? 'refunded' : 'partial_refunded';

function refundToldOf(state: OrderState): PaymentStatus | null {
  if (state.status === null || !state.paid) return null;
  if (isRefund(state.status)) return state.status;
  return state.amountRefunded > 0 ? refundBy(state.amountRefunded, state.amount) : null;
}

/** What is known once an observation has been applied. */
export function advance(state: OrderState, seen: Candidate, events: readonly PaymentEventKind[]): OrderState {
  const { order } = seen;
  const isPaid = state.paid || impliesPaid(seen.status);
  return {
    ...noted(state, seen, events),
    status: seen.status,
    financialStatus: order.financial_status,
    transactionId: order.transaction_id ?? state.transactionId,
    amountRefunded: order.amount_refunded,
    paid: isPaid,
    paidTransactionId: state.paidTransactionId ?? (isPaid ? order.transaction_id : null),
  };
}

/** A second payment changes nothing of what is known of the first, which stays the order's. */
export function withSurplus(state: OrderState, seen: Candidate, events: readonly PaymentEventKind[]): OrderState {
  const ids = events.includes('paid_twice') ? [seen.order.transaction_id!] : [];
  return {
    ...noted(state, seen, events),
    surplusTransactionIds: [...state.surplusTransactionIds, ...ids].slice(-MAX_SURPLUS_IDS),
  };
}

const noted = (state: OrderState, seen: Candidate, events: readonly PaymentEventKind[]): OrderState => ({
  ...state,
  modifiedAt: Math.max(seen.modifiedAt ?? 0, state.modifiedAt ?? 0) || null,
  fingerprint: seen.fingerprint,
  attention: events.find((event) => event === 'paid_twice' || event === 'paid_after_cancel') ?? state.attention,
});
