import type { EntityManager } from 'typeorm';
import { readRows } from '../../database/engine/index.js';
import { AttemptEntity } from './entities/attempt.entity.js';
import type { ListedSubject } from './merge/listed-difference.js';
import { PaymentOrderEntity } from './entities/payment-order.entity.js';

/**
 * Finds the orders of items of the list, by the `order_id` of each, which is that of an attempt.
 *
 * @returns those that exist
 */
export async function listedSubjects(
  manager: EntityManager,
  group: string,
  serviceOrderIds: readonly string[],
): Promise<Map<string, ListedSubject>> {
  const wanted = { equal: { group }, property: 'serviceOrderId', values: serviceOrderIds } as const;
  const attempts = await readRows(manager, AttemptEntity, wanted);
  const values = attempts.map(({ orderId }) => orderId);
  const orders = await readRows(manager, PaymentOrderEntity, { equal: { group }, property: 'orderId', values });
  const byId = new Map(orders.map((order) => [order.orderId, order]));
  return new Map(
    attempts.flatMap((attempt): [string, ListedSubject][] => {
      const order = byId.get(attempt.orderId);
      return order ? [[attempt.serviceOrderId, { order, attempt }]] : [];
    }),
  );
}
