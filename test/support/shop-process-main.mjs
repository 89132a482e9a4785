/**
 * A small shop with the built module, as a separate process that can be killed at a named point. The environment
 * (`SHOP`, JSON) configures it; its only line of output is the address where it listens.
 */
import 'reflect-metadata';
import {
  Controller,
  Get,
  HttpException,
  Injectable,
  InternalServerErrorException,
  Module,
  Param,
  Post,
  Query,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { ScheduleModule } from '@nestjs/schedule';
import { TypeOrmModule } from '@nestjs/typeorm';
import { randomUUID } from 'node:crypto';
import { DataSource, EntitySchema } from 'typeorm';
import { tillbridgeEntities, tillbridgeMigrations } from '../../dist/esm/database/index.js';
import { Money, OnPayment, Payments, TillbridgeModule, TillbridgeWorkers } from '../../dist/esm/index.js';
import { timeClaims } from './claim-times.mjs';
import { Stops } from './shop-process-stops.mjs';

const shop = JSON.parse(process.env.SHOP);
setClocks(shop);
const UNPAID = ['initialized', 'uncleared', 'cancelled', 'declined', 'expired', 'void'];
const PAID = ['completed', 'reserved', 'authorised', 'shipped', 'partial_refunded', 'refunded', 'chargedback'];
const KINDS = [...UNPAID, ...PAID];
const ASKS_FOR_TIME = / AS now$/;
const SURPRISES = ['paid_after_cancel', 'paid_twice', 'amount_mismatch', 'restored'];
const VISITS_AT_ONCE = 2;

const text = (length) => ({ type: 'varchar', length });
const Booking = new EntitySchema({
  name: 'ShopBooking',
  tableName: 'shop_booking',
  columns: {
    id: { ...text(36), primary: true },
    orderId: { ...text(64), name: 'order_id' },
    kind: text(32),
    transitionId: { ...text(36), name: 'transition_id' },
  },
});
const Visit = new EntitySchema({
  name: 'ShopVisit',
  tableName: 'shop_visit',
  columns: { id: { ...text(36), primary: true } },
});

/** What a shop does after a payment: it books within the transaction, and calls the outside afterwards. */
class Effects {
  async book({ orderId, kind, transitionId }, tx) {
    await tx.insert(Booking, { id: randomUUID(), orderId, kind, transitionId });
  }

  async tell({ id, orderId, kind, transitionId }) {
    const body = JSON.stringify({ id, orderId, kind, transitionId, effect: 'tell' });
    const answer = await fetch(shop.sinkUrl, { method: 'POST', body });
    if (!answer.ok) throw new Error(`the sink answered ${answer.status}`);
    await answer.text();
    stops.reached('N8');
  }
}

/** The pages of the shop. */
class Pages {
  constructor(payments, workers) {
    this.payments = payments;
    this.workers = workers;
  }

  async checkout(orderId) {
    const order = { orderId, amount: Money.of('12.50', 'EUR'), description: 'Two mugs' };
    const redirectUrl = 'http://localhost:3000/return';
    return { url: (await this.payments.group('web').orders.create({ ...order, redirectUrl })).paymentUrl };
  }

  async comeBack(orderId) {
    const { status, paid } = await this.payments.orders.settle(orderId);
    return { status, paid };
  }

  visits() {
    return visits;
  }

  /** The duration of each claim, in milliseconds. */
  claims() {
    return claimTimes;
  }

  /** Refunds five euros; the same key is the same refund. */
  async refund(orderId, key = orderId) {
    const request = { group: 'web', orderId, amount: Money.of('5.00', 'EUR'), reason: 'broken', key };
    return { state: (await this.payments.refunds.request(request)).state };
  }

  /** Moves the clock of the module only. */
  ahead(ms) {
    shop.clockAheadMs = Number(ms);
    return { ms };
  }

  /** Does all work that is due now. */
  async work() {
    await this.workers.drain();
    return {};
  }

  /** Polls the due orders, like the shop's own scheduler. */
  async tick() {
    return this.payments.polling.tick();
  }

  /** Compares the shop's orders with the service's, like a nightly job. */
  async reconcile({ from, to }) {
    const window = { group: 'web', from: Number(from), to: Number(to) };
    const { complete, counts } = await this.payments.reconcile({ ...window, by: 'night', why: 'nightly' });
    return { complete, counts };
  }

  /** Sets a point to stop at, and starts the workers: before that, notifications are only stored. */
  async arm(point, options) {
    stops.arm(point, options);
    // Acknowledged and not yet claimed, so nothing may claim it.
    if (point === 'N3') await this.workers.beforeApplicationShutdown();
    else this.workers.start();
    return { point };
  }
}

const visits = { committed: 0, rolledBack: 0, failed: 0 };

/** Machines with wrong clocks. SQLite has only the clock of its process. */
function setClocks({ machineAheadMs = 0, databaseAheadMs = 0, database }) {
  const isLocal = database.type === 'better-sqlite3';
  const aheadMs = machineAheadMs + (isLocal ? databaseAheadMs : 0);
  const rightNow = Date.now;
  if (aheadMs !== 0) Date.now = () => rightNow() + aheadMs;
  if (isLocal || databaseAheadMs === 0) return;
  const { createQueryRunner } = DataSource.prototype;
  DataSource.prototype.createQueryRunner = function (...modes) {
    const runner = Reflect.apply(createQueryRunner, this, modes);
    const query = runner.query.bind(runner);
    runner.query = async (sql, ...rest) => {
      const rows = await query(sql, ...rest);
      return ASKS_FOR_TIME.test(sql) ? rows.map(({ now }) => ({ now: Number(now) + databaseAheadMs })) : rows;
    };
    return runner;
  };
}

/** The host's own work on the same DataSource; it rolls every third transaction back. */
async function keepVisiting(dataSource) {
  for (let round = 0; ; round += 1) {
    const isWanted = round % 3 !== 0;
    try {
      await dataSource.transaction(async (tx) => {
        await tx.insert(Visit, { id: randomUUID() });
        await new Promise(setImmediate);
        if (!isWanted) throw new Error('unwanted');
      });
      visits.committed += 1;
    } catch (error) {
      visits[error.message === 'unwanted' ? 'rolledBack' : 'failed'] += 1;
    }
    await new Promise((resolve) => void setTimeout(resolve, 5));
  }
}

function decorate(target, method, decorators) {
  const descriptor = Object.getOwnPropertyDescriptor(target.prototype, method);
  for (const each of decorators) each(target.prototype, method, descriptor);
}
Injectable()(Effects);
decorate(Effects, 'book', [OnPayment([...KINDS, ...SURPRISES], { name: 'book' })]);
decorate(Effects, 'tell', [OnPayment([...KINDS, ...SURPRISES], { name: 'tell', after: 'commit' })]);
Controller()(Pages);
Reflect.defineMetadata('design:paramtypes', [Payments, TillbridgeWorkers], Pages);
decorate(Pages, 'checkout', [Post('checkout/:orderId')]);
decorate(Pages, 'comeBack', [Get('return/:orderId')]);
decorate(Pages, 'visits', [Get('visits')]);
decorate(Pages, 'claims', [Get('claims')]);
decorate(Pages, 'refund', [Post('refund/:orderId')]);
decorate(Pages, 'ahead', [Post('ahead/:ms')]);
decorate(Pages, 'work', [Post('work')]);
decorate(Pages, 'tick', [Post('tick')]);
decorate(Pages, 'reconcile', [Post('reconcile')]);
decorate(Pages, 'arm', [Post('arm/:point')]);
for (const method of ['checkout', 'comeBack', 'refund']) Param('orderId')(Pages.prototype, method, 0);
Query('key')(Pages.prototype, 'refund', 1);
Param('point')(Pages.prototype, 'arm', 0);
Query()(Pages.prototype, 'arm', 1);
Query()(Pages.prototype, 'reconcile', 0);
Param('ms')(Pages.prototype, 'ahead', 0);

const web = {
  name: 'web',
  mode: 'sandbox',
  apiKeys: [shop.key],
  baseUrl: shop.serviceUrl,
  notificationUrl: 'http://localhost:9/payments/notifications/web',
  ...(shop.polling ? { polling: shop.polling } : {}),
  calls: { callsPerSecond: 1_000, burst: 10_000, maxWaiting: 10_000, maxWaitMs: 60_000 },
  ...shop.group,
};
/** Shows the test what went wrong, because every failed page says only "Internal server error". */
class ExplainingFilter {
  catch(error, host) {
    const answered = error instanceof HttpException ? error : new InternalServerErrorException(String(error));
    host.switchToHttp().getResponse().status(answered.getStatus()).json(answered.getResponse());
  }
}

class Shop {}
Module({
  imports: [
    TypeOrmModule.forRoot({
      ...shop.database,
      entities: [...tillbridgeEntities, Booking, Visit],
      migrations: [...tillbridgeMigrations],
      migrationsRun: true,
      retryAttempts: 0,
    }),
    ...(shop.polling?.cron ? [ScheduleModule.forRoot()] : []),
    TillbridgeModule.forRoot({
      workers: shop.workers,
      terminalGroups: [web],
      ...(shop.clockAheadMs !== undefined ? { clock: { now: () => Date.now() + shop.clockAheadMs } } : {}),
    }),
  ],
  controllers: [Pages],
  providers: [Effects],
})(Shop);

const app = await NestFactory.create(Shop, new ExpressAdapter(), { rawBody: true, logger: ['error', 'fatal'] });
const stops = new Stops(app.get(DataSource));
const claimTimes = shop.timesClaims ? timeClaims(app.get(DataSource)) : [];
app.useGlobalFilters(new ExplainingFilter());
app.use((request, response, next) => {
  if (request.url.includes('transactionid=')) response.once('finish', () => stops.reached('N3'));
  next();
});
await app.listen(0, '127.0.0.1');
for (let each = 0; shop.visits && each < VISITS_AT_ONCE; each += 1) void keepVisiting(app.get(DataSource));
process.once('SIGTERM', async () => {
  await app.close();
  process.exit();
});
process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${app.getHttpServer().address().port}` })}\n`);
