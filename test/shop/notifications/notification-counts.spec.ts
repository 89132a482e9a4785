import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TillbridgeWorkers } from 'tillbridge';
import { orderBody, signedNotification } from 'tillbridge/testing';
import { describeEngines } from '../../support/engines.js';
import { countOneNotification } from '../../support/notification-counts.mjs';
import { startShop, type ShopHost } from '../../support/shop-host.js';

const counts = JSON.parse(readFileSync(join(process.cwd(), 'bench/budget/counts.json'), 'utf8')) as object;
/** MySQL is sent what MariaDB is sent. */
const SENT_ALIKE: Readonly<Record<string, string>> = { mysql: 'mariadb' };
const at = Date.now();
const ORDERS = ['S1', 'S2'] as const;

describeEngines('one notification', (engine) => {
  let shop: ShopHost;
  beforeAll(async () => {
    shop = await startShop({ engine, options: { workers: 'off' } });
  });
  afterAll(() => shop.close());

  // Is it meant to be otherwise? `npm run bench -- budget --write` writes the counts anew.
  it('costs what is written down: statements, commits, bytes, parsed JSON, checked signatures', async () => {
    for (const orderId of ORDERS) await shop.addOrder(orderId);
    const requests = ORDERS.map((orderId, index) => {
      const body = orderBody({ orderId, amount: 1250, at, transactionId: `170000000000000${index + 1}` });
      return signedNotification({ key: shop.key, orderId, at, body });
    });
    const found = await countOneNotification({
      dataSource: shop.dataSource,
      server: shop.app.getHttpServer(),
      hmac: createHmac('sha512', ''),
      post: (index) => shop.post(requests[index]!.search, requests[index]!.headers, requests[index]!.body),
      work: () => shop.app.get(TillbridgeWorkers).start(),
    });
    expect(found).toEqual(Reflect.get(counts, SENT_ALIKE[engine] ?? engine));
  });
});
