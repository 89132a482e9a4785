import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { Column, DataSource, Entity, PrimaryColumn } from 'typeorm';
import {
  checkDurability,
  checkEngineVersion,
  checkSessionSettings,
  installSqliteGate,
  isMariadbInDisguise,
  lacksTables,
  missingTables,
  ownTables,
} from '../../src/database/engine/index.js';
import { createTestDatabase, type TestDatabase } from '../support/engines.js';
import { statementsIn } from '../support/statement-transcript.js';
import { describeSqlite } from './sqlite-fixture.js';

const NOON = Date.UTC(2026, 0, 15, 11);

@Entity('tillbridge_cup')
class Cup {
  @PrimaryColumn({ type: 'int' })
  id: number;

  @Column({ name: 'cup_size', type: 'int' })
  size: number;
}

@Entity('tillbridge_lid')
class Lid {
  @PrimaryColumn({ type: 'int' })
  id: number;

  @Column({ name: 'lid_size', type: 'int' })
  size: number;

  @Column({ type: 'varchar' })
  colour: string;
}

/** A table of the shop. */
@Entity('mug')
class Mug {
  @PrimaryColumn({ type: 'int' })
  id: number;
}

describeSqlite('the start of a shop: sqlite', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  beforeAll(async () => {
    database = await createTestDatabase('sqlite');
    dataSource = await new DataSource({ ...database.options, entities: [Lid, Mug, Cup] }).initialize();
    installSqliteGate(dataSource);
  });
  afterEach(() => void jest.restoreAllMocks());
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  test('the database is looked at', async () => {
    const text = await statementsIn(dataSource, NOON, async (written) => {
      await written.step('is its version new enough', async () => Boolean(await checkEngineVersion(dataSource)));
      await written.step('is it MariaDB', () => isMariadbInDisguise(dataSource));
      await written.step('its sql_mode', () => checkSessionSettings(dataSource));
      await written.step('what it commits is safe', () => checkDurability(dataSource));
      for (const rows of [[{ mode: 'delete' }], [{ mode: 'memory' }], [{ mode: 'WAL' }], []]) {
        jest.spyOn(dataSource.manager, 'query').mockResolvedValue(rows);
        await written.step(`its journal is ${rows[0]?.mode ?? 'unknown'}`, () => checkDurability(dataSource));
        jest.restoreAllMocks();
      }
    });
    expect(text).toMatchSnapshot();
  });

  test('tables are missing', async () => {
    const text = await statementsIn(dataSource, NOON, async (written) => {
      const asked = async (title: string): Promise<void> => {
        await written.step(title, () => missingTables(dataSource));
        await written.step('asked again', () => lacksTables(dataSource));
      };
      await written.step('ours', () => ownTables(dataSource).map(({ tableName }) => tableName));
      await asked('none is there');
      await dataSource.query('CREATE TABLE tillbridge_lid (id int, colour varchar)');
      await asked('one has a column less');
      await dataSource.query('ALTER TABLE tillbridge_lid ADD COLUMN lid_size int');
      await asked('one is there');
      await dataSource.query('CREATE TABLE tillbridge_cup (id int, cup_size int, more int)');
      await asked('both are there');
    });
    expect(text).toMatchSnapshot();
  });
});
