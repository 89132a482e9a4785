import {
  normaliseStatus,
  type OrderStanding,
  type OrderStatus,
  type RelatedTransaction,
} from '../../protocol/index.js';
import type { RefundState, SeenStatus } from './refund-protocol.types.js';

/** One refund of ours, as far as it takes to recognise it. Amount in minor units, times in epoch milliseconds. */
export interface OwnRefund {
  /** What it was given to be recognised by: `refund_order_id`, and the variables. */
  readonly tag: string;
  readonly amount: number;
  readonly currency: string;
  readonly state: RefundState;
  readonly attempts: number;
  readonly serviceRefundId: string | null;
  /** When it was first sent. When it was asked for is a safe stand-in: what is older than that is none of ours. */
  readonly since: number;
  /** Whether it may be there though it was never sent from here: see {@link hasWaitedLong}. */
  readonly hasWaited?: boolean;
}

/** An order that was read, and all that is known of its refunds. */
export interface RefundReading {
  readonly order: OrderStanding;
  /** Every refund of ours of this order, the ones that are over included. */
  readonly own: readonly OwnRefund[];
  /** Identifiers of the refunds that are on record as made elsewhere. */
  readonly elsewhere: ReadonlySet<string>;
  /** Whether this service gives tags back; null while nobody knows. See {@link showsTags}. */
  readonly tagsEchoed: boolean | null;
  /** By how much the service's clock may be behind, in milliseconds; see `RefundRules`. */
  readonly createdSlackMs: number;
  /** IANA name of the zone that the service writes in; Amsterdam's without. */
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

/** Old answers name no type (protocol §5.8): what may be a refund is taken for one. */
export const isRefund = (row: RelatedTransaction): boolean => REFUND_TYPES.has(typeOf(row));

/** Whether it is of a type that nobody knows: a refund that is called something else is there all the same. */
export const isOfUnknownType = (row: RelatedTransaction): boolean => !isRefund(row) && !OTHER_TYPES.has(typeOf(row));

/** Whether it is about money that went back to the customer, by the shop or by the bank, or came from there again. */
export const isReturn = (row: RelatedTransaction): boolean => RETURN_TYPES.has(typeOf(row));

/** What kind of related transaction it is, in one spelling; null where the answer does not say. */
export const typeOf = ({ type }: RelatedTransaction): string | null =>
  type?.trim().toLowerCase().replace(/[ -]/g, '_') || null;

const SEEN_AS: Readonly<Partial<Record<OrderStatus | 'unknown', SeenStatus>>> = {
  completed: 'completed',
  declined: 'declined',
  void: 'void',
  cancelled: 'void',
};

/** A refund's status (protocol §6.3). What is not known to be over is on its way, an odd status too. */
export const seenStatus = ({ status }: RelatedTransaction): SeenStatus =>
  SEEN_AS[normaliseStatus(status)] ?? 'reserved';

/** Whether money has left, or is going to. */
export const isLive = (row: RelatedTransaction): boolean => {
  const status = seenStatus(row);
  return status === 'reserved' || status === 'completed';
};

/** Whether it carries a tag: the service may give it back in any of the fields that it went out in. */
export const carries = (row: RelatedTransaction, tag: string): boolean =>
  row.refund_order_id === tag ||
  row.order_id === tag ||
  row.var1 === tag ||
  row.var2 === tag ||
  row.var3 === tag ||
  row.description === tag;

/** Whether it is a certain refund of ours beyond doubt. */
export const isOf = ({ tag, serviceRefundId }: OwnRefund, row: RelatedTransaction): boolean =>
  (serviceRefundId !== null && row.transaction_id === serviceRefundId) || carries(row, tag);

/** Whether it is over as much; what is not said does not differ. */
export const isSameMoney = (row: RelatedTransaction, { amount, currency }: OwnRefund): boolean =>
  (row.amount === null || row.amount === amount) &&
  (row.currency === null || row.currency.trim().toUpperCase() === currency);

const MAY_BE_UNSEEN: ReadonlySet<RefundState> = new Set([
  'sending',
  'unknown',
  'manual',
  'queued',
  'accepted',
  'settled',
]);

/** Whether a refund of ours may be at the service without our knowing which of those there it is. */
export const isUnplaced = ({ state, attempts, hasWaited, serviceRefundId }: OwnRefund): boolean =>
  serviceRefundId === null && (attempts > 0 || hasWaited === true) && MAY_BE_UNSEEN.has(state);

/**
 * What a reading teaches about tags: whether the service gives them back; null when it teaches nothing.
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
