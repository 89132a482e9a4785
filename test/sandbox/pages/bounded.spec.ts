import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import type { DataSource, Logger } from 'typeorm';
import { SandboxDatabase } from '../../../src/sandbox/core/sandbox.database.js';
import { standaloneModule } from '../../../src/sandbox/sandbox.module.js';
import { ManualClock } from '../../../src/support/index.js';
import { TILL_KEY, WEB_KEY } from '../support/service.js';
import { seedCrowd } from './support/crowd.js';

// A page shows 25 rows of a list, and looks one further; each row may have a few of other tables.
const MOST_ROWS = 110;
const MOST_QUERIES = 14;

interface Statement {
  sql: string;
  parameters: unknown[];
}

/** Keeps every statement that the application makes. */
class StatementLog implements Logger {
  readonly statements: Statement[] = [];

  logQuery(sql: string, parameters: unknown[] = []): void {
    this.statements.push({ sql, parameters });
  }
  logQueryError(): void {}
  logQuerySlow(): void {}
  logSchemaBuild(): void {}
  logMigration(): void {}
  log(): void {}
}

let app: NestExpressApplication;
let dataSource: DataSource;
let url: string;
let newest: string;

beforeAll(async () => {
  const clock = new ManualClock();
  const terminalGroups = [
    { name: 'web', apiKey: WEB_KEY },
    { name: 'till', apiKey: TILL_KEY },
  ];
  const module = standaloneModule({ terminalGroups, clock });
  app = await NestFactory.create<NestExpressApplication>(module, new ExpressAdapter(), {
    bodyParser: false,
    abortOnError: false,
    logger: false,
  });
  await app.listen(0, '127.0.0.1');
  url = await app.getUrl();
  const { manager } = app.get(SandboxDatabase);
  dataSource = manager.dataSource;
  newest = await seedCrowd(manager, clock, { orders: 1_000, deliveriesPerOrder: 9, deliveriesOfOne: 1_000 });
});
afterAll(() => app?.close());

/** Loads a page and returns what it asked of the database. */
async function statementsOf(path: string): Promise<Statement[]> {
  const log = new StatementLog();
  dataSource.setOptions({ logging: ['query'], logger: log });
  const response = await fetch(url + path);
  dataSource.setOptions({ logging: false });
  expect([path, response.status]).toEqual([path, 200]);
  await response.text();
  return log.statements.filter(({ sql }) => /^\s*SELECT/i.test(sql));
}

async function planOf({ sql, parameters }: Statement): Promise<string[]> {
  const rows: { detail: string }[] = await dataSource.query(`EXPLAIN QUERY PLAN ${sql}`, parameters);
  return rows.map(({ detail }) => detail);
}

/** The key of the last row of a list's first page, from its link. */
async function cursorOf(path: string): Promise<string> {
  const page = await (await fetch(url + path)).text();
  return String(/rel="next" href="[^"]*after=([\w-]+)/.exec(page)?.[1]);
}

const LISTS = [
  '/merchant/transactions?x=1',
  '/merchant/transactions?status=completed',
  '/merchant/transactions?group=web',
  '/merchant/transactions?group=till&status=declined',
  '/merchant/transactions?search=C-0',
  '/merchant/transactions?search=C-0&status=shipped',
  '/merchant/transactions?search=C-0&group=web',
  '/merchant/transactions?search=C-0&group=web&status=completed',
  '/merchant/notifications?x=1',
  '/merchant/notifications?verdict=timeout',
];

describe('with 1,000 orders and 10,000 deliveries, a page', () => {
  it('has them all to choose from', async () => {
    const [{ orders }] = await dataSource.query('SELECT count(*) AS orders FROM sandbox_order');
    const [{ deliveries }] = await dataSource.query('SELECT count(*) AS deliveries FROM sandbox_delivery');
    expect([orders, deliveries]).toEqual([1_000, 10_000]);
  });

  it.each([
    ...LISTS,
    '/',
    '/merchant/transactions?search=nothing',
    '/merchant/transactions?search=1767225600000999',
    '/merchant/transactions/{newest}',
    '/merchant/clock',
    '/merchant/groups',
    '/merchant/faults',
  ])('reads by an index and no more than it shows: %s', async (path) => {
    await expectBounded(path.replace('{newest}', newest));
  });

  it.each(LISTS)('costs the same further down: %s', async (path) => {
    const after = await cursorOf(path);
    await expectBounded(`${path}&after=${after}`);
    await expectBounded(`${path}&before=${after}`);
  });
});

it('a payment page reads the rows of its own order', async () => {
  await expectBounded('/pay/session-1000', /^SCAN/);
});

async function expectBounded(path: string, forbidden = /^SCAN|TEMP B-TREE/): Promise<void> {
  const statements = await statementsOf(path);
  expect(statements.length).toBeLessThanOrEqual(MOST_QUERIES);
  let rows = 0;
  for (const statement of statements) {
    const plan = await planOf(statement);
    expect(plan.filter((step) => forbidden.test(step)).map((step) => `${step}: ${statement.sql}`)).toEqual([]);
    rows += (await dataSource.query(statement.sql, statement.parameters)).length;
  }
  expect(rows).toBeLessThanOrEqual(MOST_ROWS);
}
