import type { EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';
import { EngineError } from './engine-error.js';
import { engineOf } from './engine.js';
import { RowMaker } from './row-statements.js';

/** The error for a caller without a transaction. */
export const withoutTransaction = (caller: string): EngineError =>
  new EngineError({
    code: 'TRANSACTION_REQUIRED',
    message: `${caller} was called outside of a transaction.`,
    advice: 'Pass it the EntityManager that Transactions.run gives to its work.',
  });

/**
 * Throws if no transaction is open: outside of one, a lock ends as soon as it is taken.
 *
 * @throws {EngineError} `TRANSACTION_REQUIRED`
 */
export function requireTransaction(em: EntityManager, caller: string): void {
  if (!em.queryRunner?.isTransactionActive) throw withoutTransaction(caller);
}

const read = async <E extends ObjectLiteral>(
  em: EntityManager,
  entity: EntityTarget<E>,
  { equal, suffix }: { readonly equal: Partial<E>; readonly suffix: string },
): Promise<E | null> => {
  const maker = RowMaker.of(em.connection, entity);
  const where = maker.equations(Object.keys(equal)).join(' AND ');
  const [row] = await em.query<Record<string, unknown>[]>(`${maker.select} ${where}${suffix}`, Object.values(equal));
  return row ? maker.toEntity<E>(row) : null;
};

/**
 * Reads one row. Like the entity manager's `findOneBy`, in a fraction of its time: relations are not loaded.
 *
 * @param equal - values of properties that only one row has
 * @returns the row, or null
 * @example
 * const order = await readRow(em, PaymentOrderEntity, { group: 'web', orderId: '1001' });
 */
export const readRow = <E extends ObjectLiteral>(
  em: EntityManager,
  entity: EntityTarget<E>,
  equal: Partial<E>,
): Promise<E | null> => read(em, entity, { equal, suffix: '' });

/**
 * Reads one row, and keeps other transactions from changing or locking it until this one ends (`FOR UPDATE`). On SQLite
 * it is a plain read: the gate admits one transaction, and no other process may write. Relations are not loaded.
 *
 * @param equal - values of properties that only one row has
 * @returns the row as it is now, or null
 * @throws {EngineError} `TRANSACTION_REQUIRED`
 * @example
 * const order = await lockRow(em, PaymentOrderEntity, { group: 'web', orderId: '1001' });
 */
export async function lockRow<E extends ObjectLiteral>(
  em: EntityManager,
  entity: EntityTarget<E>,
  equal: Partial<E>,
): Promise<E | null> {
  requireTransaction(em, 'lockRow');
  return read(em, entity, { equal, suffix: engineOf(em.connection) === 'sqlite' ? '' : ' FOR UPDATE' });
}

/**
 * Like {@link lockRow}, but does not wait: a row that another transaction has locked is skipped.
 *
 * @param equal - values of properties that only one row has
 * @returns the row as it is now; null if it does not exist or is locked
 * @throws {EngineError} `TRANSACTION_REQUIRED`
 * @example
 * const order = await lockFreeRow(em, PaymentOrderEntity, { group: 'web', orderId: '1001' });
 */
export async function lockFreeRow<E extends ObjectLiteral>(
  em: EntityManager,
  entity: EntityTarget<E>,
  equal: Partial<E>,
): Promise<E | null> {
  requireTransaction(em, 'lockFreeRow');
  return read(em, entity, { equal, suffix: engineOf(em.connection) === 'sqlite' ? '' : ' FOR UPDATE SKIP LOCKED' });
}
