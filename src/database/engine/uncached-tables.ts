import type { DataSource } from 'typeorm';
import { ownTables } from './own-tables.js';

type Cache = NonNullable<DataSource['queryResultCache']>;
type Wanted = Parameters<Cache['getFromCache']>[0];

const INSTALLED = Symbol.for('tillbridge.uncachedTables');

/**
 * Keeps our tables out of TypeORM's cache of results, which a host may have enabled for every query (`cache: {
 * alwaysEnabled: true }`). With a cached result, a claim finds rows that are already taken and runs an effect again and
 * again. Queries of other tables are still cached.
 *
 * Calling it again does nothing. Call it when the DataSource is initialised.
 *
 * @returns whether the DataSource has such a cache
 * @example
 * keepUncached(dataSource);
 */
export function keepUncached(dataSource: DataSource): boolean {
  const cache = dataSource.queryResultCache;
  if (!cache) return false;
  if (INSTALLED in cache) return true;
  const names = ownTables(dataSource).map(({ tableName }) => dataSource.driver.escape(tableName));
  const isOwn = ({ query = '' }: Wanted): boolean => names.some((name) => query.includes(name));
  const [read, write] = [cache.getFromCache.bind(cache), cache.storeInCache.bind(cache)];
  const own: Pick<Cache, 'getFromCache' | 'storeInCache'> = {
    getFromCache: async (wanted, runner) => (isOwn(wanted) ? undefined : read(wanted, runner)),
    storeInCache: async (found, before, runner) => (isOwn(found) ? undefined : write(found, before, runner)),
  };
  Object.assign(cache, own, { [INSTALLED]: true });
  return true;
}
