import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { tillbridgeEntities, tillbridgeMigrations } from 'tillbridge/database';
import { isRefusedStatement } from '../../src/database/engine/retryable-errors.js';
import { lacksTables, missingTables, ownTables } from '../../src/database/engine/index.js';
import { createTestDatabase, describeEngines, type TestDatabase } from '../support/engines.js';
import { Job } from './queue.entities.js';

describeEngines('our tables in a database', (engine) => {
  let database: TestDatabase;
  let dataSource: DataSource;
  beforeEach(async () => {
    database = await createTestDatabase(engine);
    const tables = { entities: [...tillbridgeEntities, Job], migrations: [...tillbridgeMigrations] };
    dataSource = await new DataSource({ ...database.options, ...tables }).initialize();
  });
  afterEach(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const missing = async () => {
    const found = await missingTables(dataSource);
    // The name of a schema stands before it on some engines.
    return found.map(({ table, columns }) => [table.split('.').at(-1), ...columns].join(' '));
  };

  it('are missing at first, all of them and none of the shop, then there, but for a column that was lost', async () => {
    const names = ownTables(dataSource).map(({ tableName }) => tableName);
    expect(names).toHaveLength(tillbridgeEntities.length);
    expect([await lacksTables(dataSource), await missing()]).toEqual([true, names]);
    await dataSource.runMigrations();
    expect([await lacksTables(dataSource), await missing()]).toEqual([false, []]);
    await dataSource.query('ALTER TABLE tillbridge_attempt DROP COLUMN session_id');
    expect([await lacksTables(dataSource), await missing()]).toEqual([true, ['tillbridge_attempt session_id']]);
  });

  it('that are not there make a statement fail that the database has taken', async () => {
    const error = await dataSource.query('SELECT * FROM tillbridge_attempt').catch((thrown: unknown) => thrown);
    expect(isRefusedStatement(error)).toBe(true);
    expect([new Error('gone'), { name: 'QueryFailedError' }].map(isRefusedStatement)).toEqual([false, false]);
  });
});
