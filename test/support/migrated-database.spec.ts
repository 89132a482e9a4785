import { expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { tillbridgeEntities, tillbridgeMigrations } from 'tillbridge/database';
import {
  createTestDatabase,
  describeEngines,
  withDataSource,
  type TestDatabase,
  type TestEngineName,
} from './engines.js';
import { createMigratedDatabase } from './migrated-database.js';

const created = (table: string): string => `SHOW CREATE TABLE ${table}`;
const SHOWN: Record<TestEngineName, (table: string) => string> = {
  sqlite: () => 'SELECT name, sql FROM sqlite_master ORDER BY name',
  postgres: (table) => `SELECT * FROM pg_indexes WHERE tablename = '${table}' ORDER BY indexname`,
  mariadb: created,
  mysql: created,
};

describeEngines('a copy of a migrated database', (engine) => {
  const connected = <T>(database: TestDatabase, work: (dataSource: DataSource) => Promise<T>): Promise<T> => {
    const migrations = [...tillbridgeMigrations];
    return withDataSource({ ...database.options, entities: [...tillbridgeEntities], migrations }, work);
  };

  /** Each table with its columns and indexes, as the engine shows them, and what is in the table of migrations. */
  const contents = async (dataSource: DataSource): Promise<unknown[]> => {
    const tables = dataSource.entityMetadatas.map(({ tableName }) => tableName).toSorted();
    const definitions = [];
    for (const table of tables) definitions.push(await dataSource.query(SHOWN[engine](table)));
    return [...definitions, await dataSource.query('SELECT timestamp, name FROM migrations ORDER BY timestamp')];
  };

  it('is what migrations make of an empty one, with nothing left to run, and apart from other copies', async () => {
    const [empty, ...copies] = await Promise.all([
      createTestDatabase(engine),
      createMigratedDatabase(engine),
      createMigratedDatabase(engine),
    ]);
    try {
      const expected = await connected(empty, async (dataSource) => {
        expect(await dataSource.runMigrations()).toHaveLength(tillbridgeMigrations.length);
        return contents(dataSource);
      });
      for (const copy of copies) {
        await connected(copy, async (dataSource) => {
          expect(await contents(dataSource)).toEqual(expected);
          expect(await dataSource.runMigrations()).toEqual([]);
          await dataSource.query('DELETE FROM migrations');
        });
      }
    } finally {
      for (const database of [empty, ...copies]) await database.drop();
    }
  });
});
