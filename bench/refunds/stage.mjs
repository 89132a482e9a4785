/** A shop with the module, a sandbox behind a front, and orders that are paid: what the benches of refunds play on. */
import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { tillbridgeEntities, tillbridgeMigrations } from '../../dist/esm/database/index.js';
import { Money, Payments, TillbridgeModule, TillbridgeWorkers } from '../../dist/esm/index.js';
import { startSandbox } from '../../dist/esm/sandbox/index.js';
import { startFront } from './front.mjs';

const AMOUNT = 10_000;
const URLS = {
  notificationUrl: 'http://localhost:9/payments/notifications/web',
  redirectUrl: 'http://localhost:3000/return',
};
const SAID = { by: 'bench', why: 'it was paid' };

function shopModule({ database, baseUrl, key, refunds, clock, workers }) {
  class Shop {}
  Module({
    imports: [
      TypeOrmModule.forRoot({
        ...database,
        entities: [...tillbridgeEntities],
        migrations: [...tillbridgeMigrations],
        migrationsRun: true,
      }),
      TillbridgeModule.forRoot({
        workers,
        ...(clock ? { clock } : {}),
        terminalGroups: [
          {
            name: 'web',
            mode: 'sandbox',
            apiKeys: [key],
            baseUrl,
            notificationUrl: URLS.notificationUrl,
            refunds,
            // The budget is not what is measured.
            calls: { callsPerSecond: 1_000, burst: 10_000, maxWaiting: 10_000, maxWaitMs: 60_000 },
          },
        ],
      }),
    ],
  })(Shop);
  return Shop;
}

/**
 * @param {{ database: object, refunds?: object, clock?: object, workers: 'inline' | 'off', fateOf?: Function }} how `database`:
 *   TypeORM's options; `clock`: for both sides, where it is not the wall's
 */
export async function openStage({ fateOf, clock, ...how }) {
  const key = `bench-${randomBytes(12).toString('hex')}`;
  const service = await startSandbox({ terminalGroups: [{ name: 'web', apiKey: key }], ...(clock ? { clock } : {}) });
  const front = await startFront(service.url, fateOf);
  const shop = shopModule({ ...how, clock, baseUrl: front.url, key });
  const app = await NestFactory.createApplicationContext(shop, { logger: ['fatal'] });
  const payments = app.get(Payments);
  return {
    payments,
    arrivals: front.arrivals,
    service: service.sandbox,
    query: (sql) => app.get(DataSource).query(sql),
    drain: () => app.get(TillbridgeWorkers).drain(),
    /** Orders that were paid, and that the shop knows to be. */
    async paidOrders(ids) {
      for (const orderId of ids) {
        const amount = Money.ofMinor(AMOUNT, 'EUR');
        await payments.group('web').orders.create({ orderId, amount, description: 'Two mugs', ...URLS });
        await service.sandbox.pay(orderId);
        await payments.orders.sync(orderId, SAID);
      }
    },
    /** One batch of refunds, `{ orderId, amount }` each. */
    refund: (key, rows) =>
      payments.refunds.batches.submit({
        group: 'web',
        key,
        by: 'bench',
        rows: rows.map(({ orderId, amount }, index) => ({
          orderId,
          amount: Money.ofMinor(amount, 'EUR'),
          reason: 'returned',
          key: `${key}-${index}`,
        })),
      }),
    async close() {
      await app.close();
      await front.close();
      await service.close();
    },
  };
}
