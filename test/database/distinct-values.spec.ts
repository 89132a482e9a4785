import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { tillbridgeEntities } from 'tillbridge/database';
import { distinctValues, insertRows } from '../../src/database/engine/index.js';
import { PollEntity } from '../../src/shop/poll-schedule/index.js';
import { statementsOf } from './statements.js';
import { describeEngines, type TestDatabase } from '../support/engines.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import { isLongRun } from '../support/long-run.js';

/** More than are read by one statement. */
const GROUPS = 1_203;
const ROWS_OF_EACH = isLongRun ? 100 : 3;
/** Of one group, for which the others should not have to be waited for. */
const ROWS_OF_ONE = 20_000;
const nameOf = (index: number): string => `group-${String(index).padStart(4, '0')}`;

const rowOf = (group: string, index: number) => ({
  id: `${group}-${index}`,
  group,
  serviceOrderId: `S-${index}`,
  state: 'pending' as const,
  attempts: 0,
  dueAt: index,
  leaseToken: null,
  leaseUntil: null,
  lastError: null,
  polledAt: 0,
  askedAt: 0,
  openedAt: 0,
  activeUntil: null,
  method: null,
  methodSince: null,
  reason: null,
});

describeEngines('the different values of a column', (engine) => {
  let database: TestDatabase;
  let dataSource: DataSource;
  beforeAll(async () => {
    database = await createMigratedDatabase(engine);
    const tables = { entities: [...tillbridgeEntities] };
    dataSource = await new DataSource({ ...database.options, ...tables }).initialize();
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  it('are none in an empty table', async () => {
    expect(await distinctValues(dataSource.manager, PollEntity, 'group')).toEqual([]);
  });

  it('are all there, each once and in order, however many they are', async () => {
    const names = Array.from({ length: GROUPS }, (_, index) => nameOf(index));
    const rows = names.flatMap((name) => Array.from({ length: ROWS_OF_EACH }, (_, index) => rowOf(name, index)));
    for (let start = 0; start < rows.length; start += 1_000)
      await dataSource.transaction((tx) => insertRows(tx, PollEntity, rows.slice(start, start + 1_000)));
    const statements = await statementsOf(dataSource, async (em) => {
      expect(await distinctValues(em, PollEntity, 'group')).toEqual(names);
    });
    // No index has to give them so: what is not asked for in order may leave some out.
    const sql = statements.find(({ sql: text }) => text.includes('tillbridge_poll'))!.sql.replaceAll(/[`"]/g, '');
    const [order, times] = engine === 'sqlite' || engine === 'postgres' ? ['LIMIT 1', 2] : ['LIMIT 500', 1];
    expect(sql.split(` ORDER BY group_name ${order}`)).toHaveLength(times + 1);
  });

  // The others are asked to step by the statement itself.
  const itSteps = engine === 'mariadb' || engine === 'mysql' ? it : it.skip;
  itSteps('are stepped through by the index, and not counted out of all rows', async () => {
    const rows = Array.from({ length: ROWS_OF_ONE }, (_, index) => rowOf('group-0007', 1_000 + index));
    for (let start = 0; start < rows.length; start += 1_000)
      await dataSource.transaction((tx) => insertRows(tx, PollEntity, rows.slice(start, start + 1_000)));
    await dataSource.query('DELETE FROM tillbridge_poll WHERE group_name > ?', [nameOf(20)]);
    await dataSource.query('ANALYZE TABLE tillbridge_poll');
    const seen: string[] = [];
    const query = dataSource.query.bind(dataSource);
    const manager = Object.assign(Object.create(dataSource.manager) as typeof dataSource.manager, {
      query: (sql: string, values: unknown[]) => {
        seen.push(sql);
        return query(sql, values);
      },
    });
    expect(await distinctValues(manager, PollEntity, 'group')).toHaveLength(21);
    const plan: unknown = await dataSource.query(`EXPLAIN ${seen[0]!}`, ['']);
    expect(JSON.stringify(plan)).toContain('Using index for group-by');
  });
});
