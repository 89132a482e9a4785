import type { EntityManager, EntityTarget, FindOptionsWhere, ObjectLiteral } from 'typeorm';
import { EngineError } from './engine-error.js';
import { engineOf } from './engine.js';

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
 * @returns the row as it is now, or null
 * @throws {EngineError} `TRANSACTION_REQUIRED`
 * @example
 * const order = await lockRow(em, PaymentOrderEntity, { group: 'web', orderId: '1001' });
 */
export async function lockRow<E extends ObjectLiteral>(
  em: EntityManager,
  entity: EntityTarget<E>,
  where: FindOptionsWhere<E>,
): Promise<E | null> {
  requireTransaction(em, 'lockRow');
  // FOR UPDATE cannot be had on the far side of an outer join (PostgreSQL), and would lock more than was asked for.
  const plain = { where, loadEagerRelations: false };
  if (engineOf(em.connection) === 'sqlite') return em.findOne(entity, plain);
  return em.findOne(entity, { ...plain, lock: { mode: 'pessimistic_write' } });
}
