import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { orderBody } from 'tillbridge/testing';
import { startShop, type ShopHost } from '../support/shop-host.js';

describe('an order of another mode (scenario C3)', () => {
  let shop: ShopHost;

  beforeAll(async () => {
    shop = await startShop({ options: { workers: 'off' } });
  });

  afterAll(() => shop.close());

  it('is not paid by what is paid here: the database may be a copy of production', async () => {
    for (const orderId of ['LIVE-1', 'HERE-1']) {
      await shop.addOrder(orderId);
      const body = orderBody({ orderId, amount: 1250, at: Date.now() });
      expect((await shop.notify({ orderId, body })).status).toBe(200);
    }
    await shop.dataSource.query("UPDATE tillbridge_order SET mode = 'live' WHERE order_id = 'LIVE-1'");
    await shop.drain();

    expect(await shop.payments.orders.find('HERE-1')).toMatchObject({ paid: true });
    expect(await shop.payments.orders.find('LIVE-1')).toMatchObject({ paid: false, status: null });
    expect(shop.handlers.count('transaction', 'completed')).toBe(1);
    expect(shop.logs.matching('was created in another mode')).toHaveLength(1);
  });
});
