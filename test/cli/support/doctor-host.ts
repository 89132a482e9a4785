import { Injectable, Module, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { APP_GUARD, NestFactory, Reflector } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { ScheduleModule } from '@nestjs/schedule';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { TillbridgeModule, type TerminalGroupOptions, type TillbridgeConfig, type TillbridgeExtras } from 'tillbridge';
import { tillbridgeEntities, tillbridgeMigrations } from 'tillbridge/database';
import { collectFacts, decideAll } from '../../../src/cli/doctor/examine.js';
import type { Finding } from '../../../src/cli/doctor/finding.types.js';
import { withConfiguredShop } from '../../../src/cli/shop/open-shop.js';
import { parseUrl } from '../../../src/protocol/index.js';
import { canaryKey } from '../../support/canary.js';

/** A shop, healthy or with a fault in it. */
export interface HostPlan {
  readonly database: DataSourceOptions;
  readonly platform: 'express' | 'fastify';
  readonly rawBody: boolean;
  readonly prefix: string;
  /** A middleware that lets no one in who has not logged in. */
  readonly wantsLogin: boolean;
  /** A global guard that lets no one in, but where `@Public()` says so. */
  readonly isGuarded: boolean;
  readonly extras: TillbridgeExtras;
  /** How often `ScheduleModule.forRoot()` is imported. */
  readonly schedulers: number;
  /** Whether the DataSource lists the module's migrations. */
  readonly lists: boolean;
  /** What the database says of its version; the truth where it is empty. */
  readonly pretends: string;
  readonly group: Partial<TerminalGroupOptions>;
  readonly timeZone: string;
}

/** A shop without a fault, on this database. */
export const healthy = (database: DataSourceOptions): HostPlan => ({
  database,
  platform: 'express',
  rawBody: true,
  prefix: '',
  wantsLogin: false,
  isGuarded: false,
  extras: {},
  schedulers: 1,
  lists: true,
  pretends: '',
  group: {},
  timeZone: 'Europe/Amsterdam',
});

/** Marks what the guard lets through. */
export const Public = (): ClassDecorator => SetMetadata('public', true);

@Injectable()
class LoginGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    return this.reflector.get<boolean | undefined>('public', context.getClass()) === true;
  }
}

const terminalGroup = (baseUrl: string, changes: Partial<TerminalGroupOptions>): TerminalGroupOptions => ({
  name: 'web',
  mode: 'sandbox',
  apiKeys: [canaryKey('web')],
  baseUrl,
  notificationUrl: 'http://localhost:9/payments/notifications/web',
  ...changes,
});

/** A DataSource whose server words its version otherwise: of a version that this machine does not have. */
function pretending(options: DataSourceOptions, version: string): Promise<DataSource> {
  const dataSource = new DataSource(options);
  const query = dataSource.query.bind(dataSource);
  if (version !== '') {
    const answer = (sql: string, ...more: []): Promise<unknown> =>
      /version\(\)/i.test(sql) ? Promise.resolve([{ version }]) : query(sql, ...more);
    Object.assign(dataSource, { query: answer });
  }
  return Promise.resolve(dataSource);
}

function rootModule(plan: HostPlan, baseUrl: string): object {
  const options = {
    ...plan.database,
    entities: [...tillbridgeEntities],
    migrations: plan.lists ? [...tillbridgeMigrations] : [],
    migrationsRun: true,
    retryAttempts: 0,
  };
  @Module({
    imports: [
      TypeOrmModule.forRootAsync({
        useFactory: () => options,
        dataSourceFactory: async (given) => (await pretending(given ?? options, plan.pretends)).initialize(),
      }),
      ...Array.from({ length: plan.schedulers }, () => ScheduleModule.forRoot()),
      TillbridgeModule.forRoot({
        terminalGroups: [terminalGroup(baseUrl, plan.group)],
        timeZone: plan.timeZone,
        ...plan.extras,
      }),
    ],
    providers: plan.isGuarded ? [{ provide: APP_GUARD, useClass: LoginGuard }] : [],
  })
  class AppModule {}
  return AppModule;
}

interface Answering {
  statusCode: number;
  end(text: string): void;
}

const configOf = (plan: HostPlan, baseUrl: string): TillbridgeConfig => ({
  module: () => rootModule(plan, baseUrl) as ReturnType<TillbridgeConfig['module']>,
  create: async (module, options) => {
    const all = { ...options, rawBody: plan.rawBody };
    const app =
      plan.platform === 'fastify'
        ? await NestFactory.create(module, new FastifyAdapter(), all)
        : await NestFactory.create(module, all);
    app.setGlobalPrefix(plan.prefix);
    if (plan.wantsLogin) {
      app.use((_: object, response: Answering) => {
        response.statusCode = 401;
        response.end('log in first');
      });
    }
    return app;
  },
});

/** What doctor finds in a shop: its findings, and for each of them its check. */
export async function examine(plan: HostPlan, baseUrl: string, url?: string, isLive = false): Promise<Finding[]> {
  const config = { file: 'tillbridge.config.mjs', config: configOf(plan, baseUrl) };
  const output = { isVerbose: false, note: () => undefined };
  const origin = url === undefined ? null : parseUrl(url);
  const scope = { originOf: () => origin, isLive };
  const facts = await collectFacts((work) => withConfiguredShop(config, output, work), scope);
  return decideAll(facts, isLive).flatMap(({ verdict }) => ('findings' in verdict ? verdict.findings : []));
}
