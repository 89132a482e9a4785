import type { DataSource, EntitySubscriberInterface } from 'typeorm';

/**
 * Rolls each transaction of a SQLite back once when it would be committed, as a conflict that only shows there, so that it is
 * run again.
 *
 * @returns what ends that
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
