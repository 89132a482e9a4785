import { normaliseStatus, ORDER_STATUS_TABLE, type Order, type OrderStatus } from '../../protocol/index.js';

/**
 * What an order counts as in the shop: the service's statuses, and `authorised` for money that is promised but not yet
 * captured (`completed` with `financial_status` initialized).
 */
export type PaymentStatus = OrderStatus | 'authorised';

/** Reads the shop's status out of an observed order; `unknown` when the service used a word nobody knows yet. */
export function paymentStatusOf(order: Order): PaymentStatus | 'unknown' {
  const status = normaliseStatus(order.status);
  const awaitsCapture = status === 'completed' && normaliseStatus(order.financial_status) === 'initialized';
  return awaitsCapture ? 'authorised' : status;
}

/** Is the money the shop's, or has it been (a refund or a chargeback can only follow a payment)? */
export const impliesPaid = (status: PaymentStatus): boolean =>
  status !== 'authorised' && ORDER_STATUS_TABLE[status].paid;

/** Does the status speak of money at all, so that the amount must be what the shop asked for? */
export const claimsMoney = (status: PaymentStatus): boolean =>
  status === 'authorised' || status === 'uncleared' || status === 'reserved' || impliesPaid(status);

/** A place in the usual order of events; a higher one is the later fact. */
export const rankOf = (status: PaymentStatus | null): number => {
  if (status === null) return -1;
  // An authorisation lies just below the payment it may become.
  return status === 'authorised' ? ORDER_STATUS_TABLE.completed.rank - 0.5 : ORDER_STATUS_TABLE[status].rank;
};

/** May the one follow upon the other without asking the service (protocol's transition graph)? */
export function mayFollow(from: PaymentStatus | null, to: PaymentStatus): boolean {
  if (from === null) return true;
  const plain = (status: PaymentStatus): OrderStatus => (status === 'authorised' ? 'reserved' : status);
  return ORDER_STATUS_TABLE[plain(from)].mayBecome.includes(plain(to)) || (from === 'authorised' && to === 'completed');
}

/** The unpaid ends of an order, after which money is a surprise (spec §3). */
export const GIVEN_UP: ReadonlySet<PaymentStatus> = new Set(['cancelled', 'void', 'expired']);
