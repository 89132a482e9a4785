import { normaliseStatus } from '../../../protocol/index.js';
import type { PaymentEventKind } from '../../effects/index.js';
import type { OrderSummary, TransactionFacts } from './merge.types.js';
import { GIVEN_UP, impliesPaid, type PaymentStatus } from './payment-status.js';

/** An order's summary before and after an observation. */
export interface Change {
  readonly before: OrderSummary;
  readonly after: OrderSummary;
  /** The former facts of the payment that decides the order now; null when there were none. */
  readonly known: TransactionFacts | null;
  /** Whether that payment was shipped before. */
  readonly wasShipped: boolean;
  /** The amount that the shop asks for, in minor units. */
  readonly amount: number;
}

/** The events of a change. Money seen for the first time is a separate event, with any status. */
export function eventsOf(change: Change): PaymentEventKind[] {
  const { before, after } = change;
  const isPaidNow = before.payments === 0 && after.payments > 0;
  // The same second payment is seen repeatedly, each time with other facts; it is reported once (scenario D8).
  const surplus = after.payments - Math.max(before.payments, 1);
  const events: PaymentEventKind[] = isPaidNow ? [isSurprise(change) ? 'paid_after_cancel' : 'completed'] : [];
  for (let seen = 0; seen < surplus; seen += 1) events.push('paid_twice');
  return [...events, ...(surplus > 0 && !isPaidNow ? surplusEvents(change) : statusEvents(change))];
}

/**
 * The events of one more payment that decides the order: the present status of the order must be reported. If the bank had
 * taken the first payment back, the order is paid again. If the shop had refunded it, that refund is not undone.
 */
function surplusEvents(change: Change): PaymentEventKind[] {
  const { before, after } = change;
  if (isInFull(after.status)) return before.status !== null && isRefund(before.status) ? [] : restored(change);
  return after.status === null || after.status === before.status ? [] : [after.status];
}

/** Money for an order that had been given up, or money that is already gone when it is first seen. */
const isSurprise = ({ before, after }: Change): boolean =>
  (before.status !== null && GIVEN_UP.has(before.status)) || (after.status !== null && !impliesPaid(after.status));

function statusEvents(change: Change): PaymentEventKind[] {
  const { status } = change.after;
  if (status === null) return [];
  const isReported = status === 'completed' || (status === 'shipped' && change.wasShipped) || !isChange(change);
  return [...restored(change), ...(isReported ? [] : [status]), ...refundInAmount(change)];
}

const isPartly = (status: PaymentStatus | null): boolean => status === 'partial_refunded';

const isInFull = (status: PaymentStatus | null): boolean => status === 'completed' || status === 'shipped';

/**
 * The order counts as paid again after the money was taken back: in full, or except for a part that was refunded before. A
 * refund is undone when its amount is.
 */
function restored(change: Change): PaymentEventKind[] {
  const { before, after } = change;
  const { status } = before;
  if (before.payments === 0 || status === null) return [];
  // What went back was told by its amount alone, such as a chargeback of a part: so is its return.
  const isSame = isInFull(status) ? isInFull(after.status) : isPartly(status) && isPartly(after.status);
  if (isSame) return after.amountRefunded < recordedAmount(change) ? ['restored'] : [];
  if (isInFull(status)) return [];
  if (after.status === 'refunded') return isBackOfRefunded(change) ? ['restored'] : [];
  const isUndone = after.amountRefunded === 0 || after.amountRefunded < before.amountRefunded;
  const isBack = isInFull(after.status) && (!isRefund(status) || isUndone);
  return isBack || (!isRefund(status) && after.status === 'partial_refunded') ? ['restored'] : [];
}

/** A chargeback of an order that was refunded as a whole was reversed: the refund stands, and is not a new one. */
function isBackOfRefunded(change: Change): boolean {
  const { before, after, amount } = change;
  const recorded = recordedAmount(change);
  if (before.status === 'refunded') return after.amountRefunded >= amount && after.amountRefunded < recorded;
  return (before.status === 'chargedback' || before.status === 'voided') && after.amountRefunded <= recorded;
}

/** A refund is new by its amount: the status may follow later, or change without a refund. */
function isChange(change: Change): boolean {
  const { before, after } = change;
  if (after.status === null || !isRefund(after.status)) return after.status !== before.status;
  return after.amountRefunded > recordedAmount(change) || after.status !== recordedRefund(change);
}

/** The order may be decided by another payment than before. The refunded amount of that one was reported when it was seen. */
const recordedAmount = ({ before, known }: Change): number => (known ?? before).amountRefunded;

/** A refund may show in the amount alone while the status stays `completed` (scenario fact 2). */
function refundInAmount(change: Change): PaymentEventKind[] {
  const { status, amountRefunded } = change.after;
  const isShown = status !== null && impliesPaid(status) && !isRefund(status) && !isCountedAsRefunded(change);
  return isShown && amountRefunded > recordedAmount(change) ? [refundBy(amountRefunded, change.amount)] : [];
}

/**
 * Chargebacks of a part raise the refunded amount and leave the status unchanged (protocol §4.1): one that takes the rest is
 * not a refund as well.
 */
const isCountedAsRefunded = ({ before, after, amount }: Change): boolean =>
  after.status === 'chargedback' &&
  before.status !== 'chargedback' &&
  normaliseStatus(after.serviceStatus) !== 'chargedback' &&
  after.amountRefunded >= amount;

const isRefund = (status: PaymentStatus): boolean => status === 'partial_refunded' || status === 'refunded';

const refundBy = (refunded: number, amount: number): 'refunded' | 'partial_refunded' =>
  refunded >= amount ? 'refunded' : 'partial_refunded';

function recordedRefund({ before, known, amount }: Change): PaymentStatus | null {
  const { status, amountRefunded } = known ?? before;
  if (status === null || before.payments === 0) return null;
  if (isRefund(status)) return status;
  return amountRefunded > 0 ? refundBy(amountRefunded, amount) : null;
}
