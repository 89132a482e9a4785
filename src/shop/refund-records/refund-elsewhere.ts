import { parseServiceTime, type RelatedTransaction } from '../../protocol/index.js';
import { chargebacksIn } from './chargebacks.js';
import type { RefundState, SeenStatus } from './refund-protocol.types.js';
import {
  isLive,
  isOf,
  isRefund,
  isSameMoney,
  isUnplaced,
  seenStatus,
  type OwnRefund,
  type RefundReading,
} from './related-refunds.js';

/** A refund that somebody else made, as in the service's dashboard. */
export interface ElsewhereRefund {
  readonly serviceRefundId: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string | null;
  readonly status: SeenStatus;
  /** When it was made, epoch milliseconds; null when that cannot be read. */
  readonly createdAt: number | null;
  /** Whether it is not on record yet. */
  readonly isNew: boolean;
  /** As much of it as was recorded as untold before: no new money, it only got a name. Minor units. */
  readonly alreadyRecorded: number;
}

/** What a look tells of refunds made elsewhere. Amounts in minor units, in the order's currency. */
export interface ElsewhereFindings {
  /** Those that the order lists: new ones only while money has left, or is going to. */
  readonly refunds: readonly ElsewhereRefund[];
  /** What `amount_refunded` counts and no transaction tells of: what is to be on record from now on. */
  readonly unexplained: number;
  /** By how much that is more than on record: the amount of one further refund made elsewhere, or 0. */
  readonly grown: number;
}

/**
 * Which refunds of an order are not ours (scenario R3). What may be ours is nobody else's: while one of ours is without
 * a place, a refund over as much is left alone, and its amount does not count as untold.
 *
 * Only the newest answer of the API is to be judged: `amount_refunded` shrinks when a refund is cancelled.
 *
 * @param reading - an order, and what is known of its refunds
 * @param recordedUnexplained - what is on record as untold, in minor units
 * @example
 * const newIn = (reading: RefundReading) => findElsewhere(reading, 0).refunds.filter(({ isNew }) => isNew);
 */
export function findElsewhere(reading: RefundReading, recordedUnexplained: number): ElsewhereFindings {
  const unexplained = Math.max(0, reading.order.amount_refunded - accountedFor(reading));
  const refunds = foreignRows(reading);
  // What was counted before anything told of it has got a name now.
  let named = Math.max(0, recordedUnexplained - unexplained);
  const found = refunds.map((row): ElsewhereRefund => {
    const isNew = !reading.elsewhere.has(row.transaction_id);
    const alreadyRecorded = isNew ? Math.min(named, row.amount) : 0;
    named -= alreadyRecorded;
    return {
      serviceRefundId: row.transaction_id,
      amount: row.amount,
      currency: row.currency,
      status: seenStatus(row),
      createdAt: parseServiceTime(row.created, reading.timeZone),
      isNew,
      alreadyRecorded,
    };
  });
  return { refunds: found, unexplained, grown: Math.max(0, unexplained - recordedUnexplained) };
}

type Recordable = RelatedTransaction & { readonly transaction_id: string; readonly amount: number };

function foreignRows(reading: RefundReading): Recordable[] {
  return reading.order.related_transactions.filter(isRecordable).filter((row) => {
    if (!isRefund(row) || reading.own.some((own) => isOf(own, row))) return false;
    if (reading.elsewhere.has(row.transaction_id)) return true;
    return isLive(row) && !reading.own.some((own) => isUnplaced(own) && isSameMoney(row, own));
  });
}

/** Without identifier or amount it cannot be told from others; `amount_refunded` counts it all the same. */
const isRecordable = (row: RelatedTransaction): row is Recordable =>
  row.transaction_id !== null && row.amount !== null && row.amount > 0;

const OVER: ReadonlySet<RefundState> = new Set(['rejected', 'cancelled']);
/** The service counts these. */
export const BOOKED: ReadonlySet<RefundState> = new Set(['accepted', 'settled']);

/** Everything that `amount_refunded` may be made of, as far as is known. Rather too much: what is left is somebody else's. */
export function accountedFor(reading: RefundReading): number {
  const { order, own } = reading;
  const listed = order.related_transactions.filter((row) => isRefund(row) && row.amount !== null);
  let sum = chargebacksIn(order).reduce((taken, { standing }) => taken + standing, 0);
  for (const row of listed) if (isLive(row)) sum += row.amount ?? 0;
  const unclaimed = listed.filter((row) => isLive(row) && !own.some((refund) => isOf(refund, row)));
  for (const refund of own) {
    if (refund.attempts === 0 || OVER.has(refund.state) || listed.some((row) => isOf(refund, row))) continue;
    if (!isCovered(refund, unclaimed)) sum += refund.amount;
  }
  return sum;
}

/** A booked refund whose identifier nobody knows is one of those listed that look like it; each stands for one only. */
function isCovered(refund: OwnRefund, unclaimed: RelatedTransaction[]): boolean {
  if (!BOOKED.has(refund.state) || refund.serviceRefundId !== null) return false;
  const at = unclaimed.findIndex((row) => isSameMoney(row, refund));
  if (at >= 0) unclaimed.splice(at, 1);
  return at >= 0;
}
