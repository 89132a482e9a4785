import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { addChannel } from './support/add-channel';
import { onEachEngine, type Stage } from './support/each-engine';
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
