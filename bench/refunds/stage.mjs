/** A shop with the module, a sandbox behind a proxy, and paid orders, for the benches of refunds. */
import { randomBytes } from 'node:crypto';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { benchGroup, NO_BUDGET, notificationUrlOf, shopModule } from '../support/shop-module.mjs';
import { Money, Payments, TillbridgeWorkers } from '../../dist/esm/index.js';
import { startSandbox } from '../../dist/esm/sandbox/index.js';
import { startFront } from './front.mjs';

const AMOUNT = 10_000;
const URLS = {
  notificationUrl: notificationUrlOf('web'),
  redirectUrl: 'http://localhost:3000/return',
};
const ACTOR = { by: 'bench', why: 'it was paid' };

/**
 * @param {{ database: object, refunds?: object, clock?: object, workers: 'inline' | 'off', fateOf?: Function }} how `database`:
 *   TypeORM's options; `clock`: for both sides, where it is not the wall's
 */
export async function openStage({ database, refunds, clock, workers, fateOf }) {
  const key = `bench-${randomBytes(12).toString('hex')}`;
  const service = await startSandbox({ terminalGroups: [{ name: 'web', apiKey: key }], ...(clock ? { clock } : {}) });
  const front = await startFront(service.url, fateOf);
  const group = benchGroup({ key, baseUrl: front.url, refunds, calls: NO_BUDGET });
  const options = { workers, ...(clock ? { clock } : {}), terminalGroups: [group] };
  const shop = shopModule({ database, options });
  const app = await NestFactory.createApplicationContext(shop, { logger: ['fatal'] });
  const payments = app.get(Payments);
  return {
    payments,
    arrivals: front.arrivals,
    service: service.sandbox,
    query: (sql) => app.get(DataSource).query(sql),
    drain: () => app.get(TillbridgeWorkers).drain(),
    /** Paid orders that the shop knows as paid. */
    async paidOrders(ids) {
      for (const orderId of ids) {
        const amount = Money.ofMinor(AMOUNT, 'EUR');
        await payments.group('web').orders.create({ orderId, amount, description: 'Two mugs', ...URLS });
        await service.sandbox.pay(orderId);
        await payments.orders.sync(orderId, ACTOR);
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
