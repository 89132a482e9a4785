import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isPaymentError, Money } from 'tillbridge';
import { startShop, type ShopHost } from '../../support/shop-host.js';

/** What a missing field of a form or a query becomes; a call without the group means any, and these do not. */
const EMPTY = ['', null];
const who = { by: 'ann', why: 'asked' };

describe('a group that is given and empty', () => {
  let shop: ShopHost;
  beforeAll(async () => {
    shop = await startShop({ options: { workers: 'off' } });
    await shop.addOrder('A-1');
  });
  afterAll(() => shop.close());

  const calls = (group: string): Readonly<Record<string, () => Promise<unknown>>> => {
    const { orders, refunds, notifications, polling } = shop.payments;
    const amount = Money.ofMinor(100, 'EUR');
    return {
      find: () => orders.find('A-1', { group }),
      findByReference: () => orders.findByReference('PO-1', { group }),
      timeline: () => orders.timeline('A-1', { group }),
      settle: () => orders.settle('A-1', { group }),
      'settle by the id at the service': () => orders.settle('A-1', { group, byServiceId: true }),
      settlesWithin: () => orders.settlesWithin('A-1', { group }),
      serviceOrderId: () => orders.serviceOrderId('A-1', { group }),
      fetch: () => orders.fetch('A-1', { group }),
      sync: () => orders.sync('A-1', { ...who, group }),
      acknowledge: () => orders.acknowledge('A-1', { ...who, group, attention: 'paid_twice' }),
      erase: () => orders.erase('A-1', { ...who, group }),
      remaining: () => refunds.remaining('A-1', { group }),
      'refunds.request': () => refunds.request({ orderId: 'A-1', group, amount, reason: 'broken', key: 'k' }),
      'refunds.list': () => refunds.list({ group }),
      'batches.list': () => refunds.batches.list({ group }),
      'notifications.list': () => notifications.list({ group }),
      'notifications.replay': () => notifications.replay({ state: 'parked', group }, who),
      'polling.tick': () => polling.tick(group),
      'polling.status': () => polling.status(group),
    };
  };

  it.each(EMPTY)('is refused, and does not mean any group: %j', async (empty) => {
    const answered: string[] = [];
    for (const [name, call] of Object.entries(calls(empty as string))) {
      const error: unknown = await call().then(
        () => null,
        (thrown: unknown) => thrown,
      );
      if (!isPaymentError(error)) answered.push(name);
      else if (!['FILTER_INVALID', 'GROUP_UNKNOWN'].includes(error.code)) answered.push(`${name}: ${error.code}`);
    }
    expect(answered).toEqual([]);
  });

  it('may be left out', async () => {
    expect(await shop.payments.orders.find('A-1', {})).toMatchObject({ orderId: 'A-1' });
  });
});
