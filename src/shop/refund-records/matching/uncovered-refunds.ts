import { asWritten } from '../../../support/index.js';
import type { PaidAttempt } from './observed-order.js';
import type { RefundEntity } from '../entities/refund.entity.js';

/** What is left of each payment for the waiting refunds, and which payments were taken back. */
export interface Cover {
  /** The payments that stand, from {@link paidAttemptsOf}. */
  readonly sources: readonly PaidAttempt[];
  /**
   * The service order ids of which it is known what brought money: of such an order, a payment that is not among the sources
   * was annulled or charged back. `all` after a chargeback of everything.
   */
  readonly known: readonly string[] | 'all';
}

type Row = Pick<RefundEntity, 'id' | 'serviceOrderId' | 'origin' | 'state' | 'amount' | 'serviceRefundId'>;

/** Money that has certainly left: a row without an id may be an own refund with an open outcome, and would count twice. */
const hasLeft = ({ origin, state, serviceRefundId }: Row): boolean =>
  (state === 'accepted' || state === 'settled') && (origin !== 'elsewhere' || serviceRefundId !== null);

/**
 * The refunds that wait to be sent, and whose money has left since by another way: the bank took it back, or someone refunded
 * it in the service's dashboard. The oldest are covered first. Pure. None while it is unknown whether the payment stands.
 *
 * @param rows - every return of money of one order
 */
export function uncoveredIn<R extends Row>(rows: readonly R[], { sources, known }: Cover): R[] {
  const queued = rows.filter(({ origin, state }) => origin === 'shop' && state === 'queued');
  const left = new Map(sources.map(({ serviceOrderId, amount }) => [serviceOrderId, amount]));
  const ids = known === 'all' ? queued.map(({ serviceOrderId }) => serviceOrderId) : known;
  for (const id of ids) left.set(id, left.get(id) ?? 0);
  for (const { serviceOrderId, amount } of rows.filter(hasLeft)) take(left, serviceOrderId, amount);
  return asWritten(queued).filter(({ serviceOrderId, amount }) => {
    const isCovered = amount <= (left.get(serviceOrderId) ?? Infinity);
    if (isCovered) take(left, serviceOrderId, amount);
    return !isCovered;
  });
}

function take(left: Map<string, number>, serviceOrderId: string, amount: number): void {
  const known = left.get(serviceOrderId);
  if (known !== undefined) left.set(serviceOrderId, known - amount);
}
