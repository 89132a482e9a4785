import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DataSource, type EntityManager, type ObjectLiteral } from 'typeorm';
import { tillbridgeEntities } from 'tillbridge/database';
import { readPage, type RowList } from '../../../src/database/engine/index.js';
import { FAILED } from '../../../src/shop/effects/outbox/failed-effects.js';
import { notificationList } from '../../../src/shop/admin/notification-list.js';
import { nextRows } from '../../../src/shop/admin/replay-rows.js';
import { dueErrors, dueNotifications, dueOrders } from '../../../src/shop/retention/due-data.js';
import { statementsOf } from '../../database/statements.js';
import { describeEngines, type TestDatabase } from '../../support/engines.js';
import { createMigratedDatabase } from '../../support/migrated-database.js';

/** Rows of each table, as a power of ten. */
const DIGITS = 4;
const ROWS = 10 ** DIGITS;
const DIGIT = `(${Array.from({ length: 10 }, (_, digit) => `SELECT ${digit} AS d`).join(' UNION ALL ')})`;
const places = Array.from({ length: DIGITS }, (_, place) => `p${place}`);
const NUMBERS = `(SELECT ${places.map((place, power) => `${place}.d * ${10 ** power}`).join(' + ')} AS n FROM ${places
  .map((place) => `${DIGIT} ${place}`)
  .join(', ')}) counted`;

/** Columns and their values in SQL; `n` is the number of the row, TEXT the number as text. */
const TABLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  tillbridge_notification: {
    id: 'TEXT',
    delivery_key: 'TEXT',
    group_name: "'web'",
    order_id: 'TEXT',
    signed_at: '0',
    key_id: "'k'",
    body: "'e30='",
    received_at: 'n',
    state: "CASE WHEN n % 100 = 0 THEN 'parked' WHEN n % 100 = 1 THEN 'erased' ELSE 'done' END",
    due_at: 'n',
  },
  tillbridge_outbox: {
    id: 'TEXT',
    group_name: "'web'",
    order_id: 'TEXT',
    transition_id: "'t'",
    version: '1',
    effect: "'e'",
    state: "CASE WHEN n % 100 = 0 THEN 'discarded' ELSE 'done' END",
    due_at: 'n',
    created_at: '0',
  },
  tillbridge_order: {
    group_name: "'web'",
    order_id: 'TEXT',
    mode: "'live'",
    amount: '1',
    currency: "'EUR'",
    description: "'d'",
    paid_at: 'n',
    erased_at: 'CASE WHEN n % 2 = 0 THEN 0 ELSE n END',
    created_at: 'n',
    updated_at: 'n',
  },
};

type Query = (tx: EntityManager) => Promise<unknown>;
const place = { id: '5', dueAt: 5 };
/** A page of a list beyond a place, towards newer ones or older ones. */
const beyond =
  <E extends ObjectLiteral>(list: RowList<E>, way: 'newer' | 'older', ...at: (string | number)[]): Query =>
  (tx) =>
    readPage(tx, list, { cursor: Buffer.from(JSON.stringify([Number(way === 'older'), ...at])).toString('base64url') });

const [PARKED, DONE, ANY] = [
  notificationList({ state: 'parked' }),
  notificationList({ state: 'done' }),
  notificationList({}),
] as const;
/** What is looked for, and the index that has to answer it; the primary key where it is null. */
const QUERIES: readonly [string, string, string | null, Query][] = [
  ['due content', 'tillbridge_notification', '_due', (tx) => dueNotifications(tx, 'done', ROWS / 2)],
  ['errors of discarded effects', 'tillbridge_outbox', '_due', (tx) => dueErrors(tx, ROWS / 2)],
  ['due orders', 'tillbridge_order', '_retention', (tx) => dueOrders(tx, ROWS / 2, null)],
  [
    'due orders further on',
    'tillbridge_order',
    '_retention',
    (tx) => dueOrders(tx, ROWS / 2, { createdAt: ROWS / 4, group: 'web', orderId: '1' }),
  ],
  ['parked notifications', 'tillbridge_notification', '_due', (tx) => readPage(tx, PARKED, {})],
  ['done notifications', 'tillbridge_notification', '_due', beyond(DONE, 'older', 5, '5')],
  ['any notifications', 'tillbridge_notification', null, beyond(ANY, 'older', '5')],
  ['newer parked notifications', 'tillbridge_notification', '_due', beyond(PARKED, 'newer', 5, '5')],
  ['newer notifications', 'tillbridge_notification', null, beyond(ANY, 'newer', '5')],
  ['failed effects', 'tillbridge_outbox', '_due', (tx) => readPage(tx, FAILED, {})],
  ['newer failed effects', 'tillbridge_outbox', '_due', beyond(FAILED, 'newer', 5, '5')],
  [
    'a replay of a state',
    'tillbridge_notification',
    '_due',
    (tx) => nextRows(tx, { target: { state: 'parked' }, begunAt: ROWS, place }),
  ],
  [
    'a replay of a time',
    'tillbridge_notification',
    null,
    (tx) => nextRows(tx, { target: { from: 5, to: 6 }, begunAt: ROWS, place: null }),
  ],
];

describeEngines('what people and the retention look for', (engine) => {
  let database: TestDatabase;
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await createMigratedDatabase(engine);
    const entities = { entities: [...tillbridgeEntities] };
    dataSource = await new DataSource({ ...database.options, ...entities }).initialize();
    const text = engine === 'mariadb' || engine === 'mysql' ? 'CAST(n AS CHAR)' : 'CAST(n AS VARCHAR(36))';
    for (const [table, columns] of Object.entries(TABLES)) {
      const values = Object.values(columns).map((value) => value.replace('TEXT', text));
      await dataSource.query(
        `INSERT INTO ${table} (${Object.keys(columns).join(', ')}) SELECT ${values.join(', ')} FROM ${NUMBERS}`,
      );
      if (engine === 'postgres') await dataSource.query(`VACUUM ANALYZE ${table}`);
      else await dataSource.query(engine === 'sqlite' ? 'ANALYZE' : `ANALYZE TABLE ${table}`);
    }
  });

  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  it.each(QUERIES)('(%s) is found by an index, in its order', async (_title, table, index, query) => {
    const statements = await statementsOf(dataSource, query);
    const select = statements.find(({ sql }) => sql.startsWith('SELECT') && sql.includes(table));
    const explain = engine === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN';
    const plan = JSON.stringify(await dataSource.query(`${explain} ${select?.sql}`, select?.parameters));
    if (index !== null) expect(plan).toContain(`${table}${index}`);
    expect(plan).not.toMatch(/filesort|temporary|TEMP B-TREE|Sort|Seq Scan|"type":"ALL"|SCAN /);
  });
});
