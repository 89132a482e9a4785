/**
 * The shop that is attacked: the built module in a process of its own, on either platform and any engine. Told what it is by
 * its environment (`ATTACKED`, JSON); spoken to over its pipe, so that no flood can come in between.
 */
import 'reflect-metadata';
import { Module, UseGuards } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { TypeOrmModule } from '@nestjs/typeorm';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { serveParent } from '../../bench/support/processes.mjs';
import { tillbridgeEntities, tillbridgeMigrations } from '../../dist/esm/database/index.js';
import { TillbridgeModule } from '../../dist/esm/index.js';
import { Arrivals, Effects, WatchedLog } from './attacked-shop.mjs';

const shop = JSON.parse(process.env.ATTACKED);
/** How often the delay of the event loop is looked at: the shortest that is still told from none. */
const RESOLUTION_MS = 2;
const MB = 2 ** 20;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

/** How far the module's clock is ahead of the machine's. */
let aheadMs = 0;
/** Longer than a notification waits for an order that is not there, and than the longest wait between two tries. */
const LATER_MS = 660_000;

const groupOf = (name, settings) => ({
  name,
  mode: 'sandbox',
  apiKeys: [shop.key],
  baseUrl: shop.serviceUrl ?? 'http://127.0.0.1:9',
  notificationUrl: `http://localhost:9/payments/notifications/${name}`,
  ...settings,
});

const arrivals = new Arrivals();

class Shop {}
Module({
  imports: [
    TypeOrmModule.forRoot({
      ...shop.database,
      entities: [...tillbridgeEntities],
      migrations: [...tillbridgeMigrations],
      migrationsRun: true,
      retryAttempts: 0,
    }),
    TillbridgeModule.forRoot({
      workers: shop.workers ?? 'inline',
      ...shop.options,
      notificationDecorators: [UseGuards(arrivals)],
      clock: { now: () => Date.now() + aheadMs },
      terminalGroups: [groupOf('web', shop.group), ...(shop.otherGroups ?? []).map((each) => groupOf(each.name, each))],
    }),
  ],
  providers: shop.withEffects ? [Effects] : [],
})(Shop);

const adapter = shop.platform === 'fastify' ? new FastifyAdapter() : new ExpressAdapter();
const watched = new WatchedLog();
const inherited = Object.getOwnPropertyNames(Object.prototype);
const logger = shop.withEffects ? watched : ['error', 'fatal'];
const app = await NestFactory.create(Shop, adapter, { rawBody: true, logger });
await app.listen(0, '127.0.0.1');
const server = app.getHttpServer();

const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delays.enable();
let mostRss = 0;
let processor = process.cpuUsage();
let busiestMs = 0;
const watching = setInterval(() => {
  mostRss = Math.max(mostRss, process.memoryUsage.rss());
  const { user, system } = process.cpuUsage(processor);
  processor = process.cpuUsage();
  busiestMs = Math.max(busiestMs, (user + system) / 1_000);
}, 50);
watching.unref();

const connections = () => new Promise((resolve) => void server.getConnections((_error, count) => resolve(count)));
const delayMs = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);

const answer = {
  /** What was seen since this was last asked. */
  async seen() {
    const { rss } = process.memoryUsage();
    const seen = {
      mostRssMb: Math.max(mostRss, rss) / MB,
      delayP99: delayMs(delays.percentile(99)),
      delayMost: delayMs(delays.max),
      // What one turn of the loop took of the processor, however busy others keep it: the read itself is due every 50 ms.
      busiestMs,
      connections: await connections(),
    };
    delays.reset();
    mostRss = rss;
    busiestMs = 0;
    return seen;
  },
  /** Moves the module's clock on. */
  later() {
    aheadMs += LATER_MS;
    return { aheadMs };
  },
  /** What the log was told, what every object has got that none had at the start, and what passed the gate. */
  log() {
    const polluted = Object.getOwnPropertyNames(Object.prototype).filter((name) => !inherited.includes(name));
    return { leak: watched.leak, lines: watched.lines, polluted, arrived: arrivals.posts };
  },
  /** What is left when everything that can be given back was given back. */
  async memory() {
    for (let round = 0; round < 3; round += 1) {
      await new Promise((resolve) => void setTimeout(resolve, 50));
      collectGarbage();
    }
    // What was freed by one collection is counted until the next.
    collectGarbage();
    const { rss, heapUsed, external } = process.memoryUsage();
    return { rss, heapUsed, external, connections: await connections() };
  },
};
serveParent(
  { url: `http://127.0.0.1:${server.address().port}` },
  ({ ask }) => answer[ask](),
  async () => {
    server.closeAllConnections();
    await app.close();
    process.exit();
  },
);
