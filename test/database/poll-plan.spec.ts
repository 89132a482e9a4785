import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { tillbridgeEntities } from 'tillbridge/database';
import { claimRows, Transactions } from '../../src/database/engine/index.js';
import { PollEntity } from '../../src/shop/poll-schedule/index.js';
import { describeServers, type TestDatabase } from '../support/engines.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import { statementsOf } from './statements.js';

const NOW = 1_000_000;
const ROWS = 6_000;
const ROWS_AT_ONCE = 500;

/** Mostly finished orders; of the others some are due, in two terminal groups. */
const rowOf = (index: number) => ({
  id: String(index).padStart(6, '0'),
  group: index % 2 === 0 ? 'web' : 'till',
  serviceOrderId: `P-${index}`,
  state: index % 10 < 2 ? ('pending' as const) : ('done' as const),
  attempts: 0,
  dueAt: NOW + (index % 100 < 50 ? -index : index),
  openedAt: 0,
});

/** What each server says of a plan, as text. */
const EXPLAIN: Readonly<Record<string, { readonly analyse: string; readonly sorts: RegExp }>> = {
  mariadb: { analyse: 'ANALYZE TABLE tillbridge_poll PERSISTENT FOR ALL', sorts: /filesort|temporary/ },
  mysql: { analyse: 'ANALYZE TABLE tillbridge_poll', sorts: /filesort|temporary/ },
  postgres: { analyse: 'ANALYZE tillbridge_poll', sorts: /Sort|Seq Scan/ },
};

// A plan of SQLite tells nothing of theirs.
describeServers('the question which looks are due', (engine) => {
  const words = EXPLAIN[engine]!;
  let database: TestDatabase;
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await createMigratedDatabase(engine);
    const tables = { entities: [...tillbridgeEntities] };
    dataSource = await new DataSource({ ...database.options, ...tables }).initialize();
    for (let first = 0; first < ROWS; first += ROWS_AT_ONCE) {
      const rows = Array.from({ length: ROWS_AT_ONCE }, (_, index) => rowOf(first + index));
      await dataSource.manager.insert(PollEntity, rows);
    }
    await dataSource.query(words.analyse);
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  it.each(['oldest', 'newest'] as const)('is answered by the index, without a sort, the %s first', async (first) => {
    const lease = { token: `of ${first}`, until: NOW + 60_000 };
    const wanted = { state: 'pending', now: NOW, limit: 20, equal: { group: 'web' }, first, lease };
    let due: number[] = [];
    const statements = await statementsOf(dataSource, async () => {
      const rows = await new Transactions(dataSource).run((tx) => claimRows(tx, PollEntity, wanted));
      due = rows.map(({ id }) => rowOf(Number(id)).dueAt);
    });
    expect(due).toHaveLength(20);
    expect(due).toEqual(due.toSorted((a, b) => (first === 'oldest' ? a - b : b - a)));
    const select = statements.find(({ sql }) => sql.includes('SKIP LOCKED'))!;
    const plan = JSON.stringify(await dataSource.query(`EXPLAIN ${select.sql}`, [...select.parameters]));
    expect(plan).toContain('tillbridge_poll_due');
    expect(plan).not.toMatch(words.sorts);
  });
});
