/** The shop of the polling bench: the module and nothing else, no HTTP, no work but the ticks it is asked for. */
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { tillbridgeEntities, tillbridgeMigrations } from '../../dist/esm/database/index.js';
import { Payments, TillbridgeModule } from '../../dist/esm/index.js';
import { serveParent } from '../support/processes.mjs';

const { BENCH_KEY: key, BENCH_DATABASE: url, BENCH_SERVICE: baseUrl } = process.env;

class Shop {}
Module({
  imports: [
    TypeOrmModule.forRoot({
      type: 'mariadb',
      url,
      entities: [...tillbridgeEntities],
      migrations: [...tillbridgeMigrations],
      migrationsRun: true,
      extra: { connectionLimit: 16 },
    }),
    TillbridgeModule.forRoot({
      workers: 'off',
      terminalGroups: [
        {
          name: 'web',
          mode: 'sandbox',
          apiKeys: [key],
          baseUrl,
          notificationUrl: 'http://localhost:3000/payments/notifications/web',
          // The budget is not what is measured.
          calls: { callsPerSecond: 1_000, burst: 10_000, maxWaiting: 10_000, maxWaitMs: 60_000 },
        },
      ],
    }),
  ],
})(Shop);

const app = await NestFactory.createApplicationContext(Shop, { logger: ['error', 'fatal'] });
const { polling } = app.get(Payments);

async function tick() {
  const began = performance.now();
  const { groups } = await polling.tick('web');
  return { ms: performance.now() - began, ...groups[0] };
}

serveParent({}, tick, async () => {
  await app.close();
  process.exit();
});
