import type { EntityManager } from 'typeorm';
import { readRow } from '../../../database/engine/index.js';
import { AttemptEntity } from '../entities/attempt.entity.js';
import { PaymentOrderEntity } from '../entities/payment-order.entity.js';
import type { CreateClaim } from './create-claim.js';
import { serviceOrderIds } from './service-order-id.js';

/** The id at the service for an attempt of this number: none that another attempt has, or another order of the shop. */
export async function freeServiceOrderId(
  tx: EntityManager,
  { group, prefix, input: { orderId } }: CreateClaim,
  number: number,
): Promise<string> {
  for (const serviceOrderId of serviceOrderIds({ group, prefix, orderId, number })) {
    const isUsed = (await readRow(tx, AttemptEntity, { group, serviceOrderId })) !== null;
    const isAnothers =
      serviceOrderId !== orderId && (await tx.existsBy(PaymentOrderEntity, { group, orderId: serviceOrderId }));
    if (!isUsed && !isAnothers) return serviceOrderId;
  }
  throw new Error('unreachable: there is always another number');
}
