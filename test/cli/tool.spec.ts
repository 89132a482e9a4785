import { Injectable, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { Cron, Interval, ScheduleModule, SchedulerRegistry, Timeout } from '@nestjs/schedule';
import { afterEach, expect, it } from '@jest/globals';
import { TypeOrmModule } from '@nestjs/typeorm';
import { TillbridgeModule } from 'tillbridge';
import { tillbridgeEntities, tillbridgeMigrations } from 'tillbridge/database';
import { createShop } from '../../src/cli/shop/create-app.js';
import { begin, withConfiguredShop } from '../../src/cli/shop/open-shop.js';
import { createTestDatabase, type TestDatabase } from '../support/engines.js';
import { shopOptions } from '../support/shop-host.js';
import { waitFor } from '../support/wait-for.js';

@Injectable()
class Jobs implements OnApplicationBootstrap {
  static ticks = 0;
  static hasBegun = false;

  onApplicationBootstrap(): void {
    Jobs.hasBegun = true;
  }

  @Cron('* * * * * *', { name: 'cron' })
  byCron(): void {
    Jobs.ticks += 1;
  }

  @Interval('interval', 1)
  byInterval(): void {
    Jobs.ticks += 1;
  }

  @Timeout('timeout', 0)
  byTimeout(): void {
    Jobs.ticks += 1;
  }
}

let database: TestDatabase;

afterEach(() => database.drop());

async function configured() {
  database = await createTestDatabase('sqlite');
  @Module({
    imports: [
      ScheduleModule.forRoot(),
      TypeOrmModule.forRoot({
        ...database.options,
        entities: [...tillbridgeEntities],
        migrations: [...tillbridgeMigrations],
        migrationsRun: true,
        dropSchema: true,
      }),
      TillbridgeModule.forRoot(shopOptions()),
    ],
    providers: [Jobs],
  })
  class AppModule {}
  return { file: 'tillbridge.config.mjs', config: { module: () => AppModule } };
}

it('opens a shop in which no job of its own runs, no port is listened on and no table is made', async () => {
  const config = await configured();
  await withConfiguredShop(config, { isVerbose: false, note: () => undefined }, async (shop) => {
    await begin(shop);
    let ticks = 0;
    const clock = setInterval(() => (ticks += 1), 1);
    await waitFor(() => ticks > 20, { what: 'time enough for a job' });
    clearInterval(clock);
    const job = shop.app.get(SchedulerRegistry).getCronJob('cron');
    expect([Jobs.hasBegun, Jobs.ticks, job.isActive]).toEqual([true, 0, false]);
    expect(shop.app.getHttpServer().listening).toBe(false);
    const tables = await shop.dataSource.query<object[]>("SELECT name FROM sqlite_master WHERE type = 'table'");
    expect(tables).toEqual([]);
  });
});

it('lets the schema be changed again once the shop is open', async () => {
  const { app, tools } = await createShop(await configured(), false);
  const ran = await tools.dataSource.runMigrations();
  await app.close();
  await tools.dataSource.destroy().catch(() => undefined);
  expect(ran.map(({ name }) => name)).toEqual(tillbridgeMigrations.map(({ name }) => name));
});
