import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { addChannel } from './support/add-channel';
import type { TillbridgePluginOptions } from '../src';
import { onEachEngine, type Stage } from './support/each-engine';
import { GROUPS } from './support/shop-config';
import { Shopper } from './support/shopper';

const scenarios = (stage: Stage): void => {
  before(() => addChannel(stage.shop, 'amsterdam'));

  it('each channel is paid through the terminal group of its own', async () => {
    const { shop, staff } = stage;
    const here = await Shopper.withCart(shop);
    await here.checkOut();
    await shop.sandbox.pay(here.code, { group: 'web' });
    await staff.orderWhen(here.code, ({ state }) => state === 'PaymentSettled');
    const there = await Shopper.withCart(shop, { channel: 'amsterdam' });
    const answer = await there.checkOut();
    assert.equal(answer.__typename, 'TillbridgePayment', JSON.stringify(answer));
    assert.equal(answer.currencyCode, 'EUR');
    await shop.sandbox.pay(there.code, { group: 'till-amsterdam' });
    await staff.in('amsterdam', async () => {
      const order = await staff.orderWhen(there.code, ({ state }) => state === 'PaymentSettled');
      assert.equal(order.payments.length, 1);
      assert.equal((await staff.refund(there.code, 100)).state, 'Pending');
    });
    assert.equal((await shop.moduleOrder(there.code, 'till-amsterdam')).paid, true);
  });

  it("shows a channel nothing of the default channel's payments", async () => {
    const { shop, staff } = stage;
    const here = await Shopper.withCart(shop);
    await here.checkOut();
    await shop.sandbox.pay(here.code, { group: 'web' });
    await staff.orderWhen(here.code, ({ state }) => state === 'PaymentSettled');
    await shop.sandbox.chargeback(here.code, { group: 'web' });
    await staff.when(
      () => staff.attention(here.code),
      ([code]) => code === 'chargedback',
    );
    assert.deepEqual(await staff.in('amsterdam', () => staff.attention(here.code)), []);
  });
};

onEachEngine('channels', scenarios, {
  groupByChannel: ({ code }) => (code === 'amsterdam' ? 'till-amsterdam' : 'web'),
});

/** The terminal groups that are found at run time. */
const found = new Map<string, NonNullable<Awaited<ReturnType<NonNullable<TillbridgePluginOptions['resolveGroup']>>>>>();

onEachEngine(
  'channels whose terminal groups are found at run time',
  (stage) => {
    it('a channel that was made while the server runs is paid, and gives money back', async () => {
      const { shop, staff } = stage;
      await addChannel(shop, 'till-amsterdam');
      const { apiKey } = GROUPS[1];
      found.set('till-amsterdam', {
        name: 'till-amsterdam',
        mode: 'sandbox',
        apiKeys: [apiKey],
        baseUrl: shop.serviceUrl,
      });
      const shopper = await Shopper.withCart(shop, { channel: 'till-amsterdam' });
      assert.equal((await shopper.checkOut()).__typename, 'TillbridgePayment');
      await shop.sandbox.pay(shopper.code, { group: 'till-amsterdam' });
      await staff.in('till-amsterdam', async () => {
        await staff.orderWhen(shopper.code, ({ state }) => state === 'PaymentSettled');
        assert.equal((await staff.refund(shopper.code, 100)).state, 'Pending');
      });
      const deliveries = await shop.sandbox.deliveries(shopper.code, { group: 'till-amsterdam' });
      assert.ok(deliveries.every(({ url }) => url.startsWith(`${shop.url}/payments/notifications/till-amsterdam?`)));
    });

    it('a channel without an account is told so in words, and makes no payment', async () => {
      const { shop } = stage;
      await addChannel(shop, 'utrecht');
      const shopper = await Shopper.withCart(shop, { channel: 'utrecht' });
      const answer = await shopper.checkOut();
      assert.equal(answer.__typename, 'TillbridgePaymentError', JSON.stringify(answer));
      assert.equal(answer.paymentErrorCode, 'GROUP_UNKNOWN');
    });
  },
  {
    resolveGroup: (name) => found.get(name),
    groupByChannel: ({ code }) => (code === '__default_channel__' ? 'web' : code),
  },
);
