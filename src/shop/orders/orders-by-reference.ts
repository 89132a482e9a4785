import type { EntityManager } from 'typeorm';
import { isName } from '../../support/index.js';
import { isReference } from './creation/create-payment-order.dto.js';
import { PaymentOrderEntity } from './entities/payment-order.entity.js';

/** The newest orders with a reference, in the given group or in all; none for a value that cannot be a reference. */
export async function ordersByReference(
  manager: EntityManager,
  reference: string,
  { group, limit }: { readonly group?: string | undefined; readonly limit: number },
): Promise<PaymentOrderEntity[]> {
  if (!isReference(reference) || (group !== undefined && !isName(group))) return [];
  const rows = await manager.find(PaymentOrderEntity, {
    where: { reference, ...(group === undefined ? {} : { group }) },
    order: { createdAt: 'DESC', orderId: 'DESC' },
    take: limit,
  });
  // Some databases compare text loosely, as with ids.
  return rows.filter((row) => row.reference === reference);
}
