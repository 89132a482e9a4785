import { In, type EntityManager } from 'typeorm';
import type { TerminalGroups } from '../../core/index.js';
import { RefundBatchEntity, RefundEntity, type RefundStateService } from '../../refund-records/index.js';

/** Refunds that are cancelled in one transaction. */
const CHUNK = 200;
const STOPPED = 'its batch was stopped';

/** How refunds are cancelled. Time in epoch milliseconds. */
interface Cancelling {
  readonly groups: TerminalGroups;
  readonly states: RefundStateService;
  readonly now: number;
}

/**
 * Cancels refunds that wait although their batch was stopped: the process that cancelled them has ended meanwhile. They are
 * never sent, and would hold the money of their orders.
 *
 * @returns whether there may be more
 */
export async function cancelLeft(tx: EntityManager, { groups, states, now }: Cancelling): Promise<boolean> {
  const rows = await leftByStop(
    tx,
    groups.all.map(({ name }) => name),
  );
  const evidence = { kind: 'decision', outcome: 'cancelled', startedAt: now, text: STOPPED } as const;
  for (const row of rows) {
    const rules = groups.find(row.group)?.refunds;
    // The group may have been forgotten a moment ago.
    if (!rules) return false;
    await states.apply(tx, row, { event: { type: 'cancelled' }, evidence, rules });
  }
  return rows.length === CHUNK;
}

function leftByStop(em: EntityManager, groups: readonly string[]): Promise<RefundEntity[]> {
  const query = em.createQueryBuilder(RefundEntity, 'refund');
  const stopped = query.subQuery().select('batch.id').from(RefundBatchEntity, 'batch');
  stopped.where(`batch.state = 'stopped'`);
  return query
    .where({ group: In([...groups]), state: 'queued', held: 1 })
    .andWhere(`refund.batchId IN ${stopped.getQuery()}`)
    .orderBy('refund.id', 'ASC')
    .limit(CHUNK)
    .getMany();
}
