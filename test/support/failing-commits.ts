import type { DataSource, EntitySubscriberInterface } from 'typeorm';

/**
 * Rolls each transaction of a SQLite DataSource back once at its commit, like a conflict that only appears there, so
 * that it runs again.
 *
 * @returns a function that ends this
 */
export function failEachCommitOnce({ subscribers }: DataSource): () => void {
  let isSecond = false;
  const subscriber: EntitySubscriberInterface = {
    beforeTransactionCommit: () => {
      isSecond = !isSecond;
      if (isSecond) throw Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' });
    },
  };
  subscribers.push(subscriber);
  return () => void subscribers.splice(subscribers.indexOf(subscriber), 1);
}
