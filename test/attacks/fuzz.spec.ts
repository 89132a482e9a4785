import { expect, it } from '@jest/globals';
import { ManualClock, orderBody } from 'tillbridge/testing';
import { canaryKey } from '../support/canary.js';
import { sized } from '../support/long-run.js';
import { startOrderService } from '../support/order-service.mjs';
import { shopOptions, startShop, type ShopHost } from '../support/shop-host.js';
import { FUZZED, fuzz, judge } from './fuzz-run.js';
import { Wire } from './wire.js';

const COUNT = sized({ usual: 300, long: 1_000 });
const SEED = 8;
/** Longer than a notification waits for an order that is not there, and than the longest wait between two tries. */
const LATER_MS = 660_000;
const MOST_ROUNDS = 15;
const WAITING = "tillbridge_notification WHERE state = 'pending'";
const key = canaryKey('web');

async function addOrders({ dataSource }: ShopHost): Promise<void> {
  const now = Date.now();
  const ids = Array.from({ length: COUNT }, (_, index) => `${FUZZED}${index}`);
  const orders = ids.map((id) => `('web', '${id}', 'sandbox', 1250, 'EUR', 'Two mugs', ${now}, ${now})`);
  const attempts = ids.map((id) => `('web', '${id}', '${id}', 1, 1250, 'EUR', 'created', '', ${now}, ${now})`);
  await dataSource.query(`INSERT INTO tillbridge_order (group_name, order_id, mode, amount, currency, description,
    created_at, updated_at) VALUES ${orders.join()}`);
  await dataSource.query(`INSERT INTO tillbridge_attempt (group_name, service_order_id, order_id, number, amount,
    currency, create_state, request_fingerprint, created_at, updated_at) VALUES ${attempts.join()}`);
}

it('whatever a signed body holds, it ends applied or set aside, and pays only what was asked for (scenarios M3 and X3)', async () => {
  const service = await startOrderService();
  for (let index = 0; index < COUNT; index += 1) {
    const orderId = `${FUZZED}${index}`;
    service.orders.set(orderId, orderBody({ orderId, amount: 1250, at: Date.now(), status: 'initialized' }));
  }
  const clock = new ManualClock(Date.now());
  const [web] = shopOptions().terminalGroups;
  const calls = { callsPerSecond: 1_000, burst: 10_000, maxWaiting: 10_000, maxWaitMs: 60_000 };
  const terminalGroups = [{ ...web!, baseUrl: service.url, calls }];
  const shop = await startShop({ options: { terminalGroups, workers: 'off', clock } });
  const wire = new Wire(Number(new URL(shop.url).port));
  const inherited = Object.getOwnPropertyNames(Object.prototype);
  try {
    await addOrders(shop);
    const outcome = await fuzz({ wire, key, seed: SEED, count: COUNT });
    await shop.drain();
    for (let round = 0; round < MOST_ROUNDS && (await shop.count(WAITING)) > 0; round += 1) {
      clock.advance(LATER_MS);
      await shop.drain();
    }
    expect(await judge((sql) => shop.dataSource.query(sql), outcome)).toEqual([]);
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(inherited);
  } finally {
    wire.close();
    await shop.close();
    await service.close();
  }
});
