import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import { beyond, lockRows, type RowList } from '../../../database/engine/index.js';
import { compareText } from '../../../support/index.js';
import { OutboxEntity } from './outbox.entity.js';

/** Rows of one transaction: locks are short, and workers can run in between. */
const REPLAY_ROWS = 100;
/** Most failed effects that are counted, the oldest first: a page must not read millions. */
const MOST_COUNTED = 100_000;

/** Found by the index over state and time; by ids alone a database might read all effects ever stored. */
export const FAILED: RowList<OutboxEntity> = { entity: OutboxEntity, where: { state: 'dead' }, key: ['dueAt', 'id'] };

/** `failed`: on every attempt, so that they did not happen. `pending`: they failed, and wait for their next attempt. */
export type EffectReplayState = 'failed' | 'pending';

/** Selects effects that failed: those of one handler, or all. */
export interface FailedTarget {
  /** The handler's name, as in `failed()`. */
  readonly effect?: string | undefined;
  /** Default `failed`. With `pending` the next attempt is made at once. */
  readonly state?: EffectReplayState | undefined;
}

/** How many effects of one handler have failed, or fail and wait. */
export interface FailedCount {
  /** The handler's name. */
  readonly effect: string;
  readonly count: number;
}

/** A replay of many effects in progress. Times in epoch milliseconds. */
export interface FailedPass extends FailedTarget {
  /** Effects that failed later are left out: with a handler that always fails, the replay would never end. */
  readonly begunAt: number;
  readonly place: readonly [dueAt: number, id: string];
}

/** Those that a worker has, and those that were never tried, are tried in any case. @param at - the present time */
function inState(em: EntityManager, state: EffectReplayState, at: number): SelectQueryBuilder<OutboxEntity> {
  const query = em.createQueryBuilder(OutboxEntity, 'o');
  if (state === 'failed') return query.where('o.state = :state', { state: 'dead' });
  const waits = 'o.state = :state AND o.dueAt > :at AND o.lastError IS NOT NULL AND o.leaseToken IS NULL';
  return query.where(waits, { state, at });
}

/** The effects of a state by handler, those with the most first. @param at - the present time */
export async function countFailed(em: EntityManager, state: EffectReplayState, at: number): Promise<FailedCount[]> {
  const some = inState(em, state, at).select('o.effect', 'effect').orderBy('o.dueAt').limit(MOST_COUNTED);
  const [sql, parameters] = some.getQueryAndParameters();
  const rows: { effect: string; n: number | string }[] = await em.query(
    `SELECT effect, COUNT(*) AS n FROM (${sql}) failed GROUP BY effect`,
    parameters,
  );
  const counts = rows.map(({ effect, n }) => ({ effect, count: Number(n) }));
  return counts.toSorted((a, b) => b.count - a.count || compareText(a.effect, b.effect));
}

/** The next failed effects of a replay, the oldest first, locked; the next ones begin at `place`. */
export async function nextFailed(tx: EntityManager, { effect, state = 'failed', begunAt, place }: FailedPass) {
  const query = inState(tx, state, begunAt)
    .select(['o.id', 'o.dueAt'])
    .andWhere('(o.doneAt IS NULL OR o.doneAt <= :begunAt)', { begunAt });
  beyond(query, { columns: ['o.dueAt', 'o.id'], place: [...place], isRising: true });
  if (effect !== undefined) query.andWhere('o.effect = :effect', { effect });
  const found = await query.orderBy('o.dueAt').addOrderBy('o.id').limit(REPLAY_ROWS).getMany();
  const values = found.map(({ id }) => id);
  const equal = { state: state === 'failed' ? ('dead' as const) : state };
  const locked = await lockRows(tx, OutboxEntity, { equal, property: 'id', values });
  // A worker may have taken one meanwhile: it would run twice at the same time.
  const rows = locked.filter(({ leaseToken }) => leaseToken === null);
  const last = found.at(-1);
  const next: FailedPass['place'] = last ? [last.dueAt, last.id] : place;
  return { seen: found.length, rows, isEnd: found.length < REPLAY_ROWS, place: next };
}
