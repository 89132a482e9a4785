import { In, MoreThan, type EntityManager } from 'typeorm';
import { insertOrIgnore } from '../../../database/engine/index.js';
import { RefundWatchEntity } from './refund-watch.entity.js';
import { RefundEntity } from './refund.entity.js';

/** How many refunds get a watch at a time. */
const MOST = 500;

/** The groups of the search, and its time (epoch milliseconds). */
export interface WatchSearch {
  readonly groups: readonly string[];
  readonly now: number;
}

/**
 * Gives refunds with an open outcome a watch that is due now, if they have none: if a row was deleted, or is missing in a
 * backup, money must not stay in doubt forever.
 *
 * @returns the ids of those that had none
 */
export async function addMissingWatches(em: EntityManager, { groups, now }: WatchSearch): Promise<string[]> {
  const open = { group: In([...groups]), state: In(['sending', 'unknown']) };
  const query = em.createQueryBuilder(RefundEntity, 'refund').select('refund.id', 'id').where(open);
  const watched = query.subQuery().select('1').from(RefundWatchEntity, 'watch');
  watched.where(`watch.id = refund.id AND watch.state = 'pending'`);
  const missing = await query
    .andWhere(`NOT EXISTS ${watched.getQuery()}`)
    .orderBy('refund.id')
    .limit(MOST)
    .getRawMany<{ id: string }>();
  const ids = missing.map(({ id }) => id);
  if (ids.length === 0) return ids;
  const work = { state: 'pending' as const, attempts: 0, dueAt: now, leaseToken: null, leaseUntil: null };
  const rows = ids.map((id) => ({ id, ...work, lastError: null }));
  await insertOrIgnore(em, RefundWatchEntity, rows, ['id']);
  await em.update(RefundWatchEntity, { id: In(ids), state: 'done' }, work);
  return ids;
}

/**
 * Has the refund with this mark read now. The service may report a refund under its own id, which is no order here
 * (protocol §5.7). One that is being sent is answered first: read now, it would count as lost.
 *
 * @param now - epoch milliseconds
 * @returns whether a refund has this mark
 */
export async function readMarked(
  em: EntityManager,
  { group, tag }: Pick<RefundEntity, 'group' | 'tag'>,
  now: number,
): Promise<boolean> {
  const refund = await em.findOneBy(RefundEntity, { group, tag });
  if (refund === null || refund.state === 'sending') return refund !== null;
  const due = { state: 'pending' as const, attempts: 0, dueAt: now, leaseToken: null, leaseUntil: null };
  await insertOrIgnore(em, RefundWatchEntity, [{ id: refund.id, ...due, lastError: null }], ['id']);
  await em.update(RefundWatchEntity, { id: refund.id, dueAt: MoreThan(now) }, due);
  await em.update(RefundWatchEntity, { id: refund.id, state: 'done' }, due);
  return true;
}
