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
const body = orderBody({ orderId: 'S1', amount: 1250, at, transactionId: '1700000000000001' });

describeEngines('one notification', (engine) => {
  let shop: ShopHost;
  beforeAll(async () => {
    shop = await startShop({ engine, options: { workers: 'off' } });
  });
  afterAll(() => shop.close());

  // Is it meant to be otherwise? `npm run bench -- budget --write` writes the counts anew.
  it('costs what is written down: statements, commits, bytes, parsed JSON, checked signatures', async () => {
    await shop.addOrder('S1');
    const signed = signedNotification({ key: shop.key, orderId: 'S1', at, body });
    const found = await countOneNotification({
      dataSource: shop.dataSource,
      server: shop.app.getHttpServer(),
      hmac: createHmac('sha512', ''),
      post: () => shop.post(signed.search, signed.headers, signed.body),
      work: () => shop.app.get(TillbridgeWorkers).start(),
    });
    expect(found).toEqual(Reflect.get(counts, SENT_ALIKE[engine] ?? engine));
  });
});
