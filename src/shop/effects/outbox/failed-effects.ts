import type { EntityManager } from 'typeorm';
import { beyond, lockRows, type RowList } from '../../../database/engine/index.js';
import { compareText } from '../../../support/index.js';
import { OutboxEntity } from './outbox.entity.js';

/** Rows of one transaction: locks are short, and workers can run in between. */
const REPLAY_ROWS = 100;
/** Most failed effects that are counted, the oldest first: a page must not read millions. */
const MOST_COUNTED = 100_000;

/** Found by the index over state and time; by ids alone a database might read all effects ever stored. */
export const FAILED: RowList<OutboxEntity> = { entity: OutboxEntity, where: { state: 'dead' }, key: ['dueAt', 'id'] };

/** Selects failed effects: those of one handler, or all. */
export interface FailedTarget {
  /** The handler's name, as in `failed()`. */
  readonly effect?: string | undefined;
}

/** How many effects of one handler have failed. */
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

/** The failed effects by handler, those with the most first. */
export async function countFailed(em: EntityManager): Promise<FailedCount[]> {
  const some = em
    .createQueryBuilder(OutboxEntity, 'o')
    .select('o.effect', 'effect')
    .where({ state: 'dead' })
    .orderBy('o.dueAt')
    .limit(MOST_COUNTED);
  const [sql, parameters] = some.getQueryAndParameters();
  const rows: { effect: string; n: number | string }[] = await em.query(
    `SELECT effect, COUNT(*) AS n FROM (${sql}) failed GROUP BY effect`,
    parameters,
  );
  const counts = rows.map(({ effect, n }) => ({ effect, count: Number(n) }));
  return counts.toSorted((a, b) => b.count - a.count || compareText(a.effect, b.effect));
}

/** The next failed effects of a replay, the oldest first, locked; the next ones begin at `place`. */
export async function nextFailed(tx: EntityManager, { effect, begunAt, place }: FailedPass) {
  const query = tx
    .createQueryBuilder(OutboxEntity, 'o')
    .select(['o.id', 'o.dueAt'])
    .where('o.state = :state AND (o.doneAt IS NULL OR o.doneAt <= :begunAt)', { state: 'dead', begunAt });
  beyond(query, { columns: ['o.dueAt', 'o.id'], place: [...place], isRising: true });
  if (effect !== undefined) query.andWhere('o.effect = :effect', { effect });
  const found = await query.orderBy('o.dueAt').addOrderBy('o.id').limit(REPLAY_ROWS).getMany();
  const values = found.map(({ id }) => id);
  const rows = await lockRows(tx, OutboxEntity, { equal: { state: 'dead' }, property: 'id', values });
  const last = found.at(-1);
  const next: FailedPass['place'] = last ? [last.dueAt, last.id] : place;
  return { seen: found.length, rows, isEnd: found.length < REPLAY_ROWS, place: next };
}
