import { afterEach, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { tillbridgeEntities } from 'tillbridge/database';
import { canaryKey } from '../../support/canary.js';
import { startEffectSink } from '../../support/effect-sink.mjs';
import { describeOneEngine, type TestEngineName } from '../../support/engines.js';
import { createMigratedDatabase } from '../../support/migrated-database.js';
import { SHOP_TABLES, startShopProcess, type ShopProcess } from '../../support/shop-process.mjs';
import { waitFor } from '../../support/wait-for.js';
import { ListStage, type ListedOrder } from './list-stage.js';

const LEASE_MS = 60_000;
const OPEN = 230;
const PAID = 6;

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A sweep, a kill before its third page, and another process a lease later. */
async function killAndGoOn(engine: TestEngineName): Promise<void> {
  const database = await createMigratedDatabase(engine);
  closers.push(() => database.drop());
  const tables = { entities: [...tillbridgeEntities] };
  const dataSource = await new DataSource({ ...database.options, ...tables }).initialize();
  closers.push(() => dataSource.isInitialized && dataSource.destroy());
  for (const statement of SHOP_TABLES) await dataSource.query(statement);
  const stage = await ListStage.start();
  closers.push(() => stage.close());
  stage.pageSize = 100;
  const order = (id: string, seconds: number, status: ListedOrder['status']): ListedOrder => {
    return { id, openedAt: stage.clock.now() - seconds * 1_000 - 600_000, status };
  };
  const open = Array.from({ length: OPEN }, (_, index) => order(`K-${index}`, index, 'initialized'));
  const paid = Array.from({ length: PAID }, (_, index) => order(`PAID-${index}`, index * 40, 'completed'));
  await stage.addDue({ dataSource }, [...open, ...paid]);
  const sink = await startEffectSink();
  closers.push(() => sink.close());
  const start = async (clockAheadMs: number): Promise<ShopProcess> => {
    const settings = {
      database: database.options,
      key: canaryKey('web'),
      serviceUrl: stage.url,
      sinkUrl: sink.url,
    };
    const shop = await startShopProcess({ ...settings, workers: 'off', clockAheadMs });
    closers.push(() => shop.kill());
    return shop;
  };
  const tick = ({ url }: ShopProcess): Promise<Response> => fetch(`${url}/tick`, { method: 'POST' });
  const count = async (where: string): Promise<number> => {
    const rows = (await dataSource.query(`SELECT COUNT(*) AS n FROM ${where}`)) as { n: number | string }[];
    return Number(rows[0]!.n);
  };

  const first = await start(0);
  stage.beforePage = () => (stage.calls.list === 3 ? first.kill() : undefined);
  await tick(first).catch(() => undefined);
  expect(await first.ended).toBe('SIGKILL');
  stage.beforePage = () => undefined;
  expect(await count("tillbridge_sweep WHERE state = 'walking' AND list_cursor IS NOT NULL AND pages = 2")).toBe(1);
  expect(await count('tillbridge_poll WHERE lease_token IS NOT NULL')).toBeGreaterThan(0);

  const second = await start(LEASE_MS + 1_000);
  expect((await tick(second)).status).toBe(201);
  await waitFor(async () => (await count('shop_booking')) === PAID, { what: 'each payment to be booked' });
  expect(await count("tillbridge_poll WHERE state = 'pending' AND polled_at = 0")).toBe(0);
  expect(await count("tillbridge_transition WHERE kind = 'completed'")).toBe(PAID);
  expect(stage.calls.list).toBeLessThanOrEqual(5);
}

describeOneEngine('a sweep whose process is killed (scenario P2)', (engine) => {
  it('is gone on with by another one, and nothing happens twice', () => killAndGoOn(engine), 90_000);
});
