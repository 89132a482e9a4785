import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { DefaultCachePlugin, DefaultJobQueuePlugin, DefaultSchedulerPlugin, DefaultSearchPlugin } from '@vendure/core';
import { Payments } from 'tillbridge';
import { ENGINES } from './support/databases';
import { Shopper } from './support/shopper';
import { Staff } from './support/staff';
import { TestShop } from './support/test-shop';

const DAY_MS = 86_400_000;

/** Vendure's own plugins that write to the database while a payment is recorded, or soon after it. */
const NEIGHBOURS = [
  DefaultCachePlugin.init({}),
  DefaultJobQueuePlugin.init({}),
  DefaultSchedulerPlugin.init({}),
  DefaultSearchPlugin.init({}),
];

for (const engine of ENGINES) {
  describe(`beside Vendure's own plugins on ${engine}`, () => {
    let shop: TestShop;
    let staff: Staff;
    before(async () => {
      shop = await TestShop.start(engine, {}, NEIGHBOURS);
      staff = new Staff(shop);
    });
    after(() => shop.stop());

    const checkedOut = async (input = {}): Promise<string> => {
      const shopper = await Shopper.withCart(shop);
      await shopper.checkOut(input);
      return shopper.code;
    };

    it('what a handler writes is within its transaction: paid, given back, cancelled, captured', async () => {
      const paid = await checkedOut();
      await shop.sandbox.pay(paid);
      await staff.orderWhen(paid, ({ state }) => state === 'PaymentSettled');
      await staff.refund(paid, 500);
      await staff.when(
        () => shop.get(Payments).refunds.list({ orderId: paid, state: 'accepted' }),
        ({ items }) => items.length === 1,
      );
      await shop.sandbox.advance(DAY_MS);
      await staff.orderWhen(paid, ({ payments }) => payments[0]!.refunds[0]!.state === 'Settled');

      const cancelled = await checkedOut();
      await staff.cancel(cancelled);
      await staff.when(
        () => staff.journal(cancelled),
        (events) => events.includes('cancelled'),
      );

      const reserved = await checkedOut({ paymentMethodCode: 'reserved' });
      await shop.sandbox.pay(reserved, { method: 'VISA' });
      const { payments } = await staff.orderWhen(reserved, ({ state }) => state === 'PaymentAuthorized');
      await staff.payment('settlePayment', payments[0]!.id);
      await staff.orderWhen(reserved, ({ state }) => state === 'PaymentSettled');

      // The cache was filled meanwhile, so there was something to warn of.
      const [{ count }] = await shop.dataSource.query('SELECT COUNT(*) AS count FROM cache_item');
      assert.ok(Number(count) > 0);
    });
  });
}
