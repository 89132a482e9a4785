import type { EntityManager, QueryRunner } from 'typeorm';

/** A statement of a connection, with what else it is given. */
export type Query = (sql: string, ...parameters: (unknown[] | undefined)[]) => Promise<unknown>;

const closed = new WeakSet<QueryRunner>();

/** Whether {@link closeManager} was called: the transaction is now its owner's to end, whatever still runs in it. */
export const isClosed = (runner: QueryRunner): boolean => closed.has(runner);

/** All that may still be said: it takes back, and can write nothing. */
const ROLLBACK = /^\s*ROLLBACK\b/i;

/**
 * Closes the EntityManager of a transaction that is going to be rolled back, so that a handler which still runs (it is
 * late, or one of several promises failed and the others go on) can write nothing any more. Without this, what it writes
 * between the rollback and the return of the connection to the pool would be committed at once, on its own.
 *
 * A savepoint that such a handler has left open is forgotten: the rollback that follows is of the whole transaction.
 *
 * @param reason - what a late statement is told
 */
export function closeManager(tx: EntityManager, reason: string): void {
  const runner = tx.queryRunner;
  if (!runner) return;
  closed.add(runner);
  const query: Query = runner.query.bind(runner);
  const refuse = (): Promise<never> => Promise.reject(new Error(reason));
  const onlyRollback: Query = (sql, ...parameters) => (ROLLBACK.test(sql) ? query(sql, ...parameters) : refuse());
  Object.assign(runner, { query: onlyRollback, stream: refuse });
  if (runner.isTransactionActive) Object.assign(runner, { transactionDepth: 1 });
}
