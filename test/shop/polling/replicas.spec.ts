import { afterEach, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { tillbridgeEntities } from 'tillbridge/database';
import { orderBody } from 'tillbridge/testing';
import { PollEntity } from '../../../src/shop/poll-schedule/index.js';
import { canaryKey } from '../../support/canary.js';
import { describeServers, type TestEngineName } from '../../support/engines.js';
import { createMigratedDatabase } from '../../support/migrated-database.js';
import { isLongRun, sized } from '../../support/long-run.js';
import { startOrderService } from '../../support/order-service.mjs';
import {
  SHOP_TABLES,
  startShopProcess,
  type ShopProcess,
  type ShopProcessSettings,
} from '../../support/shop-process.mjs';
import { waitFor } from '../../support/wait-for.js';
import { addUnheardOrders, makeAllDue } from './poll-rows.js';

const MINUTE_MS = 60_000;
const LEASE_MS = 60_000;
/** How wrong the clocks of the replicas' machines are. */
const CLOCKS_MS = [0, 10 * MINUTE_MS, -7 * MINUTE_MS, ...sized({ usual: [], long: [3 * MINUTE_MS] })];
const ROUNDS = sized({ usual: 10, long: 25 });
const ids = Array.from({ length: 15 }, (_, index) => `P-${index}`);
/** Starting processes takes seconds: each engine has its part, and both in the long run. */
const has = (engine: TestEngineName, part: 'ticks' | 'kill'): boolean =>
  isLongRun || (engine === 'postgres') === (part === 'kill');

const itIf = (isTried: boolean) => (isTried ? it : it.skip);

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A database with fifteen orders of which nothing was heard, the service that has them, and shops on both. */
async function open(engine: TestEngineName) {
  const database = await createMigratedDatabase(engine);
  closers.push(() => database.drop());
  const tables = { entities: [...tillbridgeEntities] };
  const dataSource = await new DataSource({ ...database.options, ...tables }).initialize();
  closers.push(() => dataSource.destroy());
  for (const statement of SHOP_TABLES) await dataSource.query(statement);
  const service = await startOrderService();
  closers.push(() => service.close());
  const openedAt = Date.now() - 5 * MINUTE_MS;
  await addUnheardOrders(dataSource, { ids, openedAt: () => openedAt, dueAt: () => openedAt + 2 * MINUTE_MS });
  for (const orderId of ids) {
    const body = orderBody({ orderId, amount: 1250, status: 'initialized', transactionId: null, at: openedAt });
    service.orders.set(orderId, body);
  }
  const start = async (change: Partial<ShopProcessSettings> = {}): Promise<ShopProcess> => {
    const own = { database: database.options, key: canaryKey('web'), serviceUrl: service.url, sinkUrl: service.url };
    const shop = await startShopProcess({ ...own, workers: 'off', ...change });
    closers.push(() => shop.kill());
    return shop;
  };
  return { dataSource, service, start };
}

const tick = async ({ url }: ShopProcess): Promise<void> => {
  expect((await fetch(`${url}/tick`, { method: 'POST' })).status).toBe(201);
};

// One process serves a SQLite database.
describeServers('replicas that look at the same orders (scenario P1)', (engine) => {
  itIf(has(engine, 'ticks'))('read none twice in many ticks, with clocks ten minutes apart', async () => {
    const { dataSource, service, start } = await open(engine);
    const replicas = await Promise.all(CLOCKS_MS.map((machineAheadMs) => start({ machineAheadMs })));
    for (let round = 0; round < ROUNDS; round += 1) {
      service.readsOf.clear();
      await makeAllDue(dataSource);
      await Promise.all(replicas.map(tick));
      expect(Object.fromEntries(service.readsOf)).toEqual(Object.fromEntries(ids.map((orderId) => [orderId, 1])));
    }
    const next = await dataSource.manager.find(PollEntity, { select: { dueAt: true } });
    // By the database's clock, whichever replica planned it: five minutes old, so once more in about five.
    for (const { dueAt } of next) {
      expect(dueAt).toBeGreaterThan(Date.now() + 2 * MINUTE_MS);
      expect(dueAt).toBeLessThan(Date.now() + 7 * MINUTE_MS);
    }
  });

  itIf(has(engine, 'kill'))(
    'take over from one that was killed at work, when its lease has run out and not before',
    async () => {
      const { dataSource, service, start } = await open(engine);
      const [doomed, right, ahead] = await Promise.all([
        start(),
        start({ machineAheadMs: 10 * MINUTE_MS }),
        start({ clockAheadMs: LEASE_MS + 1_000 }),
      ]);
      service.state.hangs = true;
      void tick(doomed).catch(() => undefined);
      await waitFor(() => service.readsOf.size > 0, { what: 'the first to be at work' });
      await doomed.kill();
      service.state.hangs = false;
      const rows = await dataSource.manager.find(PollEntity);
      const held = rows.filter(({ leaseToken }) => leaseToken !== null);
      expect(held.length).toBeGreaterThan(0);
      for (const { leaseUntil } of held) expect(leaseUntil).toBeLessThanOrEqual(Date.now() + LEASE_MS);
      service.readsOf.clear();
      await tick(right);
      const isHeld = (orderId: string) => held.some(({ serviceOrderId }) => serviceOrderId === orderId);
      expect([...service.readsOf.keys()].sort()).toEqual(ids.filter((orderId) => !isHeld(orderId)).sort());
      await tick(ahead);
      expect(Object.fromEntries(service.readsOf)).toEqual(Object.fromEntries(ids.map((orderId) => [orderId, 1])));
    },
  );
});
