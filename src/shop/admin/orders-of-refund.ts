import { In, type EntityManager } from 'typeorm';
import { orderKey } from '../../support/index.js';
import type { PaymentOrderEntity } from '../orders/index.js';
import { REFUND_KEY_WIDTH, RefundEntity } from '../refund-records/index.js';
import { rowsAt } from './order-rows-at.js';

/** Several shops may use the same key; a service's number is of one refund. */
const MOST = 25;

/** The orders of refunds with exactly this text as their id, tag, key, or number at the service. */
export async function ordersOfRefund(
  tx: EntityManager,
  text: string,
  groups: readonly string[],
): Promise<PaymentOrderEntity[]> {
  if (text.length > REFUND_KEY_WIDTH) return [];
  const select = { id: true, group: true, orderId: true } as const;
  const find = (where: object): Promise<RefundEntity[]> => tx.find(RefundEntity, { select, where, take: MOST });
  const refunds = [
    ...(await find({ id: text.replace(/^r-/, '') })),
    ...(await find({ group: In([...groups]), key: text })),
    ...(await find({ serviceRefundId: text })),
  ];
  const names = new Map(refunds.map(({ group, orderId }) => [orderKey({ group, orderId }), { group, orderId }]));
  return rowsAt(tx, [...names.values()]);
}
