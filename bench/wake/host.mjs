/**
 * One of the two processes of a shop with web and worker apart: the environment selects which one, and how they wake
 * one another.
 */
import { Injectable } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { OnPayment, postgresWake, redisWake } from '../../dist/esm/index.js';
import { serveParent } from '../support/processes.mjs';
import { benchGroup, shopModule } from '../support/shop-module.mjs';

const { BENCH_KEY: key, BENCH_DATABASE: url, BENCH_WORKERS: workers, BENCH_WAKE, BENCH_REDIS } = process.env;

const BUSES = {
  postgres: () => postgresWake({ client: () => new Client(url) }),
  redis: () => redisWake({ client: () => new Redis(BENCH_REDIS) }),
};

let effects = [];
class Effects {
  mail({ orderId }) {
    effects.push([orderId, performance.timeOrigin + performance.now()]);
  }
}
Injectable()(Effects);
const method = Object.getOwnPropertyDescriptor(Effects.prototype, 'mail');
OnPayment('completed', { after: 'commit' })(Effects.prototype, 'mail', method);

const Shop = shopModule({
  database: { type: 'postgres', url },
  options: {
    workers,
    terminalGroups: [benchGroup({ key })],
    wake: { bus: BUSES[BENCH_WAKE]?.() },
  },
  providers: [Effects],
});

const app = await NestFactory.create(Shop, { rawBody: true, logger: ['error', 'fatal'] });
await app.listen(0, '127.0.0.1');
const { port } = app.getHttpServer().address();

/** The effects that have run since the last call. */
async function seen() {
  const some = effects;
  effects = [];
  return { effects: some };
}

serveParent({ url: `http://127.0.0.1:${port}` }, seen, async () => {
  await app.close();
  process.exit();
});
