import type { RelatedTransaction } from '../../../protocol/index.js';
import { chargebacksIn } from './chargebacks.js';
import { BOOKED_STATES, type SeenStatus, UNPAID_STATES } from '../protocol/refund-protocol.types.js';
import {
  isLive,
  isRefund,
  isSameMoney,
  isUnplaced,
  seenStatus,
  type OwnRefund,
  type RefundReading,
} from './related-refunds.js';
import { refundTagIn } from './refund-tag.js';
import { claimedBy, rowsOf } from './row-index.js';

/** An external refund, for example from the service's dashboard. */
export interface ElsewhereRefund {
  readonly serviceRefundId: string;
  /** The mark of this module that it bears: it was requested here, and the database has lost it. Null for any other. */
  readonly tag: string | null;
  /** Minor units, in the order's currency. */
  readonly amount: number;
  readonly status: SeenStatus;
  /** Whether it is not stored yet. */
  readonly isNew: boolean;
  /** The part of it that was stored before without an id: it is not new money. Minor units. */
  readonly alreadyRecorded: number;
}

/** The external refunds that a read shows. Amounts in minor units, in the order's currency. */
export interface ElsewhereFindings {
  /** Those that the order lists: new ones only while money has left, or will leave. */
  readonly refunds: readonly ElsewhereRefund[];
  /** The part of `amount_refunded` that no transaction explains: the amount to be stored from now on. */
  readonly unexplained: number;
  /** By how much that exceeds the stored amount: the amount of one more external refund, or 0. */
  readonly grown: number;
}

/**
 * Which refunds of an order are not the shop's own (scenario R3). A refund that may be an own one is not external: while an
 * own refund is not identified at the service, a refund of the same amount is left alone, and its amount does not count as
 * unexplained.
 *
 * Only the newest answer of the API may be used: `amount_refunded` shrinks when a refund is cancelled.
 *
 * @param reading - an order, with its known refunds
 * @param recordedUnexplained - the stored unexplained amount, in minor units
 * @example
 * const newIn = (reading: RefundReading) => findElsewhere(reading, 0).refunds.filter(({ isNew }) => isNew);
 */
export function findElsewhere(reading: RefundReading, recordedUnexplained: number): ElsewhereFindings {
  const unexplained = Math.max(0, reading.order.amount_refunded - accountedFor(reading));
  const refunds = foreignRows(reading);
  // An amount that was stored before a transaction explained it has got an id now.
  let named = Math.max(0, recordedUnexplained - unexplained);
  const found = refunds.map((row): ElsewhereRefund => {
    const isNew = !reading.elsewhere.has(row.transaction_id);
    const alreadyRecorded = isNew ? Math.min(named, row.amount) : 0;
    named -= alreadyRecorded;
    return {
      serviceRefundId: row.transaction_id,
      tag: refundTagIn(row),
      amount: row.amount,
      status: seenStatus(row),
      isNew,
      alreadyRecorded,
    };
  });
  return { refunds: found, unexplained, grown: Math.max(0, unexplained - recordedUnexplained) };
}

type Recordable = RelatedTransaction & { readonly transaction_id: string; readonly amount: number };

function foreignRows(reading: RefundReading): Recordable[] {
  const claimed = claimedBy(reading.own, reading.order.related_transactions);
  const unplaced = reading.own.filter(isUnplaced);
  return reading.order.related_transactions.filter(isRecordable).filter((row) => {
    if (!isRefund(row) || claimed.has(row)) return false;
    if (reading.elsewhere.has(row.transaction_id)) return true;
    return isLive(row) && !unplaced.some((own) => isSameMoney(row, own));
  });
}

/** Without id or amount it cannot be told from others; `amount_refunded` counts it all the same. */
const isRecordable = (row: RelatedTransaction): row is Recordable =>
  row.transaction_id !== null && row.amount !== null && row.amount > 0;

/** All that `amount_refunded` may consist of, as far as is known; rather too much, so that the rest is certainly external. */
export function accountedFor(reading: RefundReading): number {
  const { order, own } = reading;
  const listed = order.related_transactions.filter((row) => isRefund(row) && row.amount !== null);
  let sum = chargebacksIn(order).reduce((taken, { standing }) => taken + standing, 0);
  for (const row of listed) if (isLive(row)) sum += row.amount ?? 0;
  const claimed = claimedBy(own, order.related_transactions);
  const unclaimed = listed.filter((row) => isLive(row) && !claimed.has(row));
  const isListed = (refund: OwnRefund): boolean =>
    rowsOf(refund, order.related_transactions).some((row) => isRefund(row) && row.amount !== null);
  for (const refund of own) {
    if (refund.attempts === 0 || UNPAID_STATES.has(refund.state) || isListed(refund)) continue;
    if (!isCovered(refund, unclaimed)) sum += refund.amount;
  }
  return sum;
}

/** A booked refund without a known id is one of the listed refunds that match it; each listed one stands for one only. */
function isCovered(refund: OwnRefund, unclaimed: RelatedTransaction[]): boolean {
  if (!BOOKED_STATES.has(refund.state) || refund.serviceRefundId !== null) return false;
  const at = unclaimed.findIndex((row) => isSameMoney(row, refund));
  if (at >= 0) unclaimed.splice(at, 1);
  return at >= 0;
}
