/**
 * One process of a shop whose effects are in queues, that can be killed at any moment. Its environment says what it is (`HOST`,
 * JSON); its only line of output says where it listens. Each run of an effect is noted when it begins and when it ends, on a
 * connection of its own.
 */
import 'reflect-metadata';
import { BullModule } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { benchGroup, shopModule } from '../../../bench/support/shop-module.mjs';
import { TillbridgeBullModule } from '../../../dist/esm/bullmq/index.js';
import { OnPayment, TillbridgeEffects } from '../../../dist/esm/index.js';
import { Chance } from '../support/chance.mjs';
import { HANDLERS, KINDS, LAYOUTS } from './layouts.mjs';

const host = JSON.parse(process.env.HOST);
const chance = new Chance(host.seed);
const LONGEST_WORK_MS = 50;
/** The share of runs that fail, and are tried again. */
const FAILURES = 0.05;
/** The share of runs in which the job comes once more while it is worked on, as from a queue that has lost its lock. */
const COMES_AGAIN = 0.2;
const NOTES_AT_ONCE = 6;

// The trial kills no database: what is noted need not wait for the disk.
const isPostgres = host.database.type === 'postgres';
const unhurried = isPostgres ? { extra: { options: '-c synchronous_commit=off' } } : {};
const notes = await new DataSource({ ...host.database, ...unhurried, poolSize: NOTES_AT_ONCE }).initialize();

const isPoison = (run) =>
  host.poison !== null && Object.entries(host.poison).every(([name, value]) => run[name] === value);

async function runOf(handler, { id, orderId, kind }) {
  const run = randomUUID();
  const values = [run, id, orderId, handler, kind, host.name].map((value) => `'${value}'`).join(', ');
  await notes.query(
    `INSERT INTO shop_run (id, effect, order_id, handler, kind, process, begun_at) VALUES (${values}, ${Date.now()})`,
  );
  if (isPoison({ handler, orderId, kind })) process.kill(process.pid, 'SIGKILL');
  const again = chance.hits(COMES_AGAIN) ? app.get(TillbridgeEffects).run(id) : null;
  await Promise.all([again, delay(chance.between(0, LONGEST_WORK_MS))]);
  const outcome = chance.hits(FAILURES) ? 'failed' : 'well';
  await notes.query(`UPDATE shop_run SET ended_at = ${Date.now()}, outcome = '${outcome}' WHERE id = '${run}'`);
  if (outcome === 'failed') throw new Error('no paper');
}

/** What the shop does after a payment. */
class Office {}
Injectable()(Office);
for (const name of HANDLERS) {
  const method = name.split('.')[1];
  Object.defineProperty(Office.prototype, method, {
    value: (event) => runOf(name, event),
    configurable: true,
    writable: true,
  });
  const descriptor = Object.getOwnPropertyDescriptor(Office.prototype, method);
  OnPayment(KINDS, { name, after: 'commit' })(Office.prototype, method, descriptor);
}

const Shop = shopModule({
  database: { ...host.database, retryAttempts: 0 },
  options: { workers: host.workers, terminalGroups: [benchGroup({ key: host.key })] },
  imports: [
    BullModule.forRoot({ connection: { url: host.redisUrl } }),
    TillbridgeBullModule.forRoot({ queues: LAYOUTS[host.layout], workers: host.queueWorkers }),
  ],
  providers: [Office],
});
const app = await NestFactory.create(Shop, { rawBody: true, logger: ['fatal'] });
await app.listen(0, '127.0.0.1');
process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${app.getHttpServer().address().port}` })}\n`);
