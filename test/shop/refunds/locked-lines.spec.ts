import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RefundEntity } from '../../../src/shop/refund-records/index.js';
import { RefundSender } from '../../../src/shop/refunds/sending/refund-sender.js';
import { startShop, type ShopHost } from '../../support/shop-host.js';

const refundOf = (id: string): RefundEntity =>
  Object.assign(new RefundEntity(), { id, orderId: `O-${id}`, group: 'web' });

describe('a refund whose order another transaction has locked', () => {
  let shop: ShopHost;
  let now = Date.now();
  const leave = (id: string): void => shop.app.get(RefundSender).leave(refundOf(id), 'locked');
  const lines = () => shop.logs.matching('row of its order locked');

  beforeEach(async () => {
    shop = await startShop({ options: { workers: 'off', clock: { now: () => now } } });
  });
  afterEach(() => shop.close());

  it('is no news for a moment: every other process of the shop locks it while it takes or stores one', () => {
    for (let second = 0; second < 60; second += 1) {
      leave(`R-${second}`);
      now += 1_000;
    }
    leave('R-0');
    expect(lines()).toEqual([]);
  });

  it('is logged once it was locked whenever it was next, for ten seconds', () => {
    for (let times = 0; times < 5; times += 1) {
      leave('R-1');
      now += 2_000;
    }
    expect(lines()).toEqual([]);
    leave('R-1');
    expect(lines()).toEqual([expect.stringContaining('Refund R-1 of order O-R-1')]);
  });
});
