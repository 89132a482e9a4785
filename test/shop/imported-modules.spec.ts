import { Module, type DynamicModule, type Provider, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { Payments, TillbridgeModule, type TillbridgeOptions } from 'tillbridge';
import { tillbridgeEntities, tillbridgeMigrations } from 'tillbridge/database';
import { TillbridgeHealthModule } from 'tillbridge/health';
import { TillbridgeTelemetryModule } from 'tillbridge/telemetry';
import { LogCapture } from '../support/log-capture.js';
import { shopOptions } from '../support/shop-host.js';

type Imports = NonNullable<DynamicModule['imports']>;

/** Named, as the modules of a host are: the error shows where it was imported. */
function moduleOf(name: string, imports: Imports, providers: Provider[] = []): Type {
  const made = { [name]: class {} }[name]!;
  Module({ imports, providers })(made);
  return made;
}

/** A database in memory. @param name - of the DataSource */
const tables = (name?: string): DynamicModule =>
  TypeOrmModule.forRoot({
    ...(name && { name }),
    type: 'better-sqlite3',
    database: ':memory:',
    entities: [...tillbridgeEntities],
    migrations: [...tillbridgeMigrations],
    migrationsRun: true,
  });

const start = async (imports: Imports) => {
  const app = await NestFactory.create(moduleOf('AppModule', imports), {
    rawBody: true,
    abortOnError: false,
    logger: new LogCapture(),
  });
  try {
    return await app.listen(0, '127.0.0.1').then(() => app);
  } catch (error) {
    await app.close();
    throw error;
  }
};

describe('TillbridgeModule in one application', () => {
  const ending: (() => Promise<void>)[] = [];
  const started = async (imports: Imports) => {
    const app = await start(imports);
    ending.push(() => app.close());
    return app;
  };
  const shop = (options: Partial<TillbridgeOptions> = {}) => TillbridgeModule.forRoot({ ...shopOptions(options) });

  afterEach(async () => {
    for (const end of ending.splice(0)) await end();
  });

  it('does not start twice with one database: two sets of workers would send twice as many calls', async () => {
    const orders = moduleOf('OrdersModule', [shop()]);
    await expect(start([tables(), shop(), orders])).rejects.toMatchObject({
      code: 'MODULE_TWICE',
      message: expect.stringMatching(/imported twice.*AppModule, OrdersModule/),
      advice: expect.stringContaining('once'),
    });
    await expect(
      start([tables(), moduleOf('OrdersModule', [shop()]), moduleOf('StockModule', [shop()])]),
    ).rejects.toMatchObject({ message: expect.stringContaining('OrdersModule, StockModule') });
  });

  it('may be imported by several modules where it is one and the same', async () => {
    const one = shop();
    const app = await started([tables(), one, moduleOf('OrdersModule', [one])]);
    expect(app.get(Payments)).toBeDefined();
  });

  it('starts again as often as an application does, and beside another one with the same DataSource', async () => {
    const { dataSource } = await started([tables(), shop()]).then((app) => ({
      dataSource: app.get<DataSource>(getDataSourceToken()),
    }));
    const shared = TypeOrmModule.forRootAsync({
      useFactory: () => dataSource.options,
      dataSourceFactory: async () => dataSource,
    });
    for (let times = 0; times < 2; times += 1) expect((await started([shared, shop()])).get(Payments)).toBeDefined();
  });

  it('serves two shops, each with its own database and path', async () => {
    const [web] = shopOptions().terminalGroups;
    const namesOf = ({ groups }: Payments): string[] => groups.all.map(({ name }) => name);
    const shopOf = (name: string): Type => {
      const group = { ...web!, name, notificationUrl: `http://localhost:9/${name}/notifications/${name}` };
      const structure = { dataSource: name, isGlobal: false, notificationPath: `${name}/notifications` };
      const made = TillbridgeModule.forRoot({ ...shopOptions({ terminalGroups: [group] }), ...structure });
      return moduleOf(`${name}Module`, [made], [{ provide: name, inject: [Payments], useFactory: namesOf }]);
    };
    const app = await started([tables('mugs'), tables('cups'), shopOf('mugs'), shopOf('cups')]);
    expect([app.get('mugs'), app.get('cups')]).toEqual([['mugs'], ['cups']]);
  });
});

describe('a module of the package beside no TillbridgeModule', () => {
  it('TillbridgeHealthModule does not start, and says what is missing', async () => {
    await expect(start([TillbridgeHealthModule])).rejects.toMatchObject({
      code: 'MODULE_MISSING',
      message: 'TillbridgeHealthModule needs TillbridgeModule, which no module of this application imports.',
      advice: expect.stringContaining('TillbridgeModule.forRoot'),
    });
  });

  it('TillbridgeTelemetryModule starts: it shows the calls of TillbridgeClientModule, too', async () => {
    const app = await start([TillbridgeTelemetryModule.forRoot({ public: true })]);
    await app.close();
  });
});
