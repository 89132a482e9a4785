import { In, type EntityManager } from 'typeorm';
import { RefundBatchEntity, RefundEntity } from '../../refund-records/index.js';

/**
 * Refunds that wait although their batch was stopped, oldest first: the process that cancelled them has ended meanwhile. They
 * are never sent, and would hold the money of their orders.
 */
export function leftByStop(em: EntityManager, groups: readonly string[], limit: number): Promise<RefundEntity[]> {
  const query = em.createQueryBuilder(RefundEntity, 'refund');
  const stopped = query.subQuery().select('batch.id').from(RefundBatchEntity, 'batch');
  stopped.where(`batch.state = 'stopped'`);
  return query
    .where({ group: In([...groups]), state: 'queued', held: 1 })
    .andWhere(`refund.batchId IN ${stopped.getQuery()}`)
    .orderBy('refund.id', 'ASC')
    .limit(limit)
    .getMany();
}
