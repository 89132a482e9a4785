import { parseServiceTime, type Cost, type OrderStanding } from '../../../protocol/index.js';
import type { ReadEvidence } from '../protocol/refund-protocol.types.js';
import { isLive, seenStatus, type OwnRefund, type RefundReading } from './related-refunds.js';

/** The type of the service's fees; refunds among the costs have others, not all of which are known. */
const FEE = 'SYSTEM';

/** A wrong zone moves times by hours, and so does a night in which clocks are put back (protocol §5.10). */
export const ZONE_DOUBT_MS = 86_400_000;

/**
 * Whether the costs of an order name a refund that is not known, and that may be this one. Some orders show a refund nowhere
 * else: then a refund whose answer was lost would be sent again, and leave twice. A cost does not name the refund's amount,
 * so it proves no presence either.
 *
 * @example
 * const mayBeThere = (refund: OwnRefund, reading: RefundReading) => mayBeAmongCosts(refund, reading);
 */
export function mayBeAmongCosts({ since }: OwnRefund, reading: RefundReading): boolean {
  const known = knownIn(reading);
  const earliest = since - reading.createdSlackMs - ZONE_DOUBT_MS;
  return reading.order.costs.some(
    (cost) => isOfRefund(cost) && !known.has(cost.transaction_id) && createdAt(cost, reading) >= earliest,
  );
}

/**
 * The refund among the costs of its order, where the service has named it before: an order that shows it nowhere else would
 * leave it accepted until a person looks. One that ended without money is not taken from there, since its amount could be
 * refunded again, and a cost does not say whether it is the refund that was called off or what it cost.
 *
 * @returns null when it is not there, or its rows contradict one another
 * @example
 * const isPaidOut = (refund: OwnRefund, reading: RefundReading) => foundAmongCosts(refund, reading) !== null;
 */
export function foundAmongCosts({ serviceRefundId }: OwnRefund, { order }: RefundReading): ReadEvidence | null {
  if (serviceRefundId === null) return null;
  const rows = order.costs.filter((cost) => cost.transaction_id === serviceRefundId && isOfRefund(cost));
  const [status, ...others] = new Set(rows.map(seenStatus));
  return status === undefined || others.length > 0 ? null : { kind: 'found', serviceRefundId, status };
}

/**
 * Whether an order shows a refund, under the service's id, by which money has left or will leave; in any place.
 *
 * @example
 * const isOver = (order: OrderStanding, id: string): boolean => !isShownLive(order, id);
 */
export const isShownLive = ({ related_transactions, costs }: OrderStanding, refundId: string): boolean =>
  [...related_transactions, ...costs.filter(isOfRefund)].some((row) => row.transaction_id === refundId && isLive(row));

/** Fees have neither a time nor a status of their own. */
const isOfRefund = (cost: Cost): boolean =>
  cost.type?.trim().toUpperCase() !== FEE && cost.created !== null && cost.created !== '' && isLive(cost);

const createdAt = ({ created }: Cost, { timeZone }: RefundReading): number =>
  parseServiceTime(created, timeZone) ?? Number.POSITIVE_INFINITY;

function knownIn({ order, own, elsewhere }: RefundReading): ReadonlySet<string | null> {
  const ids = [
    order.transaction_id,
    ...order.related_transactions.map((row) => row.transaction_id),
    ...own.map(({ serviceRefundId }) => serviceRefundId),
  ];
  return new Set([...elsewhere, ...ids.filter((id) => id !== null)]);
}
