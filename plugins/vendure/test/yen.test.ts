import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { Payments } from 'tillbridge';
import { addChannel } from './support/add-channel';
import { onEachEngine, type Stage } from './support/each-engine';
import { Shopper } from './support/shopper';

const scenarios = (stage: Stage): void => {
  before(async () => {
    await addChannel(stage.shop, 'tokyo', { currency: 'JPY', factor: 100 });
    await addChannel(stage.shop, 'osaka', { currency: 'JPY' });
  });

  it('asks for yen, of which Vendure keeps hundredths, in whole yen, and gives back whole yen', async () => {
    const { shop, staff } = stage;
    const shopper = await Shopper.withCart(shop, { channel: 'tokyo' });
    const answer = await shopper.checkOut();
    assert.equal(answer.__typename, 'TillbridgePayment', JSON.stringify(answer));
    assert.equal(answer.currencyCode, 'JPY');
    const { amount } = await shop.moduleOrder(shopper.code);
    assert.deepEqual([amount.currency, amount.amount * 100], ['JPY', answer.amount]);
    await shop.sandbox.pay(shopper.code, { group: 'web' });
    await staff.in('tokyo', async () => {
      const order = await staff.orderWhen(shopper.code, ({ state }) => state === 'PaymentSettled');
      assert.deepEqual(
        order.payments.map((payment: { amount: number }) => payment.amount),
        [answer.amount],
      );
      assert.equal((await staff.refund(shopper.code, 10_000)).state, 'Pending');
      await assert.rejects(staff.refund(shopper.code, 10_050), /fraction that JPY does not have/);
    });
    const [refund] = (await shop.get(Payments).refunds.list({ group: 'web', orderId: shopper.code })).items;
    assert.deepEqual([refund?.amount.currency, refund?.amount.amount], ['JPY', 100]);
  });

  it('asks for nothing where a price has a fraction of a yen', async () => {
    const { shop } = stage;
    const shopper = await Shopper.withCart(shop, { channel: 'osaka' });
    const answer = await shopper.checkOut();
    assert.match(JSON.stringify(answer), /fraction that JPY does not have/);
    await assert.rejects(shop.moduleOrder(shopper.code), /knows no order/);
  });
};

onEachEngine('yen', scenarios);
