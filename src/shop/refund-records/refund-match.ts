import { parseServiceTime, type RelatedTransaction } from '../../protocol/index.js';
import { accountedFor, BOOKED } from './refund-elsewhere.js';
import type { ReadEvidence, RefundState } from './refund-protocol.types.js';
import {
  isLive,
  isOf,
  isOfUnknownType,
  isRefund,
  isSameMoney,
  isUnplaced,
  seenStatus,
  showsTags,
  type OwnRefund,
  type RefundReading,
} from './related-refunds.js';

const ABSENT: ReadEvidence = { kind: 'absent' };
const TWICE: ReadEvidence = { kind: 'conflict', why: 'twice' };
const OTHER_AMOUNT: ReadEvidence = { kind: 'conflict', why: 'other-amount' };
const AMBIGUOUS: ReadEvidence = { kind: 'conflict', why: 'ambiguous' };
const TAGS_NOT_KNOWN: ReadEvidence = { kind: 'failed', code: 'TAGS_NOT_KNOWN' };
const UNEXPLAINED: ReadEvidence = { kind: 'failed', code: 'REFUNDED_UNEXPLAINED' };

/**
 * Whether an order's related transactions show a certain refund of ours (protocol §5.8, §6.4).
 *
 * A tag or a known identifier proves it. Where the service gives no tags back, amount and time have to do, and only
 * when nothing else on the order could be meant; otherwise a person decides, as where the service gives tags back of other
 * refunds, which may be of another payment method. While nobody knows whether tags come back, such a likeness proves neither presence
 * nor absence. `amount_refunded` proves no presence; where it counts as much that
 * nothing explains, it leaves no proof of absence either. Nor does an answer of which a part cannot be read.
 *
 * @param refund - the one that is looked for; one of `reading.own`
 * @param reading - an order as the API answers it, and what is known of its refunds
 * @returns evidence for the protocol; whether "absent" proves anything is for the protocol to say
 * @example
 * const isThere = (refund: OwnRefund, reading: RefundReading) => matchRefund(refund, reading).kind === 'found';
 */
export function matchRefund(refund: OwnRefund, reading: RefundReading): ReadEvidence {
  const seen = matchByTag(refund, reading.order.related_transactions) ?? matchByAmount(refund, reading);
  return seen.kind === 'absent' && mayBeUnexplained(refund, reading) ? UNEXPLAINED : seen;
}

/** What went back without a row, or in a form that cannot be read, may be the refund that is looked for: sent again, it would leave twice. */
function mayBeUnexplained({ state, amount }: OwnRefund, reading: RefundReading): boolean {
  if (state !== 'unknown') return false;
  if (reading.order.unreadable.length > 0) return true;
  const booked = reading.own.filter((own) => BOOKED.has(own.state));
  return reading.order.amount_refunded - accountedFor({ ...reading, own: booked }) >= amount;
}

/** What is ours beyond doubt; null when nothing is. */
function matchByTag(refund: OwnRefund, rows: readonly RelatedTransaction[]): ReadEvidence | null {
  let best: RelatedTransaction | null = null;
  for (const row of rows) {
    if (!(isRefund(row) || isOfUnknownType(row)) || !isOf(refund, row)) continue;
    const isSame = best !== null && best.transaction_id !== null && best.transaction_id === row.transaction_id;
    if (best !== null && !isSame && isLive(best) && isLive(row)) return TWICE;
    if (best === null || isSame || !isLive(best)) best = row;
  }
  if (best === null) return null;
  return isLive(best) && !isSameMoney(best, refund) ? OTHER_AMOUNT : found(best);
}

const found = (row: RelatedTransaction): ReadEvidence => ({
  kind: 'found',
  serviceRefundId: row.transaction_id,
  status: seenStatus(row),
});

/** The money of these has been followed to its end: a likeness adds nothing. */
const ENDED: ReadonlySet<RefundState> = new Set(['settled', 'rejected', 'cancelled']);

/** What the rows that carry no mark of ours look like. */
interface Likenesses {
  /** Those that may be the refund. */
  count: number;
  row: RelatedTransaction | null;
  /** One is too old by less than a mistake about the zone would make it. */
  isDoubtful: boolean;
  /** Somebody else refunds on this order as well. */
  isForeign: boolean;
}

function matchByAmount(refund: OwnRefund, reading: RefundReading): ReadEvidence {
  if (ENDED.has(refund.state) || !isUnplaced(refund)) return ABSENT;
  const { count, row, isDoubtful, isForeign } = likenesses(refund, reading);
  if (count === 0 && !isDoubtful) return ABSENT;
  const echoed = reading.tagsEchoed ?? showsTags(reading);
  if (echoed === null) return TAGS_NOT_KNOWN;
  // The next answer may be whole: a person is asked for what can be read.
  if (echoed && reading.order.unreadable.length > 0) return UNEXPLAINED;
  // Tags that come back for one refund need not for another, of another payment method: sent again, it would leave twice.
  const isOnly = !echoed && count === 1 && !isDoubtful && !isForeign && !hasRival(refund, reading);
  return isOnly && row !== null ? found(row) : AMBIGUOUS;
}

function likenesses(refund: OwnRefund, reading: RefundReading): Likenesses {
  const result: Likenesses = { count: 0, row: null, isDoubtful: false, isForeign: false };
  for (const row of reading.order.related_transactions) {
    if (reading.own.some((own) => isOf(own, row))) continue;
    // It may be the refund or another thing: that is for a person to say.
    if (isOfUnknownType(row) && isSameMoney(row, refund)) result.isDoubtful = true;
    if (!isRefund(row)) continue;
    const isElsewhere = row.transaction_id !== null && reading.elsewhere.has(row.transaction_id);
    const age = isElsewhere ? 'foreign' : ageOf(row, refund, reading);
    if (age === 'doubtful') result.isDoubtful = true;
    if (age === 'likely') {
      result.count += 1;
      result.row = row;
    }
    if (age === 'foreign' || isMarked(row, reading)) result.isForeign = true;
  }
  return result;
}

/** A zone that is set wrongly moves times by hours, as does a night in which clocks are put back (protocol §5.10). */
const ZONE_DOUBT_MS = 86_400_000;

function ageOf(
  row: RelatedTransaction,
  refund: OwnRefund,
  reading: RefundReading,
): 'likely' | 'doubtful' | 'foreign' | 'rival' {
  if (!isSameMoney(row, refund)) {
    return reading.own.some((own) => isUnplaced(own) && isSameMoney(row, own)) ? 'rival' : 'foreign';
  }
  const created = parseServiceTime(row.created, reading.timeZone);
  const earliest = refund.since - reading.createdSlackMs;
  if (created === null || created >= earliest) return 'likely';
  return created >= earliest - ZONE_DOUBT_MS ? 'doubtful' : 'foreign';
}

/** Somebody gave it an identifier of their own; by itself the service uses the order's. */
const isMarked = ({ refund_order_id: mark }: RelatedTransaction, { order }: RefundReading): boolean =>
  mark !== null && mark !== order.order_id;

/** Whether another refund of ours might just as well be meant. */
const hasRival = (refund: OwnRefund, { own }: RefundReading): boolean =>
  own.some(
    (other) =>
      other.tag !== refund.tag &&
      isUnplaced(other) &&
      other.amount === refund.amount &&
      other.currency === refund.currency,
  );
