import type { EntityManager, QueryRunner } from 'typeorm';
import { isClosed } from './closed-manager.js';

type Ending = 'commitTransaction' | 'rollbackTransaction';
const ENDINGS: readonly Ending[] = ['commitTransaction', 'rollbackTransaction'];

/** TypeORM's count of open levels: 1 is the transaction itself, each further one a savepoint. */
const depthOf = (runner: QueryRunner): number => Number(Reflect.get(runner, 'transactionDepth'));

/**
 * Runs a handler so that its transaction is still open afterwards, without an open savepoint. If the handler ended the
 * transaction, later writes would be committed one by one. If it left a savepoint open, TypeORM's commit would end only that,
 * and the connection would return to the pool with all its locks although the change counts as done.
 *
 * @param reason - the error for a handler that ends the transaction, or has left something open in it
 * @throws the error of the handler, or an Error with the reason
 */
export async function keepingTransaction<T>(
  tx: EntityManager,
  work: () => Promise<T>,
  reason: () => string,
): Promise<T> {
  const runner = tx.queryRunner;
  if (!runner) return work();
  const depth = depthOf(runner);
  const release = refuseToEnd(runner, depth, reason);
  try {
    const result = await work();
    if (depthOf(runner) !== depth) throw new Error(reason());
    return result;
  } finally {
    release();
  }
}

/** A handler may end what it has begun itself. @returns how to restore the runner */
function refuseToEnd(runner: QueryRunner, depth: number, reason: () => string): () => void {
  const originals = ENDINGS.map((name) => [name, runner[name]] as const);
  for (const [name, original] of originals) {
    const guarded = async (): Promise<void> => {
      if (depthOf(runner) <= depth && !isClosed(runner)) throw new Error(reason());
      await original.call(runner);
    };
    Object.assign(runner, { [name]: guarded });
  }
  return () => {
    for (const [name, original] of originals) Object.assign(runner, { [name]: original });
  };
}
