import type { EntityManager, EntitySubscriberInterface, QueryRunner } from 'typeorm';
import { carrierOf } from './gated-runner.js';

type Work = () => void;

/** What waits for the commit of transactions of one DataSource. */
class AfterCommitSubscriber implements EntitySubscriberInterface {
  readonly #waiting = new WeakMap<QueryRunner, Work[]>();

  add(runner: QueryRunner, work: Work): void {
    this.#waiting.set(runner, [...(this.#waiting.get(runner) ?? []), work]);
  }

  /** TypeORM says so of a savepoint, too: then the transaction is still open. */
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
 * Does something once the transaction of `em` has been committed, whoever commits it, and not at all when it is rolled
 * back; at once where there is none. Not kept through a crash: for hints alone, such as waking a worker or a line of the log. After a savepoint
 * that was rolled back it may be done although nothing was written.
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

/** Each DataSource has one; a host that builds its list of subscribers anew loses hints, and nothing else. */
function subscriberOf({ connection: { subscribers } }: EntityManager): AfterCommitSubscriber {
  const known = subscribers.find((each) => each instanceof AfterCommitSubscriber);
  if (known) return known;
  const added = new AfterCommitSubscriber();
  subscribers.push(added);
  return added;
}
