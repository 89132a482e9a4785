import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  DefaultCachePlugin,
  DefaultJobQueuePlugin,
  DefaultSchedulerPlugin,
  DefaultSearchPlugin,
  VendurePlugin,
  type OrderProcess,
} from '@vendure/core';
import { Payments } from 'tillbridge';
import { ENGINES } from './support/databases';
import { journalOf } from './support/seen-order';
import { Shopper } from './support/shopper';
import { Staff } from './support/staff';
import { TestShop } from './support/test-shop';

const DAY_MS = 86_400_000;

/** A rule of the shop itself: orders of these customers' codes stay where they are until someone has looked at them. */
const unseen = new Set<string>();
/** The same, of a rule that does not say why. */
const silent = new Set<string>();
const looksFirst: OrderProcess<string> = {
  onTransitionStart: (_from, to, { order }) => {
    if (!to.startsWith('Payment')) return undefined;
    if (silent.has(order.code)) return false;
    return unseen.has(order.code) ? 'The address was not looked at yet.' : undefined;
  },
};

@VendurePlugin({
  configuration: (config) => {
    config.orderOptions.process.push(looksFirst);
    return config;
  },
})
class ShopRules {}

/** Vendure's own plugins that write to the database while a payment is recorded, or soon after it. */
const NEIGHBOURS = [
  DefaultCachePlugin.init({}),
  DefaultJobQueuePlugin.init({}),
  DefaultSchedulerPlugin.init({}),
  DefaultSearchPlugin.init({}),
  ShopRules,
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

    it('an order that a rule of the shop keeps from being settled: the payment is down, and a person is asked to see to it', async () => {
      for (const { method, input, settled } of [
        { method: 'IDEAL', input: {}, settled: 'PaymentSettled' },
        { method: 'VISA', input: { paymentMethodCode: 'reserved' }, settled: 'PaymentAuthorized' },
      ]) {
        const code = await checkedOut(input);
        unseen.add(code);
        await shop.sandbox.pay(code, { method });
        const order = await staff.orderWhen(code, (each) => journalOf(each).includes('not_settled'));
        assert.equal(order.state, 'ArrangingPayment');
        assert.equal(order.payments.length, 1);
        assert.deepEqual(await staff.attention(code), ['not_settled']);
        const refused = await staff.act('recordTillbridgePayment', code, { why: 'to see what it says' });
        assert.match(refused.message ?? '', /The address was not looked at yet/);

        unseen.delete(code);
        await staff.act('recordTillbridgePayment', code, { why: 'looked at it' });
        const after = await staff.order(code);
        assert.deepEqual([after.state, after.payments.length], [settled, 1]);
        assert.deepEqual(await staff.attention(code), []);
      }
    });

    it('an order that staff move on themselves once the rule allows it: no one is asked to see to it any more', async () => {
      const code = await checkedOut();
      silent.add(code);
      await shop.sandbox.pay(code);
      const order = await staff.orderWhen(code, (each) => journalOf(each).includes('not_settled'));
      const entry = order.history.items.find(({ data }) => data['event'] === 'not_settled');
      assert.equal(entry?.data['reason'], 'The order may not go on to its next state, and no reason was given.');
      silent.delete(code);
      await staff.move(code, 'PaymentSettled');
      assert.deepEqual(await staff.attention(code), []);
    });

    it('a reservation that is captured while the rule refuses: a person is asked to see to it', async () => {
      const code = await checkedOut({ paymentMethodCode: 'reserved' });
      await shop.sandbox.pay(code, { method: 'VISA' });
      await staff.orderWhen(code, ({ state }) => state === 'PaymentAuthorized');
      unseen.add(code);
      const { orders } = shop.get(Payments).group('web');
      await orders.capture(code, { amount: (await shop.moduleOrder(code)).amount });
      const order = await staff.orderWhen(code, (each) => journalOf(each).includes('not_settled'));
      assert.deepEqual([order.state, order.payments[0]!.state], ['PaymentAuthorized', 'Settled']);
      unseen.delete(code);
      await staff.act('recordTillbridgePayment', code, { why: 'looked at it' });
      assert.equal((await staff.order(code)).state, 'PaymentSettled');
    });
  });
}
