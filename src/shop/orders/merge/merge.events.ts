import type { PaymentEventKind } from '../../effects/index.js';
import type { OrderSummary } from './merge.types.js';
import { GIVEN_UP, impliesPaid, type PaymentStatus } from './payment-status.js';

/** An order's summary before and after an observation. */
export interface Change {
  readonly before: OrderSummary;
  readonly after: OrderSummary;
  /** What the shop asks for, in minor units. */
  readonly amount: number;
}

/** Which events a change makes. Money seen for the first time is an event of its own, whatever status carries it. */
export function eventsOf(change: Change): PaymentEventKind[] {
  const { before, after } = change;
  const isPaidNow = before.payments === 0 && after.payments > 0;
  // The same second payment is seen again and again, each time with other facts; it is told of once (scenario D8).
  const surplus = after.payments - Math.max(before.payments, 1);
  const events: PaymentEventKind[] = isPaidNow ? [isSurprise(change) ? 'paid_after_cancel' : 'completed'] : [];
  for (let seen = 0; seen < surplus; seen += 1) events.push('paid_twice');
  return surplus > 0 && !isPaidNow ? events : [...events, ...statusEvents(change)];
}

/** Money for what had been given up, or money that is already gone again when it is first heard of. */
const isSurprise = ({ before, after }: Change): boolean =>
  (before.status !== null && GIVEN_UP.has(before.status)) || (after.status !== null && !impliesPaid(after.status));

function statusEvents(change: Change): PaymentEventKind[] {
  const { status } = change.after;
  if (status === null) return [];
  const changed: PaymentEventKind[] = status === 'completed' ? restored(change) : isChange(change) ? [status] : [];
  return [...changed, ...refundInAmount(change)];
}

/** The order counts as paid again after something took that back. A refund is taken back when its amount is. */
function restored({ before, after }: Change): PaymentEventKind[] {
  const { status } = before;
  if (before.payments === 0 || status === null || status === 'completed' || status === 'shipped') return [];
  const isUndone = after.amountRefunded === 0 || after.amountRefunded < before.amountRefunded;
  return !isRefund(status) || isUndone ? ['restored'] : [];
}

/** A refund is news by its amount: the status may follow later, or change without anything having been given back. */
function isChange(change: Change): boolean {
  const { before, after } = change;
  if (after.status === null || !isRefund(after.status)) return after.status !== before.status;
  return after.amountRefunded > before.amountRefunded || after.status !== recordedRefund(change);
}

/** A refund may show in the amount alone while the status stays `completed` (scenario fact 2). */
function refundInAmount({ before, after, amount }: Change): PaymentEventKind[] {
  const { status, amountRefunded } = after;
  const isShown = status !== null && impliesPaid(status) && !isRefund(status);
  return isShown && amountRefunded > before.amountRefunded ? [refundBy(amountRefunded, amount)] : [];
}

const isRefund = (status: PaymentStatus): boolean => status === 'partial_refunded' || status === 'refunded';

const refundBy = (refunded: number, amount: number): 'refunded' | 'partial_refunded' =>
  refunded >= amount ? 'refunded' : 'partial_refunded';

function recordedRefund({ before, amount }: Change): PaymentStatus | null {
  if (before.status === null || before.payments === 0) return null;
  if (isRefund(before.status)) return before.status;
  return before.amountRefunded > 0 ? refundBy(before.amountRefunded, amount) : null;
}
