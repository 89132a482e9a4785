import { DataSource, type DataSourceOptions } from 'typeorm';
import { tillbridgeEntities } from 'tillbridge/database';
import type { TestDatabase, TestEngineName } from './engines.js';
import { createMigratedDatabase } from './migrated-database.js';

const urlOf = (options: DataSourceOptions): string => String(Reflect.get(options, 'url'));

/** Two servers, in the form of TypeORM's `replication`. */
function replicated(engine: Exclude<TestEngineName, 'sqlite'>, url: string, replicaUrl: string): DataSourceOptions {
  const replication = { master: { url }, slaves: [{ url: replicaUrl }] };
  return engine === 'postgres'
    ? { type: engine, replication }
    : { type: engine, replication, charset: 'utf8mb4', supportBigNumbers: true };
}

/**
 * A database and a replica of it with an infinite lag: it has every table, but no rows. A read from it finds nothing.
 * (It is a second database of the same server: real replication could be fast by chance.)
 *
 * @example
 * const database = await createLaggingDatabase('postgres');
 * const shop = await startShop({ database });
 */
export async function createLaggingDatabase(engine: Exclude<TestEngineName, 'sqlite'>): Promise<TestDatabase> {
  const [master, replica] = [await createMigratedDatabase(engine), await createMigratedDatabase(engine)];
  const tables = { entities: [...tillbridgeEntities] };
  await (await new DataSource({ ...replica.options, ...tables }).initialize()).destroy();
  return {
    options: replicated(engine, urlOf(master.options), urlOf(replica.options)),
    drop: async () => {
      await master.drop();
      await replica.drop();
    },
  };
}
