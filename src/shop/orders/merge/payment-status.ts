import { normaliseStatus, ORDER_STATUS_TABLE, type OrderStanding, type OrderStatus } from '../../../protocol/index.js';
import { typeOf } from '../../refund-records/index.js';

/**
 * What an order counts as in the shop: the service's statuses, and
 * - `authorised`: money that is promised and waits for the shop to capture it (protocol §2.4);
 * - `voided`: it was paid, and the service has annulled the payment without anything having been given back.
 *
 * `void` itself is only in rows that release 0.1 wrote: it is read as `cancelled`.
 */
export type PaymentStatus = OrderStatus | 'authorised' | 'voided';

/** What the shop asked for when it created the attempt: `manual` when it captures by itself, else null. */
export type AskedCapture = 'manual' | null;

/** `unsaid`: what was asked for is not written down, but its money has been known to be promised and not captured. */
export type KnownCapture = AskedCapture | 'unsaid';

/**
 * How an attempt is to be captured, as far as the shop knows. Release 0.1 wrote down what is authorised, and not what was
 * asked for; nor is it where an account, or another system, has its money captured by hand.
 *
 * @param status - what is known of the transaction; null when nothing is
 */
export const knownCapture = (asked: AskedCapture, status: PaymentStatus | null): KnownCapture =>
  asked ?? (status === 'authorised' ? 'unsaid' : null);

/** The methods by which money can be reserved first and captured later (protocol §2.4): cards, and wallets of cards. */
const CAPTURED_BY_HAND: ReadonlySet<string> = new Set([
  'VISA',
  'MASTERCARD',
  'MAESTRO',
  'CREDITCARD',
  'AMEX',
  'APPLEPAY',
  'GOOGLEPAY',
]);

/**
 * Whether `completed` is an authorisation that waits for a capture. What the read says of the capture decides; where it
 * says nothing, what the shop asked for does, unless the payment is by a method that knows no capture. For many methods
 * `completed` / `initialized` is how a payment stays (protocol §4.1). That money was taken has to be said once: a financial
 * status that is missing, unknown or `void` says it as little as `initialized` does. Where it was said before, one that is
 * missing or unknown takes nothing back.
 */
function awaitsCapture(
  { financial_status, payment_details: { capture, type } }: OrderStanding,
  asked: KnownCapture,
  wasPaid: boolean,
): boolean {
  const financial = normaliseStatus(financial_status);
  if (financial === 'unknown' ? wasPaid : impliesPaid(financial)) return false;
  if (capture !== null && capture !== '') return capture.trim().toLowerCase() === 'manual';
  if (asked === null || type === null) return asked !== null;
  const method = type.trim().toUpperCase();
  // With an acquirer of one's own it stays so for good, and is paid.
  return CAPTURED_BY_HAND.has(method) && !(asked === 'unsaid' && method === 'AMEX');
}

/** Words for a release that was carried out; where it was refused, the money is reserved as before. */
const LET_GO: ReadonlySet<string> = new Set<OrderStatus>(['void', 'cancelled', 'completed']);

/**
 * Whether what was reserved was let go of. The status need not say so: a related transaction may be all that tells
 * (protocol §2.4). Where something can still be captured, it was not all.
 */
const isReleased = ({ related_transactions, payment_details: { capture_remain } }: OrderStanding): boolean =>
  (capture_remain ?? 0) <= 0 &&
  related_transactions.some((row) => typeOf(row) === 'auth_cancellation' && LET_GO.has(normaliseStatus(row.status)));

/** Methods by which the customer's own bank pays days later, and no lender has promised anything (protocol §4.1). */
const PAID_LATER: ReadonlySet<string> = new Set(['BANKTRANS', 'DIRDEB']);

/** A shop may report as shipped what is not paid yet: then the financial status tells; null where the money is not awaited. */
function awaitedStatus({ financial_status, payment_details: { type } }: OrderStanding): PaymentStatus | null {
  const financial = normaliseStatus(financial_status);
  const isAwaited = financial === 'initialized' || financial === 'uncleared' || financial === 'reserved';
  return isAwaited && PAID_LATER.has(type?.trim().toUpperCase() ?? '') ? financial : null;
}

/** One status for every way in which an order ends unpaid by somebody's wish (protocol §4.1). */
export const oneEnd = <Status extends PaymentStatus | 'unknown'>(status: Status): Status | 'cancelled' =>
  status === 'void' ? 'cancelled' : status;

/**
 * Reads the shop's status out of an observed order; `unknown` when the service used a word nobody knows yet.
 *
 * @param asked - how the attempt that is looked at was to be captured
 * @param wasPaid - whether the money of this transaction is known to have been taken
 */
export function paymentStatusOf(order: OrderStanding, asked: KnownCapture, wasPaid = false): PaymentStatus | 'unknown' {
  const status = oneEnd(normaliseStatus(order.status));
  if (status === 'shipped') return awaitedStatus(order) ?? status;
  if (status !== 'completed' || !awaitsCapture(order, asked, wasPaid)) return status;
  return isReleased(order) ? 'cancelled' : 'authorised';
}

const TABLE_NAME: Readonly<Partial<Record<PaymentStatus, OrderStatus>>> = { authorised: 'reserved', voided: 'void' };

/** The word of the service's table that stands nearest. */
const plain = (status: PaymentStatus): OrderStatus => TABLE_NAME[status] ?? (status as OrderStatus);

/** Is the money the shop's, or has it been (a refund or a chargeback can only follow a payment)? */
export const impliesPaid = (status: PaymentStatus): boolean => ORDER_STATUS_TABLE[plain(status)].paid;

/** Does the status speak of money at all, so that the amount must be what the shop asked for? */
export const claimsMoney = (status: PaymentStatus): boolean =>
  status === 'authorised' || status === 'uncleared' || status === 'reserved' || impliesPaid(status);

/** A place in the usual order of events; a higher one is the later fact. */
export const rankOf = (status: PaymentStatus | null): number => {
  if (status === null) return -1;
  // An authorisation lies just below the payment it may become.
  return status === 'authorised' ? ORDER_STATUS_TABLE.completed.rank - 0.5 : ORDER_STATUS_TABLE[plain(status)].rank;
};

/** May the one follow upon the other without asking the service (protocol's transition graph)? */
export function mayFollow(from: PaymentStatus, to: PaymentStatus): boolean {
  const next: readonly OrderStatus[] = ORDER_STATUS_TABLE[plain(from)].mayBecome;
  return next.includes(plain(to)) || (to === 'cancelled' && next.includes('void'));
}

/** Ends of a transaction that brought or gave back nothing. */
const FAILED: ReadonlySet<string> = new Set<OrderStatus>(['declined', 'void', 'cancelled', 'expired']);

/** Whether a transaction, by the service's word for it, moved no money. */
export const hasFailed = ({ status }: { readonly status: string | null }): boolean =>
  FAILED.has(normaliseStatus(status));

/** The unpaid ends of an order, after which money is a surprise (spec §3). */
export const GIVEN_UP: ReadonlySet<PaymentStatus> = new Set(['cancelled', 'void', 'expired']);
