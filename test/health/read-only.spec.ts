import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { HealthIndicatorResult } from '@nestjs/terminus';
import { DiagnosticsService } from 'tillbridge';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { TillbridgeHealthIndicator, TillbridgeHealthModule } from 'tillbridge/health';
import { startDurableEngine, type DurableEngine } from '../chaos/support/durable-engine.mjs';
import { describeServers, withDataSource, type TestEngineName } from '../support/engines.js';
import { scratchFolder } from '../support/scratch-folder.mjs';
import { startShop, type ShopHost } from '../support/shop-host.js';
import { waitFor } from '../support/wait-for.js';

/** Statements of the administrator; $db is the name of the shop's database. */
interface Switch {
  /** Makes the account of the shop: the administrator may write in any case. */
  readonly account: readonly string[];
  /** As a host does when its disk is full, and as in a failover. */
  readonly readOnly: readonly string[];
  readonly writable: readonly string[];
}

const POSTGRES_ANEW = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '$db' AND usename = 'shop'`;
const MYSQL: Switch = {
  account: [`CREATE USER shop@'%' IDENTIFIED BY 'shop'`, `GRANT ALL ON $db.* TO shop@'%'`],
  readOnly: ['SET GLOBAL read_only = 1'],
  writable: ['SET GLOBAL read_only = 0'],
};
const SWITCHES: Readonly<Record<string, Switch>> = {
  mariadb: MYSQL,
  mysql: MYSQL,
  postgres: {
    account: [`CREATE ROLE shop LOGIN PASSWORD 'shop'`, 'ALTER DATABASE $db OWNER TO shop'],
    readOnly: ['ALTER DATABASE $db SET default_transaction_read_only = on', POSTGRES_ANEW],
    writable: [
      'SET default_transaction_read_only = off',
      'ALTER DATABASE $db RESET default_transaction_read_only',
      POSTGRES_ANEW,
    ],
  },
};

describeServers('a database that takes no writes', (name: TestEngineName) => {
  let engine: DurableEngine;
  let admin: DataSourceOptions;
  let shop: ShopHost;

  async function say(statements: readonly string[]): Promise<void> {
    await withDataSource(admin, async (dataSource: DataSource) => {
      // In one session: a database that is read-only is made writable by a session that may write.
      const runner = dataSource.createQueryRunner();
      for (const each of statements) await runner.query(each.replace('$db', String(dataSource.driver.database)));
      await runner.release();
    });
  }

  const health = (): Promise<HealthIndicatorResult> => shop.app.get(TillbridgeHealthIndicator).isHealthy();

  beforeAll(async () => {
    engine = await startDurableEngine(name, scratchFolder());
    admin = await engine.createDatabase();
    await say(SWITCHES[name]!.account);
    const url = Object.assign(new URL(String(Reflect.get(admin, 'url'))), { username: 'shop', password: 'shop' }).href;
    const database = { options: { ...admin, url } as DataSourceOptions, drop: async () => undefined };
    shop = await startShop({ database, imports: [TillbridgeHealthModule], options: { workers: 'off' } });
  }, 120_000);
  afterAll(async () => {
    await shop.close();
    await engine.stop();
  });

  it('is down in the health check and for the gauges, while the command line can read its figures', async () => {
    expect(await health()).toMatchObject({ payments: { status: 'up' } });
    await say(SWITCHES[name]!.readOnly);
    // A connection that the server has ended fails once in another way.
    await waitFor(() => isReadable(shop));
    await expect(shop.app.get(DiagnosticsService).readIfWritable()).rejects.toThrow(/read-only/);
    expect(await health()).toMatchObject({ payments: { status: 'down', findings: [{ problem: 'unreadable' }] } });
    expect(await isReadable(shop)).toBe(true);
    await expect(shop.addOrder('A-1')).rejects.toThrow(/read-only/);
    await say(SWITCHES[name]!.writable);
    await waitFor(async () => (await health())['payments']?.status === 'up');
  });
});

const isReadable = (shop: ShopHost): Promise<boolean> =>
  shop.app
    .get(DiagnosticsService)
    .read()
    .then(
      () => true,
      () => false,
    );
