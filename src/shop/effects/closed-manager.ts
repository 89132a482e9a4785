import type { EntityManager, QueryRunner } from 'typeorm';

/** A statement of a connection, with its other arguments. */
export type RunQuery = (sql: string, ...parameters: (unknown[] | undefined)[]) => Promise<unknown>;

const closed = new WeakSet<QueryRunner>();

/** Whether {@link closeManager} was called: only the owner may end the transaction now, even if a handler still runs in it. */
export const isClosed = (runner: QueryRunner): boolean => closed.has(runner);

/** The only statements that are still allowed: they roll back, and write nothing. */
const ROLLBACK = /^\s*ROLLBACK\b/i;

/**
 * Closes the EntityManager of a transaction that will be rolled back, so that a handler that still runs can write nothing
 * more: it may be late, or one of several promises failed and the others continue. Without this, a write between the rollback
 * and the return of the connection to the pool would be committed at once, on its own.
 *
 * A savepoint that such a handler has left open is ignored: the rollback ends the whole transaction.
 *
 * @param reason - the error text for a late statement
 */
export function closeManager(tx: EntityManager, reason: string): void {
  const runner = tx.queryRunner;
  if (!runner) return;
  closed.add(runner);
  const query: RunQuery = runner.query.bind(runner);
  const refuse = (): Promise<never> => Promise.reject(new Error(reason));
  const onlyRollback: RunQuery = (sql, ...parameters) => (ROLLBACK.test(sql) ? query(sql, ...parameters) : refuse());
  Object.assign(runner, { query: onlyRollback, stream: refuse });
  if (runner.isTransactionActive) Object.assign(runner, { transactionDepth: 1 });
}
