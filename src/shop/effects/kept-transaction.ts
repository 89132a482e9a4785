import type { EntityManager, QueryRunner } from 'typeorm';
import { isClosed } from './closed-manager.js';

type Ending = 'commitTransaction' | 'rollbackTransaction';
const ENDINGS: readonly Ending[] = ['commitTransaction', 'rollbackTransaction'];

/** TypeORM's count of the levels that are open: 1 is the transaction itself, each further one a savepoint. */
const depthOf = (runner: QueryRunner): number => Number(Reflect.get(runner, 'transactionDepth'));

/**
 * Runs a handler so that the transaction it was given is still open when it has ended, and nothing within it. Ended by the
 * handler, what follows would be committed piece by piece; with a savepoint left open, TypeORM's commit would end only
 * that, and the connection go back to the pool with all its locks while everyone takes the change for done.
 *
 * @param reason - what a handler is told that would end the transaction, or has left something open in it
 * @throws whatever the handler throws, or an Error with the reason
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

/** What the handler itself has begun it may end. @returns how to put everything back */
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
