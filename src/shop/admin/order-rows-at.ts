import type { EntityManager } from 'typeorm';
import { readRows } from '../../database/engine/index.js';
import { orderKey } from '../../support/index.js';
import { PaymentOrderEntity } from '../orders/index.js';

/** Names an order. */
type OrderName = Pick<PaymentOrderEntity, 'group' | 'orderId'>;

/** The orders with these names, in the given sequence. */
export async function rowsAt(tx: EntityManager, names: readonly OrderName[]): Promise<PaymentOrderEntity[]> {
  const found = new Map<string, PaymentOrderEntity>();
  for (const group of new Set(names.map((name) => name.group))) {
    const values = names.filter((name) => name.group === group).map(({ orderId }) => orderId);
    const rows = await readRows(tx, PaymentOrderEntity, { equal: { group }, property: 'orderId', values });
    for (const row of rows) found.set(orderKey(row), row);
  }
  return names.flatMap((name) => found.get(orderKey(name)) ?? []);
}
