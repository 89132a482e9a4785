import type { EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';
import { EngineError } from './engine-error.js';
import { engineOf } from './engine.js';
import { RowMaker } from './row-statements.js';

/**
 * Refuses to go on without a transaction: outside of one a lock would be gone as soon as it is had.
 *
 * @throws {EngineError} `TRANSACTION_REQUIRED`
 */
export function requireTransaction(em: EntityManager, caller: string): void {
  if (em.queryRunner?.isTransactionActive) return;
  throw new EngineError({
    code: 'TRANSACTION_REQUIRED',
    message: `${caller} was called outside of a transaction.`,
    advice: 'Pass it the EntityManager that Transactions.run gives to its work.',
  });
}

/**
 * Reads one row and keeps everyone else from changing or locking it until the transaction ends (`FOR UPDATE`).
 * On SQLite a plain read: behind the gate no one else is in, and no other process may write. Relations are not loaded.
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
  const maker = RowMaker.of(em.connection, entity);
  const where = maker.conditions(Object.keys(equal)).join(' AND ');
  const lock = engineOf(em.connection) === 'sqlite' ? '' : ' FOR UPDATE';
  const [row] = await em.query<Record<string, unknown>[]>(`${maker.select} ${where}${lock}`, Object.values(equal));
  return row ? maker.toEntity<E>(row) : null;
}
