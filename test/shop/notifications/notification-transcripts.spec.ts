import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { ManualClock, orderBody } from 'tillbridge/testing';
import { startShop, type ShopHost } from '../../support/shop-host.js';
import { transcriptOf } from '../../support/transcript.js';

const NOON = Date.UTC(2026, 0, 15, 11);

describe('what a shop does with notifications', () => {
  const clock = new ManualClock(NOON);
  let shop: ShopHost;
  beforeAll(async () => {
    shop = await startShop({ options: { workers: 'off', clock } });
  });
  afterEach(() => shop.forget());
  afterAll(() => shop.close());

  const notified = (status: string) => {
    const body = orderBody({ orderId: 'A', amount: 1250, status, transactionId: '700', at: clock.now() });
    return shop.notify({ orderId: 'A', at: clock.now(), body });
  };

  test('an order is paid, and the shop is notified twice', async () => {
    await shop.addOrder('A', 1250, 'web', NOON);
    const transcript = await transcriptOf(shop, clock, async (written) => {
      await written.step('the service notifies: initialized', () => notified('initialized'));
      await written.work('inbox');
      clock.advance(60_000);
      await written.step('the service notifies: completed', () => notified('completed'));
      await written.step('the service notifies again', () => notified('completed'));
      await written.work('inbox');
      await written.work('effects');
      await written.rows();
    });
    expect(transcript).toMatchSnapshot();
  });
});
