import { In, type EntityManager, type EntityTarget } from 'typeorm';
import { engineOf } from './engine.js';
import { requireTransaction } from './one-row.js';
import { readRows } from './many-rows.js';

/**
 * What an entity has that can be claimed. Its table needs an index over exactly `(state, dueAt, id)`, behind the columns
 * of {@link ClaimRequest.equal} where there are any: with any other, one worker locks all that is due and the next finds
 * nothing (measured in design §10.2).
 */
export interface Claimable {
  id: string;
  state: string;
  /** When it is to be worked on; while it is being worked on, when its lease ends. Epoch ms. */
  dueAt: number;
  /** How often it has been claimed. */
  attempts: number;
  /** Whose it is; a worker writes back only where this is still its own token. */
  leaseToken: string | null;
  /** Until when, in epoch ms. */
  leaseUntil: number | null;
}

/** What {@link claimRows} claims, and for whom. */
export interface ClaimRequest {
  /** The state of rows that wait for work. Claiming does not change it. */
  readonly state: string;
  /** Rows due at this time or earlier, in epoch ms. */
  readonly now: number;
  readonly limit: number;
  /** Columns, by property, that must have these values; the index begins with them. */
  readonly equal?: Readonly<Record<string, string | number>>;
  /** Which go first of more than `limit`: those that have been due for longest (default), or those due since just now. */
  readonly first?: 'oldest' | 'newest';
  readonly lease: {
    /** Different for each claim. */
    readonly token: string;
    /** In epoch ms; later than `now`, and later than the work can take. */
    readonly until: number;
  };
}

/** Only the id: the index alone answers, so that no row but the claimed ones is touched. */
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

/** Puts rows that the caller has locked under a lease: they are due again at its end, and count as claimed once more. */
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
 * Claims rows that are due, oldest first unless asked otherwise, for one worker: no two claims give the same row at a time.
 *
 * Claiming moves `dueAt` to the end of the lease. So an expired lease is simply due again, and the index
 * `(state, dueAt, id)` answers the whole question. The claim stands when the transaction is committed: commit it before
 * working on the rows, and write results back only where `leaseToken` is still the claim's.
 *
 * Rows that another claim is just taking are skipped (`SKIP LOCKED`); on SQLite the gate lets in one at a time.
 *
 * @returns the claimed rows as they are now, in the order in which they were due
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
 * When the first row in a state is due: whether a claim would find anything, and when the next one will. The index of
 * {@link Claimable} answers it; nothing is locked.
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
 * Extends the lease of a claimed row while it is still being worked on, so that no one takes over what is only slow.
 *
 * @param row - as {@link claimRows} gave it
 * @param until - new end of the lease, in epoch ms
 * @returns false when the lease is no longer the caller's
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
