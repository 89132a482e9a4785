import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ENGINES } from './support/databases';
import { Shopper } from './support/shopper';
import { Staff } from './support/staff';
import { TestShop } from './support/test-shop';

for (const engine of ENGINES) {
  describe(`checkout on ${engine}`, () => {
    let shop: TestShop;
    let staff: Staff;
    before(async () => {
      shop = await TestShop.start(engine);
      staff = new Staff(shop);
    });
    after(() => shop.stop());

    it('is paid, and Vendure has the payment down once', async () => {
      const shopper = await Shopper.withCart(shop);
      const answer = await shopper.checkOut();
      assert.equal(answer.__typename, 'TillbridgePayment', JSON.stringify(answer));
      await shop.sandbox.pay(shopper.code);
      const order = await staff.orderWhen(shopper.code, ({ state }) => state === 'PaymentSettled');
      assert.deepEqual(
        order.payments.map(({ state, amount }) => ({ state, amount })),
        [{ state: 'Settled', amount: order.totalWithTax }],
      );
      assert.deepEqual(await staff.journal(shopper.code), ['completed']);
      const status = await shopper.status();
      assert.deepEqual(
        { ...status, settlesAt: null },
        {
          orderCode: shopper.code,
          orderState: 'PaymentSettled',
          state: 'PAID',
          isRecorded: true,
          paymentUrl: null,
          settlesAt: null,
        },
      );
    });
  });
}
