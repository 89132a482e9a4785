/** The measured shops: the module on a database of a bench, and the additions of each bench. */
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { tillbridgeEntities, tillbridgeMigrations } from '../../dist/esm/database/index.js';
import { TillbridgeModule } from '../../dist/esm/index.js';

/** More calls than any bench makes, for benches that do not measure the budget. */
export const NO_BUDGET = { callsPerSecond: 1_000, burst: 10_000, maxWaiting: 10_000, maxWaitMs: 60_000 };

/** A port without a server. */
const NOWHERE = 'http://127.0.0.1:9';

/** The notification address of a terminal group. */
export const notificationUrlOf = (name) => `http://localhost:9/payments/notifications/${name}`;

/** A terminal group of the sandbox; without a `baseUrl` its service does not answer. */
export const benchGroup = ({ name = 'web', key, ...others }) => ({
  name,
  mode: 'sandbox',
  apiKeys: [key],
  baseUrl: NOWHERE,
  notificationUrl: notificationUrlOf(name),
  ...others,
});

/**
 * A root module for Nest.
 *
 * @param {{ database: object, options: object, entities?: unknown[], imports?: unknown[], controllers?: Function[],
 *   providers?: unknown[] }} shop `database`: TypeORM's options; `options`: Tillbridge's; the others beside what a shop has anyway
 */
export function shopModule({ database, options, entities = [], imports = [], ...others }) {
  class Shop {}
  Module({
    imports: [
      TypeOrmModule.forRoot({
        ...database,
        entities: [...tillbridgeEntities, ...entities],
        migrations: [...tillbridgeMigrations],
        migrationsRun: true,
      }),
      TillbridgeModule.forRoot(options),
      ...imports,
    ],
    ...others,
  })(Shop);
  return Shop;
}
