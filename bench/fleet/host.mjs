/** A worker of a fleet that runs effects after the commit, itself or by queues of BullMQ. Tells how many have run. */
import { BullModule } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { TillbridgeBullModule } from '../../dist/esm/bullmq/index.js';
import { OnPayment } from '../../dist/esm/index.js';
import { serveParent } from '../support/processes.mjs';
import { benchGroup, shopModule } from '../support/shop-module.mjs';

const { BENCH_KEY: key, BENCH_DATABASE: url, BENCH_REDIS } = process.env;

let effects = 0;
class Effects {
  mail() {
    effects += 1;
  }
}
Injectable()(Effects);
const method = Object.getOwnPropertyDescriptor(Effects.prototype, 'mail');
OnPayment('completed', { after: 'commit', name: 'mail' })(Effects.prototype, 'mail', method);

const Shop = shopModule({
  database: { type: 'postgres', url },
  options: { terminalGroups: [benchGroup({ key })] },
  providers: [Effects],
  imports: BENCH_REDIS
    ? [BullModule.forRoot({ connection: { url: BENCH_REDIS } }), TillbridgeBullModule.forRoot()]
    : [],
});

const app = await NestFactory.createApplicationContext(Shop, { logger: ['error', 'fatal'] });

serveParent(
  {},
  async () => ({ effects }),
  async () => {
    await app.close();
    process.exit();
  },
);
