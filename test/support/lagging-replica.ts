import { DataSource, type DataSourceOptions } from 'typeorm';
import { tillbridgeEntities, tillbridgeMigrations } from 'tillbridge/database';
import { createTestDatabase, type TestDatabase, type TestEngineName } from './engines.js';

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
  const [master, replica] = [await createTestDatabase(engine), await createTestDatabase(engine)];
  const tables = { entities: [...tillbridgeEntities], migrations: [...tillbridgeMigrations], migrationsRun: true };
  await (await new DataSource({ ...replica.options, ...tables }).initialize()).destroy();
  return {
    options: replicated(engine, urlOf(master.options), urlOf(replica.options)),
    drop: async () => {
      await master.drop();
      await replica.drop();
    },
  };
}
