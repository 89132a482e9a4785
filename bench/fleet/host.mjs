/** A worker of a fleet that runs effects after the commit, by itself or with queues of BullMQ. It reports how many have run. */
import { BullModule } from '@nestjs/bullmq';
import { NestFactory } from '@nestjs/core';
import { TillbridgeBullModule } from '../../dist/esm/bullmq/index.js';
import { CountedEffects, ran } from '../support/counted-effects.mjs';
import { serveParent } from '../support/processes.mjs';
import { benchGroup, shopModule } from '../support/shop-module.mjs';

const { BENCH_KEY: key, BENCH_DATABASE: url, BENCH_REDIS } = process.env;

const Shop = shopModule({
  database: { type: 'postgres', url },
  options: { terminalGroups: [benchGroup({ key })] },
  providers: [CountedEffects],
  imports: BENCH_REDIS
    ? [BullModule.forRoot({ connection: { url: BENCH_REDIS } }), TillbridgeBullModule.forRoot()]
    : [],
});

const app = await NestFactory.createApplicationContext(Shop, { logger: ['error', 'fatal'] });

serveParent(
  {},
  async () => ran,
  async () => {
    await app.close();
    process.exit();
  },
);
