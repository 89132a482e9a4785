import { currencyText } from '../../../protocol/currency-text.js';
import {
  normaliseStatus,
  type OrderStanding,
  type OrderStatus,
  type RelatedTransaction,
} from '../../../protocol/index.js';
import type { RefundState, SeenStatus } from '../protocol/refund-protocol.types.js';

/** The facts by which one own refund is recognised. Amount in minor units, times in epoch milliseconds. */
export interface OwnRefund {
  /** Its tag: `refund_order_id`, and the variables. */
  readonly tag: string;
  readonly amount: number;
  readonly currency: string;
  readonly state: RefundState;
  readonly attempts: number;
  readonly serviceRefundId: string | null;
  /** When it was first sent. The time of its request is a safe substitute: an older refund is not this one. */
  readonly since: number;
  /** Whether it may exist at the service though this process never sent it: see {@link hasWaitedLong}. */
  readonly hasWaited?: boolean;
}

/** An order that was read, with its known refunds. */
export interface RefundReading {
  readonly order: OrderStanding;
  /** Every own refund of this order, including finished ones. */
  readonly own: readonly OwnRefund[];
  /** Ids of the refunds that are stored as made elsewhere. */
  readonly elsewhere: ReadonlySet<string>;
  /** Whether this service returns tags; null while it is unknown. See {@link showsTags}. */
  readonly tagsEchoed: boolean | null;
  /** By how much the service's clock may be behind, in milliseconds; see `RefundRules`. */
  readonly createdSlackMs: number;
  /** IANA name of the zone of the service's times; by default Amsterdam's. */
  readonly timeZone?: string;
}

const REFUND_TYPES: ReadonlySet<string | null> = new Set(['refund', null]);
const OTHER_TYPES: ReadonlySet<string | null> = new Set([
  'capture',
  'chargeback',
  'reverse_chargeback',
  'auth_cancellation',
  'shipment',
]);
const RETURN_TYPES: ReadonlySet<string | null> = new Set(['refund', 'chargeback', 'reverse_chargeback', null]);

/**
 * Whether an answer is a whole order. What is read of a session without a payment names neither order nor amount, and
 * the answer of a proxy nothing at all: that they show no refund proves nothing.
 *
 * @example
 * const isProof = (order: OrderStanding) => tellsOfRefunds(order) && order.unreadable.length === 0;
 */
export const tellsOfRefunds = ({ order_id, status }: Pick<OrderStanding, 'order_id' | 'status'>): boolean =>
  order_id !== null && status !== null;

/** Old answers name no type (protocol §5.8): a transaction that may be a refund counts as one. */
export const isRefund = (row: RelatedTransaction): boolean => REFUND_TYPES.has(typeOf(row));

/** Whether its type is unknown: a refund with another name exists all the same. */
export const isOfUnknownType = (row: RelatedTransaction): boolean => !isRefund(row) && !OTHER_TYPES.has(typeOf(row));

/** Whether money went back to the customer by it, from the shop or the bank, or returned from there. */
export const isReturn = (row: RelatedTransaction): boolean => RETURN_TYPES.has(typeOf(row));

/** The type of a related transaction, in one spelling; null where the answer has none. */
export const typeOf = ({ type }: RelatedTransaction): string | null =>
  type?.trim().toLowerCase().replace(/[ -]/g, '_') || null;

const SEEN_AS: Readonly<Partial<Record<OrderStatus | 'unknown', SeenStatus>>> = {
  completed: 'completed',
  declined: 'declined',
  void: 'void',
  cancelled: 'void',
};

/** A refund's status (protocol §6.3). A status that is not known to be final counts as on its way. */
export const seenStatus = ({ status }: Pick<RelatedTransaction, 'status'>): SeenStatus =>
  SEEN_AS[normaliseStatus(status)] ?? 'reserved';

/** Whether money has left, or will leave. */
export const isLive = (row: Pick<RelatedTransaction, 'status'>): boolean => {
  const status = seenStatus(row);
  return status === 'reserved' || status === 'completed';
};

const GIVEN_BACK: ReadonlySet<string> = new Set<OrderStatus>(['refunded', 'partial_refunded']);

/**
 * The refunded amount of an order, minor units. The service may leave it out (protocol §2.2): then an order that it calls
 * refunded in one of its two statuses has given back everything, and one that it calls partly refunded at least the refunds
 * that it lists.
 */
export function givenBackIn({
  status,
  financial_status,
  amount,
  amount_refunded,
  related_transactions,
}: Pick<OrderStanding, 'status' | 'financial_status' | 'amount' | 'amount_refunded' | 'related_transactions'>): number {
  if (amount_refunded > 0) return amount_refunded;
  const word = [status, financial_status].map(normaliseStatus).find((each) => GIVEN_BACK.has(each));
  if (word === 'refunded') return amount ?? 0;
  if (word === undefined) return 0;
  return related_transactions
    .filter((row) => isRefund(row) && isLive(row))
    .reduce((sum, row) => sum + (row.amount ?? 0), 0);
}

/**
 * Whether a part of the money was given back, and neither a sum nor a row says how much.
 *
 * @example
 * const anyRefundMayBeIn = (order: OrderStanding): boolean => isPartUnknown(order);
 */
export const isPartUnknown = ({
  status,
  financial_status,
  amount_refunded,
}: Pick<OrderStanding, 'status' | 'financial_status' | 'amount_refunded'>): boolean =>
  amount_refunded === 0 && [status, financial_status].some((word) => normaliseStatus(word) === 'partial_refunded');

/** Whether it carries a tag: the service may return it in any of the fields in which it was sent. */
export const carries = (row: RelatedTransaction, tag: string): boolean =>
  row.refund_order_id === tag ||
  row.order_id === tag ||
  row.var1 === tag ||
  row.var2 === tag ||
  row.var3 === tag ||
  row.description === tag;

/** Whether its amount and currency are the same; a missing value does not differ. */
export const isSameMoney = (row: RelatedTransaction, { amount, currency }: OwnRefund): boolean =>
  (row.amount === null || row.amount === amount) && (row.currency === null || currencyText(row.currency) === currency);

const MAY_BE_UNSEEN: ReadonlySet<RefundState> = new Set([
  'sending',
  'unknown',
  'manual',
  'queued',
  'accepted',
  'settled',
]);

/** Whether an own refund may be at the service although it is unknown which of those there it is. */
export const isUnplaced = ({ state, attempts, hasWaited, serviceRefundId }: OwnRefund): boolean =>
  serviceRefundId === null && (attempts > 0 || hasWaited === true) && MAY_BE_UNSEEN.has(state);

/**
 * What a read shows about tags: whether the service returns them; null when it shows nothing.
 *
 * @example
 * const learnt = (reading: RefundReading): boolean | null => reading.tagsEchoed ?? showsTags(reading);
 */
export function showsTags({ order, own }: Pick<RefundReading, 'order' | 'own'>): boolean | null {
  let shows: boolean | null = null;
  for (const row of order.related_transactions) {
    for (const refund of own) {
      if (carries(row, refund.tag)) return true;
      if (refund.serviceRefundId !== null && row.transaction_id === refund.serviceRefundId) shows = false;
    }
  }
  return shows;
}
