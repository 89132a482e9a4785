/**
 * The shop of the bench: the module's own notification route and, in the same Nest application, the routes that it is
 * compared with. The environment selects the variant.
 */
import 'reflect-metadata';
import { Controller, HttpCode, Injectable, Post, Req, UseGuards } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
import { getHeapStatistics, GCProfiler } from 'node:v8';
import { DataSource, EntitySchema } from 'typeorm';
import { OnPayment, SignatureGuard, TillbridgeWorkers } from '../../dist/esm/index.js';
import { serveParent } from '../support/processes.mjs';
import { benchGroup, shopModule } from '../support/shop-module.mjs';

const { BENCH_KEY: key, BENCH_DATABASE: database, BENCH_WORKERS: workers, BENCH_PLATFORM: platform } = process.env;
const url = new URL(database);

const HandWritten = new EntitySchema({
  name: 'HandWritten',
  tableName: 'bench_hand_written',
  columns: {
    id: { type: 'varchar', length: 36, primary: true },
    orderId: { type: 'varchar', length: 64, name: 'order_id' },
    body: { type: 'text' },
  },
});

/** `@Decorator() method(@Req() request)` for a class without a compiler. */
function route(target, method, { decorators, withRequest = false }) {
  const descriptor = Object.getOwnPropertyDescriptor(target.prototype, method);
  for (const decorate of decorators) decorate(target.prototype, method, descriptor);
  if (withRequest) Req()(target.prototype, method, 0);
}

class Routes {
  constructor(dataSource) {
    this.dataSource = dataSource;
  }

  empty() {
    return 'OK';
  }

  verify() {
    return 'OK';
  }

  /** The code that a shop would write by hand: check the signature, then save in a transaction. */
  async handWritten(request) {
    const [timestamp, mac] = Buffer.from(request.headers.auth, 'base64').toString().split(':');
    const expected = createHmac('sha512', key).update(`${timestamp}:`).update(request.rawBody).digest();
    if (!timingSafeEqual(expected, Buffer.from(mac, 'hex'))) throw new Error('not authentic');
    const order = JSON.parse(request.rawBody.toString());
    await this.dataSource.transaction((tx) =>
      tx.getRepository(HandWritten).save({
        id: randomUUID(),
        orderId: order.order_id,
        body: request.rawBody.toString('base64'),
      }),
    );
    return 'OK';
  }
}
Controller('bench')(Routes);
Reflect.defineMetadata('design:paramtypes', [DataSource], Routes);
route(Routes, 'empty', { decorators: [Post('empty'), HttpCode(200)] });
route(Routes, 'verify', { decorators: [Post('verify/:group'), HttpCode(200), UseGuards(SignatureGuard)] });
route(Routes, 'handWritten', { decorators: [Post('hand-written'), HttpCode(200)], withRequest: true });

/** One effect in the transaction and one after it, as a small shop has them. */
class Effects {
  async book(event, tx) {
    await tx.query('INSERT INTO bench_booking (id, order_id) VALUES (?, ?)', [event.id, event.orderId]);
  }

  mail() {}
}
Injectable()(Effects);
const inTransaction = Object.getOwnPropertyDescriptor(Effects.prototype, 'book');
OnPayment('completed')(Effects.prototype, 'book', inTransaction);
const afterCommit = Object.getOwnPropertyDescriptor(Effects.prototype, 'mail');
OnPayment('completed', { after: 'commit' })(Effects.prototype, 'mail', afterCommit);

const Shop = shopModule({
  database: { type: 'mariadb', url: url.href, extra: { connectionLimit: 16 } },
  entities: [HandWritten],
  options: { workers, terminalGroups: [benchGroup({ key })] },
  controllers: [Routes],
  providers: [Effects],
});

const adapter = platform === 'fastify' ? new FastifyAdapter() : new ExpressAdapter();
const app = await NestFactory.create(Shop, adapter, { rawBody: true, logger: ['error', 'fatal'] });
await app.listen(0, '127.0.0.1');
const { port } = app.getHttpServer().address();

/** The processor time of this process since the last call, in seconds. */
let lastUsage = process.cpuUsage();
function cpuSeconds() {
  const { user, system } = process.cpuUsage(lastUsage);
  lastUsage = process.cpuUsage();
  return (user + system) / 1e6;
}

let watch = null;

/** Bytes that were allocated since the start of the watch, and that a young collection has copied. */
function garbage() {
  const collections = watch.profiler.stop().statistics;
  const youngOf = ({ heapSpaceStatistics }) => heapSpaceStatistics.find(({ spaceName }) => spaceName === 'new_space');
  const total = { allocated: 0, surviving: 0 };
  let before = watch.used;
  for (const { gcType, beforeGC, afterGC } of collections) {
    total.allocated += beforeGC.heapStatistics.usedHeapSize - before;
    before = afterGC.heapStatistics.usedHeapSize;
    if (gcType !== 'Scavenge') continue;
    const old = (statistics) => statistics.heapStatistics.usedHeapSize - youngOf(statistics).spaceUsedSize;
    total.surviving += youngOf(afterGC).spaceUsedSize + old(afterGC) - old(beforeGC);
  }
  total.allocated += getHeapStatistics().used_heap_size - before;
  return total;
}

/** The module's inbox. A variant that does not store notifications shows the cost of the other steps. */
const inbox = [...app.container.getModules().values()]
  .flatMap(({ providers }) => [...providers.values()])
  .find(({ name }) => name === 'Inbox').instance;

const delays = monitorEventLoopDelay({ resolution: 2 });
let [collectedMs, watchedSince] = [0, 0];
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) collectedMs += duration;
}).observe({ entryTypes: ['gc'] });

const answer = {
  store: async () => {
    delete inbox.store;
    return {};
  },
  storeNothing: async () => {
    inbox.store = async () => {};
    return {};
  },
  watchLoop: async () => {
    [collectedMs, watchedSince] = [0, performance.now()];
    delays.enable();
    delays.reset();
    return {};
  },
  loop: async () => {
    delays.disable();
    const collecting = (100 * collectedMs) / (performance.now() - watchedSince);
    return { delayP99: delays.percentile(99) / 1e6, collecting };
  },
  watchGarbage: async () => {
    watch = { profiler: new GCProfiler(), used: getHeapStatistics().used_heap_size };
    watch.profiler.start();
    return {};
  },
  garbage: async () => garbage(),
  cpu: async () => ({ cpuSeconds: cpuSeconds(), rssMb: process.memoryUsage.rss() / 2 ** 20 }),
  work: async () => {
    app.get(TillbridgeWorkers).start();
    return {};
  },
};
serveParent(
  { url: `http://127.0.0.1:${port}` },
  ({ ask }) => answer[ask](),
  async () => {
    await app.close();
    process.exit();
  },
);
