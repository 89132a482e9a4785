import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { performance } from 'node:perf_hooks';
import { DataSource } from 'typeorm';
import { tillbridgeEntities } from 'tillbridge/database';
import { SystemClock } from '../../../src/support/index.js';
import { firstDue, Transactions } from '../../../src/database/engine/index.js';
import { OutboxEntity } from '../../../src/shop/effects/index.js';
import { PollEntity } from '../../../src/shop/poll-schedule/index.js';
import { NotificationEntity } from '../../../src/shop/notifications/index.js';
import { LeasedRows } from '../../../src/shop/workers/index.js';
import { statementsOf } from '../../database/statements.js';
import { describeEngines, type TestDatabase, type TestEngineName } from '../../support/engines.js';
import { createMigratedDatabase } from '../../support/migrated-database.js';

/** With TILLBRIDGE_TEST_MILLION set, a million rows as well. */
const SIZES = process.env['TILLBRIDGE_TEST_MILLION'] ? [1_000, 100_000, 1_000_000] : [1_000, 100_000];
const ROUNDS = 15;

/** Columns that a queue has besides those of every queue, with a value in SQL; `n` is the number of the row. */
const QUEUES = {
  tillbridge_outbox: {
    entity: OutboxEntity,
    index: 'tillbridge_outbox_due',
    extra: { order_id: 'ID', transition_id: "'t'", version: '1', effect: "'e'", created_at: '0' },
  },
  tillbridge_notification: {
    entity: NotificationEntity,
    index: 'tillbridge_notification_due',
    extra: { order_id: 'ID', delivery_key: 'ID', signed_at: '0', key_id: "'k'", body: "'e30='", received_at: '0' },
  },
  tillbridge_poll: {
    entity: PollEntity,
    index: 'tillbridge_poll_due',
    extra: { service_order_id: 'ID', opened_at: '0' },
  },
} as const;
/** Looks are claimed group by group, and most of them the newest first. */
const WANTED = { tillbridge_poll: { equal: { group: 'web' }, first: 'newest' } } as const;
type Queue = keyof typeof QUEUES;
const wantedOf = (table: Queue) => (table === 'tillbridge_poll' ? WANTED[table] : {});

const DIGITS = `(${Array.from({ length: 10 }, (_, digit) => `SELECT ${digit} AS d`).join(' UNION ALL ')})`;

/** Counts in SQL, so that the rows never travel: 0 … 10^digits - 1. */
const numbers = (digits: number): string => {
  const places = Array.from({ length: digits }, (_, place) => `p${place}`);
  const sum = places.map((place, power) => `${place}.d * ${10 ** power}`).join(' + ');
  return `(SELECT ${sum} AS n FROM ${places.map((place) => `${DIGITS} ${place}`).join(', ')}) counted`;
};

/** Nine rows of ten are done, the others pending; of those half is due. */
function fillStatement(table: Queue, digits: number, engine: TestEngineName): string {
  const text = engine === 'mariadb' || engine === 'mysql' ? 'CHAR' : 'VARCHAR(36)';
  const id = `CAST(n AS ${text})`;
  const columns: Record<string, string> = {
    id,
    group_name: "'web'",
    state: "CASE WHEN n % 10 = 0 THEN 'pending' ELSE 'done' END",
    attempts: '0',
    due_at: 'CASE WHEN n % 20 = 0 THEN n ELSE 9000000000000 END',
    ...QUEUES[table].extra,
  };
  const values = Object.values(columns).map((value) => (value === 'ID' ? id : value));
  return `INSERT INTO ${table} (${Object.keys(columns).join(', ')}) SELECT ${values.join(', ')} FROM ${numbers(digits)}`;
}

describeEngines('claims', (engine) => {
  let database: TestDatabase;
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await createMigratedDatabase(engine);
    const entities = { entities: [...tillbridgeEntities] };
    dataSource = await new DataSource({ ...database.options, ...entities }).initialize();
  });

  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const fill = async (table: Queue, size: number): Promise<void> => {
    await dataSource.query(`DELETE FROM ${table}`);
    await dataSource.query(fillStatement(table, Math.round(Math.log10(size)), engine));
    if (engine === 'postgres') await dataSource.query(`VACUUM ANALYZE ${table}`);
    else await dataSource.query(engine === 'sqlite' ? 'ANALYZE' : `ANALYZE TABLE ${table}`);
  };

  const planOf = async (table: Queue): Promise<string> => {
    const transactions = new Transactions(dataSource);
    const rows = new LeasedRows(transactions, new SystemClock(), {
      entity: QUEUES[table].entity as typeof OutboxEntity,
      leaseMs: 60_000,
    });
    const statements = await statementsOf(dataSource, () =>
      transactions.run((tx) => rows.take(tx, { limit: 20, ...wantedOf(table) })),
    );
    const select = statements.find(({ sql }) => /ORDER BY/.test(sql) && sql.includes(table));
    const explain = engine === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN';
    return JSON.stringify(await dataSource.query(`${explain} ${select?.sql}`, select?.parameters));
  };

  const firstDuePlanOf = async (table: Queue): Promise<string> => {
    const statements = await statementsOf(dataSource, () =>
      firstDue(dataSource.manager, QUEUES[table].entity as typeof OutboxEntity, 'pending'),
    );
    const statement = statements.find(({ sql }) => /ORDER BY/.test(sql));
    const explain = engine === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN';
    return JSON.stringify(await dataSource.query(`${explain} ${statement?.sql}`, statement?.parameters));
  };

  const medianMs = async (table: Queue): Promise<number> => {
    const transactions = new Transactions(dataSource);
    const entity = QUEUES[table].entity as typeof OutboxEntity;
    const rows = new LeasedRows(transactions, new SystemClock(), { entity, leaseMs: 60_000 });
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const start = performance.now();
      expect((await transactions.run((tx) => rows.take(tx, { limit: 2, ...wantedOf(table) }))).length).toBe(2);
      times.push(performance.now() - start);
    }
    return times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)]!;
  };

  it.each(Object.keys(QUEUES) as Queue[])(
    'of %s are answered by the index, in its order, and cost the same',
    async (table) => {
      const costs: string[] = [];
      for (const size of SIZES) {
        await fill(table, size);
        const plan = await planOf(table);
        expect(plan).toContain(QUEUES[table].index);
        // Of a few due rows any plan is good; PostgreSQL sorts them.
        if (size >= 100_000) expect(plan).not.toMatch(/filesort|temporary|TEMP B-TREE|Sort|Seq Scan|SCAN due/);
        if (table !== 'tillbridge_poll' && size >= 100_000) {
          const statement = await firstDuePlanOf(table);
          expect(statement).toContain(QUEUES[table].index);
          expect(statement).not.toMatch(/filesort|temporary|TEMP B-TREE|Sort|Seq Scan|SCAN due/);
        }
        costs.push(`${size} rows ${(await medianMs(table)).toFixed(1)} ms`);
      }
      // What is left behind is read, row by row, when the database is dropped.
      await dataSource.query(`DELETE FROM ${table}`);
      process.stdout.write(`claim of ${table} (${engine}): ${costs.join(', ')}\n`);
    },
  );
});
