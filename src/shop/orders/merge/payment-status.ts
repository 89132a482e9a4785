import { normaliseStatus, ORDER_STATUS_TABLE, type OrderStanding, type OrderStatus } from '../../../protocol/index.js';
import { typeOf } from '../../refund-records/index.js';

/**
 * The status of an order in the shop: the service's statuses, and
 * - `authorised`: money that is promised and waits for the shop's capture (protocol §2.4);
 * - `voided`: it was paid, and the service has annulled the payment without a refund.
 *
 * `void` itself exists only in rows that release 0.1 wrote: it is read as `cancelled`.
 */
export type PaymentStatus = OrderStatus | 'authorised' | 'voided';

/** What the shop asked for when it created the attempt: `manual` when it captures itself, otherwise null. */
export type AskedCapture = 'manual' | null;

/** `unsaid`: the shop's request is not stored, but its money is known to have been promised and not captured. */
export type KnownCapture = AskedCapture | 'unsaid';

/**
 * How an attempt is captured, as far as the shop knows. Release 0.1 stored what is authorised, but not what was asked for.
 * The request is also unknown where an account, or another system, has its money captured by hand.
 *
 * @param status - what is known of the transaction; null when nothing is
 */
export const knownCapture = (asked: AskedCapture, status: PaymentStatus | null): KnownCapture =>
  asked ?? (status === 'authorised' ? 'unsaid' : null);

/** The methods by which money can be reserved first and captured later (protocol §2.4): cards, and wallets with cards. */
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
 * Whether `completed` or `shipped` is an authorisation that waits for a capture. If the read says something about the capture, that
 * decides. Otherwise the shop's request decides, except for a method without a capture: for many methods `completed` /
 * `initialized` is a final state (protocol §4.1). That money was taken must be reported once: a financial status that is
 * missing, unknown or `void` proves it as little as `initialized` does. If it was reported before, a missing or unknown one
 * takes nothing back.
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
  // With the shop's own acquirer it stays like this permanently, and counts as paid.
  return CAPTURED_BY_HAND.has(method) && !(asked === 'unsaid' && method === 'AMEX');
}

/** Statuses of a release that was carried out. After a refused release the money is reserved as before. */
const LET_GO: ReadonlySet<string> = new Set<OrderStatus>(['void', 'cancelled', 'completed']);

/**
 * Whether the reservation was released. The status need not show it: sometimes only a related transaction does
 * (protocol §2.4). If something can still be captured, not all of it was released.
 */
const isReleased = ({ related_transactions, payment_details: { capture_remain } }: OrderStanding): boolean =>
  (capture_remain ?? 0) <= 0 &&
  related_transactions.some((row) => typeOf(row) === 'auth_cancellation' && LET_GO.has(normaliseStatus(row.status)));

/**
 * The methods whose payment counts although the financial status is still this one (protocol §4.1): the money never passes
 * through the service, or a lender or a bank has promised it.
 */
const PAID_WITH: Readonly<Record<'initialized' | 'uncleared' | 'reserved', ReadonlySet<string>>> = {
  initialized: new Set('PAYPAL AMAZONBTN BIZUM AMEX EINVOICE ZINIA ZINIA_IN3'.split(' ')),
  uncleared: new Set(
    (
      'AFTERPAY BILLINK BNPL_INST BNPL_INSTM BNPL_MF BNPL_OB EINVOICE IN3 IN3B2B KLARNA PAYAFTER SANTANDER ZINIA ZINIA_IN3 ' +
      'MBWAY MULTIBANCO DBRTP'
    ).split(' '),
  ),
  reserved: new Set(),
};

/** The financial status and the payment method of an order, or of a transaction in the list. */
export interface MoneySigns {
  readonly financialStatus: string | null;
  readonly method: string | null;
}

/**
 * The status of the money behind goods that were reported as shipped: the shop may do so before it is paid (protocol §4.2).
 *
 * @returns null where the money is there or promised, or where nothing is said of it
 */
export function awaitedStatus({
  financialStatus,
  method,
}: MoneySigns): 'initialized' | 'uncleared' | 'reserved' | null {
  const money = normaliseStatus(financialStatus);
  if (money !== 'initialized' && money !== 'uncleared' && money !== 'reserved') return null;
  return PAID_WITH[money].has(method?.trim().toUpperCase() ?? '') ? null : money;
}

/** One status for every way in which an order is ended unpaid on purpose (protocol §4.1). */
export const oneEnd = <Status extends PaymentStatus | 'unknown'>(status: Status): Status | 'cancelled' =>
  status === 'void' ? 'cancelled' : status;

/**
 * What is said of money that was given back, where neither the status nor a sum says it: only one of the two fields may
 * (protocol §4.1).
 */
const givenBackStatus = ({
  financial_status,
  amount_refunded,
}: OrderStanding): 'refunded' | 'partial_refunded' | null => {
  const financial = normaliseStatus(financial_status);
  return amount_refunded === 0 && (financial === 'refunded' || financial === 'partial_refunded') ? financial : null;
};

/**
 * Reads the shop's status from an observed order; `unknown` when the service used an unknown word.
 *
 * @param asked - the requested capture of the observed attempt
 * @param wasPaid - whether the money of this transaction is known to have been taken
 */
export function paymentStatusOf(order: OrderStanding, asked: KnownCapture, wasPaid = false): PaymentStatus | 'unknown' {
  const status = oneEnd(normaliseStatus(order.status));
  if (status !== 'completed' && status !== 'shipped') return status;
  const givenBack = givenBackStatus(order);
  if (givenBack !== null) return givenBack;
  if (awaitsCapture(order, asked, wasPaid)) return isReleased(order) ? 'cancelled' : 'authorised';
  if (status === 'completed' || wasPaid) return status;
  return awaitedStatus({ financialStatus: order.financial_status, method: order.payment_details.type }) ?? status;
}

const TABLE_NAME: Readonly<Partial<Record<PaymentStatus, OrderStatus>>> = { authorised: 'reserved', voided: 'void' };

/** The nearest status in the service's table. */
const plain = (status: PaymentStatus): OrderStatus => TABLE_NAME[status] ?? (status as OrderStatus);

/** Whether the money is or was the shop's: a refund or a chargeback can only follow a payment. */
export const impliesPaid = (status: PaymentStatus): boolean => ORDER_STATUS_TABLE[plain(status)].paid;

/** Whether the status involves money, so that the amount must be the requested one. */
export const claimsMoney = (status: PaymentStatus): boolean =>
  status === 'authorised' || status === 'uncleared' || status === 'reserved' || impliesPaid(status);

/** The place in the usual sequence of statuses; a higher one is later. */
export const rankOf = (status: PaymentStatus | null): number => {
  if (status === null) return -1;
  // An authorisation lies just below the payment it may become.
  return status === 'authorised' ? ORDER_STATUS_TABLE.completed.rank - 0.5 : ORDER_STATUS_TABLE[plain(status)].rank;
};

/** Whether the second status may follow the first without a read (protocol's transition graph). */
export function mayFollow(from: PaymentStatus, to: PaymentStatus): boolean {
  const next: readonly OrderStatus[] = ORDER_STATUS_TABLE[plain(from)].mayBecome;
  return next.includes(plain(to)) || (to === 'cancelled' && next.includes('void'));
}

/** Ends of a transaction that brought or gave back nothing. */
const FAILED: ReadonlySet<string> = new Set<OrderStatus>(['declined', 'void', 'cancelled', 'expired']);

/** Whether a transaction moved no money, by its status at the service. */
export const hasFailed = ({ status }: { readonly status: string | null }): boolean =>
  FAILED.has(normaliseStatus(status));

/** The unpaid ends of an order. Money after them is a surprise (spec §3). */
export const GIVEN_UP: ReadonlySet<PaymentStatus> = new Set(['cancelled', 'void', 'expired']);
