import type { EntityManager } from 'typeorm';
import { PaymentOrderEntity } from '../orders/index.js';

/** Far more terminal groups than any shop has. */
const MOST = 1_000;

/**
 * The different values of the first column of an index, read by jumping from one to the next: one short read for each value,
 * for any number of rows.
 *
 * @param property - first column of an index of the orders
 */
export async function valuesOf(
  tx: EntityManager,
  property: 'group' | 'attention' | 'paymentMethod',
): Promise<string[]> {
  const values: string[] = [];
  while (values.length < MOST) {
    const query = tx.createQueryBuilder(PaymentOrderEntity, 'o').select(`o.${property}`, 'value').limit(1);
    query.where(`o.${property} > :last`, { last: values.at(-1) ?? '' }).orderBy(`o.${property}`, 'ASC');
    const found = await query.getRawOne<{ value: string }>();
    if (!found) break;
    values.push(found.value);
  }
  return values;
}
