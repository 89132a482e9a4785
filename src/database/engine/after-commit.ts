import type { EntityManager, EntitySubscriberInterface, QueryRunner } from 'typeorm';
import { carrierOf } from './gated-runner.js';

type Work = () => void;

/** Keeps the work that waits for a commit, for the transactions of one DataSource. */
class AfterCommitSubscriber implements EntitySubscriberInterface {
  readonly #waiting = new WeakMap<QueryRunner, Work[]>();

  add(runner: QueryRunner, work: Work): void {
    this.#waiting.set(runner, [...(this.#waiting.get(runner) ?? []), work]);
  }

  /** TypeORM calls this for a savepoint too; then the transaction is still open. */
  afterTransactionCommit({ queryRunner }: { readonly queryRunner: QueryRunner }): void {
    if (!queryRunner.isTransactionActive) for (const work of this.#take(queryRunner)) work();
  }

  afterTransactionRollback({ queryRunner }: { readonly queryRunner: QueryRunner }): void {
    if (!queryRunner.isTransactionActive) this.#take(queryRunner);
  }

  #take(runner: QueryRunner): Work[] {
    const waiting = this.#waiting.get(runner) ?? [];
    this.#waiting.delete(runner);
    return waiting;
  }
}

/**
 * Calls `work` once the transaction of `em` has been committed, and never if it is rolled back. Without a transaction
 * it is called at once. A crash loses it, so use it for hints only, such as waking a worker or a line of the log. After
 * a savepoint that was rolled back, it may be called although nothing was written.
 *
 * @param work - must not throw
 * @example
 * await dataSource.transaction(async (em) => {
 *   afterCommit(em, () => console.info('It is stored.'));
 *   await em.update(PaymentOrderEntity, { id: '1' }, { description: 'Order 1' });
 * });
 */
export function afterCommit(em: EntityManager, work: () => void): void {
  const { queryRunner: runner } = em;
  if (!runner?.isTransactionActive) return work();
  subscriberOf(em).add(carrierOf(runner), work);
}

/** Each DataSource has one. If a host replaces its list of subscribers, only hints are lost. */
function subscriberOf({ connection: { subscribers } }: EntityManager): AfterCommitSubscriber {
  const known = subscribers.find((each) => each instanceof AfterCommitSubscriber);
  if (known) return known;
  const added = new AfterCommitSubscriber();
  subscribers.push(added);
  return added;
}
