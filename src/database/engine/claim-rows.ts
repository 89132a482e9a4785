import { In, type EntityManager, type EntityTarget } from 'typeorm';
import { engineOf } from './engine.js';
import { requireTransaction } from './one-row.js';
import { readRows } from './many-rows.js';

/**
 * What an entity needs so that its rows can be claimed. Its table needs an index over exactly `(state, dueAt, id)`,
 * after the columns of {@link ClaimRequest.equal} if there are any. With any other index, one worker locks every row
 * that is due, and the next worker finds nothing (measured in design §10.2).
 */
export interface Claimable {
  id: string;
  state: string;
  /** When the row is due; while a worker has it, when the lease ends. Epoch ms. */
  dueAt: number;
  /** How often the row has been claimed. */
  attempts: number;
  /** The token of the claim that holds the row. A worker writes back only if this is still its own token. */
  leaseToken: string | null;
  /** End of the lease, in epoch ms. */
  leaseUntil: number | null;
}

/** Which rows {@link claimRows} claims, and for which worker. */
export interface ClaimRequest {
  /** The state of rows that wait for work. Claiming does not change it. */
  readonly state: string;
  /** Rows due at this time or earlier, in epoch ms. */
  readonly now: number;
  readonly limit: number;
  /** Properties that must have these values; the index begins with their columns. */
  readonly equal?: Readonly<Record<string, string | number>>;
  /** Which rows are claimed if more than `limit` are due: those due for the longest time (default), or the newest. */
  readonly first?: 'oldest' | 'newest';
  readonly lease: {
    /** Different for each claim. */
    readonly token: string;
    /** End of the lease, in epoch ms; later than `now`, and later than the work can take. */
    readonly until: number;
  };
}

/** Selects only the id: the index alone answers, so the statement touches no rows except the claimed ones. */
async function findDue(
  em: EntityManager,
  entity: EntityTarget<Claimable>,
  { state, now, limit, equal = {}, first = 'oldest' }: ClaimRequest,
): Promise<string[]> {
  const direction = first === 'oldest' ? 'ASC' : 'DESC';
  const query = em
    .createQueryBuilder(entity, 'due')
    .select('due.id', 'id')
    .where('due.state = :state AND due.dueAt <= :now', { state, now })
    .orderBy('due.dueAt', direction)
    .addOrderBy('due.id', direction)
    .limit(limit);
  for (const property of Object.keys(equal)) query.andWhere(`due.${property} = :${property}`, equal);
  if (engineOf(em.connection) !== 'sqlite') query.setLock('pessimistic_write').setOnLocked('skip_locked');
  const rows = await query.getRawMany<{ id: string }>();
  return rows.map(({ id }) => id);
}

/**
 * Puts rows that the caller has locked under a lease. They are due again when it ends, and their number of claims grows
 * by one.
 */
export async function leaseRows<E extends Claimable>(
  em: EntityManager,
  entity: EntityTarget<E>,
  { ids, lease: { token, until } }: Pick<ClaimRequest, 'lease'> & { readonly ids: readonly string[] },
): Promise<void> {
  const attempts = em.connection.getMetadata(entity).findColumnWithPropertyName('attempts');
  const column = em.connection.driver.escape(attempts?.databaseName ?? 'attempts');
  await em.update(
    entity as EntityTarget<Claimable>,
    { id: In(ids) },
    { dueAt: until, leaseToken: token, leaseUntil: until, attempts: () => `${column} + 1` },
  );
}

/**
 * Claims due rows for one worker, oldest first by default. No two claims have the same row at the same time.
 *
 * Claiming moves `dueAt` to the end of the lease. So a row with an expired lease is due again, and the index `(state,
 * dueAt, id)` answers the whole query. The claim is valid once the transaction is committed: commit it before working
 * on the rows, and write results back only where `leaseToken` is still the token of the claim.
 *
 * Rows that another claim is taking at that moment are skipped (`SKIP LOCKED`); on SQLite the gate admits one claim at
 * a time.
 *
 * @returns the claimed rows as they are now, in the order of their due times
 * @throws {EngineError} `TRANSACTION_REQUIRED`
 * @example
 * const now = clock.now();
 * const lease = { token: 'worker-7', until: now + 60_000 };
 * const rows = await claimRows(em, OutboxEntity, { state: 'pending', now, limit: 20, lease });
 */
export async function claimRows<E extends Claimable>(
  em: EntityManager,
  entity: EntityTarget<E>,
  request: ClaimRequest,
): Promise<E[]> {
  requireTransaction(em, 'claimRows');
  const target = entity as EntityTarget<Claimable>;
  const ids = await findDue(em, target, request);
  if (ids.length === 0) return [];
  await leaseRows(em, target, { ids, lease: request.lease });
  const rows = await readRows(em, entity, { property: 'id', values: ids });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/**
 * When the first row of a state is due. It tells whether a claim would find a row, and when the next claim will. The
 * index of {@link Claimable} answers it, without locks.
 *
 * @returns epoch ms; null when no row is in that state
 * @example
 * const dueAt = await firstDue(dataSource.manager, OutboxEntity, 'pending');
 */
export async function firstDue<E extends Claimable>(
  em: EntityManager,
  entity: EntityTarget<E>,
  state: string,
): Promise<number | null> {
  const row = await em
    .createQueryBuilder(entity as EntityTarget<Claimable>, 'due')
    .select('due.dueAt', 'at')
    .where('due.state = :state', { state })
    .orderBy('due.dueAt', 'ASC')
    .addOrderBy('due.id', 'ASC')
    .limit(1)
    .getRawOne<{ at: number | string }>();
  return row ? Number(row.at) : null;
}

/**
 * Extends the lease of a claimed row while the work goes on. Otherwise another worker takes over work that is only
 * slow.
 *
 * @param row - as {@link claimRows} gave it
 * @param until - new end of the lease, in epoch ms
 * @returns false if the lease no longer belongs to the caller
 */
export async function renewLease<E extends Claimable>(
  em: EntityManager,
  entity: EntityTarget<E>,
  { row, until }: { readonly row: E; readonly until: number },
): Promise<boolean> {
  const mine = { id: row.id, leaseToken: row.leaseToken ?? '' };
  const change = { dueAt: until, leaseUntil: until };
  const { affected } = await em.update(entity as EntityTarget<Claimable>, mine, change);
  return affected !== 0;
}
