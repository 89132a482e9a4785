import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EntityMetadata } from 'typeorm';
import { AttemptEntity, PaymentOrderEntity } from '../../src/shop/orders/index.js';
import { tapStatements } from '../support/statement-tap.mjs';
import { DashboardStage } from './support/dashboard-stage.js';
import { setOrderScenes } from './support/order-scenes.js';

/** Pages of one kind that are read, whatever they are about. */
const OF_A_KIND = 2;
const LINK = /href="[^"#]*\/payments\/dashboard([^"#]*)/g;
const kindOf = (path: string): string => path.replace(/\/[^/?]{9,}/, '/:id').replace(/\?.*/, '?');

/** Pages of every kind that links lead to. */
async function pagesOf(dashboard: DashboardStage): Promise<string[]> {
  const [found, queue] = [new Map<string, Set<string>>(), ['']];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const alike = found.get(kindOf(path)) ?? new Set();
    if (alike.has(path) || alike.size >= OF_A_KIND) continue;
    found.set(kindOf(path), alike.add(path));
    const html = await (await dashboard.fetch(path)).text();
    queue.push(...[...html.matchAll(LINK)].map(([, link]) => link!.replaceAll('&amp;', '&')));
  }
  return [...found.values()].flatMap((alike) => [...alike]);
}

/** Of these, what is finished is deleted when its time has come. */
const WORK = ['notification', 'notification_part', 'outbox', 'observation', 'poll', 'effect', 'refund_watch'];
/** Not renamed with a group. */
const STAYS = /call_budget|lane|sweep/;

/** What may happen in any moment, as the statements that it sends. */
const EVENTS: Readonly<Record<string, (tables: readonly EntityMetadata[]) => string[]>> = {
  'an attempt is withdrawn': () => [
    "DELETE FROM tillbridge_attempt WHERE service_order_id = 'S-1001-2'",
    "UPDATE tillbridge_order SET attempt = 1 WHERE order_id = 'S-1001'",
  ],
  'finished work is deleted': () => WORK.map((table) => `DELETE FROM tillbridge_${table}`),
  'the terminal group is renamed': (tables) =>
    tables.flatMap((table) => {
      const column = table.findColumnWithPropertyName('group')?.databaseName;
      if (column === undefined || STAYS.test(table.tableName)) return [];
      return `UPDATE ${table.tableName} SET ${column} = 'till' WHERE ${column} = 'web'`;
    }),
};

describe('every page, with something else between any two of its statements', () => {
  let dashboard: DashboardStage;
  beforeAll(async () => {
    dashboard = await DashboardStage.start();
    await setOrderScenes(dashboard);
    const { manager } = dashboard.stage.shop.dataSource;
    const first = await manager.findOneByOrFail(AttemptEntity, { orderId: 'S-1001' });
    await manager.insert(AttemptEntity, { ...first, number: 2, serviceOrderId: 'S-1001-2' });
    await manager.update(PaymentOrderEntity, { orderId: 'S-1001' }, { attempt: 2 });
    for (const { tableName } of tables()) await query(`CREATE TABLE kept_${tableName} AS SELECT * FROM ${tableName}`);
  });
  afterAll(() => dashboard.close());

  const tables = (): EntityMetadata[] => dashboard.stage.shop.dataSource.entityMetadatas;
  const query = (sql: string): Promise<unknown> => dashboard.stage.shop.dataSource.query(sql);

  /** Past TypeORM, as one transaction: it happens hundreds of times. */
  function restore(): void {
    const rows = tables().map(
      ({ tableName }) => `DELETE FROM ${tableName}; INSERT INTO ${tableName} SELECT * FROM kept_${tableName};`,
    );
    const database: { exec(sql: string): void } = Reflect.get(
      dashboard.stage.shop.dataSource.driver,
      'databaseConnection',
    );
    database.exec(`BEGIN; ${rows.join(' ')} COMMIT`);
  }

  /** Reads a page, with something after so many of its reads. @returns its status, and how many reads it took */
  async function readTorn(path: string, moment: number, statements: readonly string[]): Promise<[number, number]> {
    let seen = 0;
    const untap = tapStatements(dashboard.stage.shop.dataSource, {
      after: async ({ sql, raw }) => {
        if (!sql.startsWith('SELECT') || ++seen !== moment) return;
        for (const statement of statements) await raw(statement);
      },
    });
    const response = await dashboard.fetch(path).finally(untap);
    await response.text();
    return [response.status, seen];
  }

  it.each(Object.entries(EVENTS))('is still a page when %s', async (_event, statementsOf) => {
    const statements = statementsOf(tables());
    const pages = await pagesOf(dashboard);
    const [faults, tries]: [string[], number[]] = [[], []];
    for (const path of pages) {
      for (let [moment, last] = [1, 1]; moment <= last; moment += 1) {
        const [status, reads] = await readTorn(path, moment, statements);
        last = reads;
        tries.push(moment);
        if (status >= 500) faults.push(`${path}, after ${moment} of ${reads} reads: ${status}`);
        restore();
      }
    }
    expect(faults).toEqual([]);
    expect(pages.length).toBeGreaterThan(14);
    expect(tries.length).toBeGreaterThan(4 * pages.length);
  });
});
