import type { OrderStanding, OrderStatus } from '../../../protocol/index.js';
import { chargebacksIn, typeOf } from '../../refund-records/index.js';
import { hasFailed, impliesPaid, type PaymentStatus } from './payment-status.js';

/** A chargeback that was not taken back explains why a payment is void (protocol §4.2). */
export function isVoidByChargeback({ related_transactions }: OrderStanding, status: PaymentStatus): boolean {
  const standing = related_transactions.filter((each) => !hasFailed(each));
  const countOf = (type: string): number => standing.filter((each) => typeOf(each) === type).length;
  return status === 'cancelled' && countOf('chargeback') > countOf('reverse_chargeback');
}

/**
 * A payment that was given back whole explains why it is void: some pay-later orders are shown so after their refund
 * (protocol §6.2).
 */
export const isVoidByRefund = (
  { amount, amount_refunded }: Pick<OrderStanding, 'amount' | 'amount_refunded'>,
  status: PaymentStatus,
): boolean => status === 'cancelled' && amount !== null && amount > 0 && amount_refunded >= amount;

/**
 * What a void payment really is: charged back, or given back; null where nothing explains the void.
 *
 * @param wasPaid - whether its money is known to have been taken
 */
export function returnedStatus(
  order: OrderStanding,
  status: PaymentStatus,
  wasPaid: boolean,
): 'chargedback' | 'refunded' | null {
  if (isVoidByChargeback(order, status)) return 'chargedback';
  return wasPaid && isVoidByRefund(order, status) ? 'refunded' : null;
}

/** Whether the bank took all of a payment back, in any of its forms; `void` is one of them. */
export const isChargedBack = (order: OrderStanding, status: OrderStatus): boolean =>
  isVoidByChargeback(order, status === 'void' ? 'cancelled' : status) ||
  statusWithChargebacks(order, status) === 'chargedback';

/**
 * The status of a payment whose own status does not show its chargebacks: they may appear as related transactions alone
 * (protocol §4.1). It is charged back once they reach its full amount, as one or as several parts.
 */
export function statusWithChargebacks(order: OrderStanding, status: PaymentStatus): PaymentStatus {
  if (!impliesPaid(status) || order.amount === null || order.amount <= 0) return status;
  return takenIn(order) >= order.amount ? 'chargedback' : status;
}

/** The amount that the bank took back and did not return, minor units. */
export const takenIn = (order: OrderStanding): number =>
  chargebacksIn(order).reduce((sum, { standing }) => sum + standing, 0);
