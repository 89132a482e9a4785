import { parseServiceTime, type RelatedTransaction } from '../../../protocol/index.js';
import { accountedFor } from './refund-elsewhere.js';
import { BOOKED_STATES, type ReadEvidence, type RefundState } from '../protocol/refund-protocol.types.js';
import {
  isLive,
  isOfUnknownType,
  isPartUnknown,
  isRefund,
  isSameMoney,
  isUnplaced,
  seenStatus,
  showsTags,
  tellsOfRefunds,
  type OwnRefund,
  type RefundReading,
} from './related-refunds.js';
import { foundAmongCosts, mayBeAmongCosts, ZONE_DOUBT_MS } from './refund-costs.js';
import { claimedBy, rowsOf } from './row-index.js';

const ABSENT: ReadEvidence = { kind: 'absent' };
const TWICE: ReadEvidence = { kind: 'conflict', why: 'twice' };
const OTHER_AMOUNT: ReadEvidence = { kind: 'conflict', why: 'other-amount' };
const AMBIGUOUS: ReadEvidence = { kind: 'conflict', why: 'ambiguous' };
const TAGS_NOT_KNOWN: ReadEvidence = { kind: 'failed', code: 'TAGS_NOT_KNOWN' };
const NO_ORDER: ReadEvidence = { kind: 'failed', code: 'BAD_RESPONSE' };
const UNEXPLAINED: ReadEvidence = { kind: 'failed', code: 'REFUNDED_UNEXPLAINED' };

/**
 * Whether an order's related transactions show a certain own refund (protocol §5.8, §6.4).
 *
 * A tag or a known id proves it, the id also among its costs. If the service does not return tags, amount and time must do, and only when nothing else on
 * the order could be meant. Otherwise a person decides; also if the service returns tags of other refunds, which may be of
 * another payment method. While it is unknown whether tags are returned, a similar refund proves neither presence nor
 * absence. `amount_refunded` does not prove presence. If it contains an unexplained amount that large, it does not prove
 * absence either; nor does an answer with an unreadable part, or with an unknown refund among its costs.
 *
 * @param refund - the refund to find; one of `reading.own`
 * @param reading - an order as the API returns it, with its known refunds
 * @returns evidence for the protocol, which decides whether "absent" proves anything
 * @example
 * const isThere = (refund: OwnRefund, reading: RefundReading) => matchRefund(refund, reading).kind === 'found';
 */
export function matchRefund(refund: OwnRefund, reading: RefundReading): ReadEvidence {
  const { related_transactions: listed } = reading.order;
  const seen = matchByTag(refund, listed) ?? foundAmongCosts(refund, reading) ?? matchByAmount(refund, reading);
  if (seen.kind === 'absent' && !tellsOfRefunds(reading.order)) return NO_ORDER;
  return seen.kind === 'absent' && mayBeUnexplained(refund, reading) ? UNEXPLAINED : seen;
}

/** Money that went back without a row or a sum, or in an unreadable form, may be this refund: sent again, it would leave twice. */
function mayBeUnexplained(refund: OwnRefund, reading: RefundReading): boolean {
  const { state, amount } = refund;
  if (state !== 'unknown') return false;
  if (reading.order.unreadable.length > 0 || isPartUnknown(reading.order)) return true;
  if (mayBeAmongCosts(refund, reading)) return true;
  const booked = reading.own.filter((own) => BOOKED_STATES.has(own.state));
  return reading.order.amount_refunded - accountedFor({ ...reading, own: booked }) >= amount;
}

/** The row that is certainly this refund; null when there is none. */
function matchByTag(refund: OwnRefund, rows: readonly RelatedTransaction[]): ReadEvidence | null {
  let best: RelatedTransaction | null = null;
  for (const row of rowsOf(refund, rows)) {
    if (!(isRefund(row) || isOfUnknownType(row))) continue;
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

/** The money of these has been followed to its end: a similar refund adds nothing. */
const ENDED: ReadonlySet<RefundState> = new Set(['settled', 'rejected', 'cancelled']);

/** Rows without a mark of this shop that are similar to the refund. */
interface Likenesses {
  /** How many may be the refund. */
  count: number;
  row: RelatedTransaction | null;
  /** One is too old, but by less than a wrong zone could cause. */
  isDoubtful: boolean;
  /** Someone else refunds on this order as well. */
  isForeign: boolean;
}

function matchByAmount(refund: OwnRefund, reading: RefundReading): ReadEvidence {
  if (ENDED.has(refund.state) || !isUnplaced(refund)) return ABSENT;
  const { count, row, isDoubtful, isForeign } = likenesses(refund, reading);
  if (count === 0 && !isDoubtful) return ABSENT;
  const echoed = reading.tagsEchoed ?? showsTags(reading);
  if (echoed === null) return TAGS_NOT_KNOWN;
  // The next answer may be complete. A person decides only about what can be read.
  if (echoed && reading.order.unreadable.length > 0) return UNEXPLAINED;
  // If tags are returned for one refund, they may be missing for another, of another payment method: sent again, it would
  // leave twice.
  const isOnly = !echoed && count === 1 && !isDoubtful && !isForeign && !hasRival(refund, reading);
  return isOnly && row !== null ? found(row) : AMBIGUOUS;
}

function likenesses(refund: OwnRefund, reading: RefundReading): Likenesses {
  const result: Likenesses = { count: 0, row: null, isDoubtful: false, isForeign: false };
  const claimed = claimedBy(reading.own, reading.order.related_transactions);
  for (const row of reading.order.related_transactions) {
    if (claimed.has(row)) continue;
    // It may be the refund or something else: a person must decide.
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

/** Someone gave it another id; by default the service uses the order's id. */
const isMarked = ({ refund_order_id: mark }: RelatedTransaction, { order }: RefundReading): boolean =>
  mark !== null && mark !== order.order_id;

/** Whether another own refund might equally be meant. */
const hasRival = (refund: OwnRefund, { own }: RefundReading): boolean =>
  own.some(
    (other) =>
      other.tag !== refund.tag &&
      isUnplaced(other) &&
      other.amount === refund.amount &&
      other.currency === refund.currency,
  );
