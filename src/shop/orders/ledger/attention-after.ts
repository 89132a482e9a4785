import type { EntityManager } from 'typeorm';
import { attentionLeft, isOutranked } from '../../refund-records/index.js';
import type { PaymentOrderEntity } from '../entities/payment-order.entity.js';
import { worstOf } from '../merge/merge.js';

/**
 * What an order needs attention for after its refunds have changed, which is written already.
 *
 * @param raised - what a refund of it needs attention for just now
 */
export async function attentionAfter(
  tx: EntityManager,
  row: PaymentOrderEntity,
  raised: string | undefined,
): Promise<string | null> {
  const left = await attentionLeft(tx, row);
  const first = isOutranked(raised, left) ? left : (raised ?? left);
  return worstOf([first, left]);
}
