import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { DataSource, DataSourceOptions } from 'typeorm';
import type { Clock } from 'tillbridge';
import { orderBody } from 'tillbridge/testing';
import { CLOCK } from '../../../src/shop/core/index.js';
import { ProcessRegistry } from '../../../src/shop/diagnostics/index.js';
import { startCuttingProxy, type CuttingProxy } from '../../support/cutting-proxy.mjs';
import { describeOneServer, type TestDatabase } from '../../support/engines.js';
import { createMigratedDatabase } from '../../support/migrated-database.js';
import { startShop, type ShopHost } from '../../support/shop-host.js';
import { waitFor } from '../../support/wait-for.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Clocks that agree differ less: a busy machine reads them one after the other. */
const ABOUT_MS = 5_000;
const ASKS_FOR_TIME = / AS now$/;

/** Shifts what the database says of the time, as another server would after a failover. */
function shiftDatabase(dataSource: DataSource, byMs: () => number): void {
  const create = dataSource.createQueryRunner.bind(dataSource);
  dataSource.createQueryRunner = (mode) => {
    const runner = create(mode);
    const query = runner.query.bind(runner);
    const shifted = async (sql: string, ...rest: unknown[]): Promise<unknown> => {
      const rows: unknown = await Reflect.apply(query, runner, [sql, ...rest]);
      if (!ASKS_FOR_TIME.test(sql) || !Array.isArray(rows)) return rows;
      return rows.map(({ now }: { now: number | string }) => ({ now: Number(now) + byMs() }));
    };
    return Object.assign(runner, { query: shifted });
  };
}

const rightNow = Date.now;
const setMachine = (aheadMs: number): void =>
  void jest.spyOn(Date, 'now').mockImplementation(() => rightNow() + aheadMs);

describeOneServer('the one clock of all processes', (engine) => {
  let direct: TestDatabase;
  let proxy: CuttingProxy;
  let shops: ShopHost[];
  let databaseAheadMs: number;
  beforeEach(async () => {
    direct = await createMigratedDatabase(engine);
    proxy = await startCuttingProxy(String(Reflect.get(direct.options, 'url')));
    [shops, databaseAheadMs] = [[], 0];
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    for (const shop of shops) await shop.close();
    await proxy.close();
    await direct.drop();
  });

  /** A shop on a machine whose clock is wrong. */
  async function start(machineAheadMs: number): Promise<ShopHost> {
    setMachine(machineAheadMs);
    const database = { ...direct, options: { ...direct.options, url: proxy.url } as DataSourceOptions };
    const shop = await startShop({ database, options: { workers: 'off' } });
    shops.push(shop);
    shiftDatabase(shop.dataSource, () => databaseAheadMs);
    return shop;
  }
  const aheadOf = (shop: ShopHost): number => shop.app.get<Clock>(CLOCK).now() - rightNow();
  const isAbout = (ms: number, wanted: number): boolean => Math.abs(ms - wanted) < ABOUT_MS;

  it('is no longer asked for after the end: a call under way would log that the pool is closed', async () => {
    const shop = await start(0);
    const clock = shop.app.get<Clock>(CLOCK);
    await shop.app.close();
    setMachine(HOUR);
    clock.now();
    for (let round = 0; round < 20; round += 1) await new Promise(setImmediate);
    expect(shop.logs.matching('clock could not be read')).toEqual([]);
  });

  it('is that of the database, though the clocks of two machines are a day and ten minutes wrong', async () => {
    const [late, early] = [await start(-DAY), await start(600_000)];
    expect([late, early].map((shop) => isAbout(aheadOf(shop), 0))).toEqual([true, true]);
    // Each takes what the service signs now; each knows of the other that it lives.
    await late.addOrder('A-1', 1250, 'web', rightNow());
    for (const [seconds, shop] of [late, early].entries()) {
      const at = rightNow() - seconds * 1_000;
      const body = orderBody({ orderId: 'A-1', amount: 1250, at });
      expect((await shop.notify({ orderId: 'A-1', body, at })).status).toBe(200);
      expect(await shop.app.get(ProcessRegistry).living(shop.dataSource.manager)).toHaveLength(2);
    }
  });

  it('is compared at once when a machine has slept, and not a minute later', async () => {
    const shop = await start(0);
    // Its monotonic clock stood still meanwhile: only the time of day has gone on, here and there.
    setMachine(HOUR);
    databaseAheadMs = HOUR;
    await waitFor(() => isAbout(aheadOf(shop), HOUR), { what: 'the time of the database' });
  });

  it('is compared at once when connections are lost, since another server may have taken over', async () => {
    const shop = await start(0);
    databaseAheadMs = 600_000;
    proxy.restart(0);
    await shop.payments.refunds.lane('web');
    await waitFor(() => isAbout(aheadOf(shop), 600_000), { what: 'the time of the new server' });
  });
});
