import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { addCoupon, endPromotion, useCoupon } from './support/coupons';
import { onEachEngine } from './support/each-engine';
import { Modifier } from './support/modifier';
import type { SeenOrder } from './support/seen-order';
import { Shopper } from './support/shopper';

onEachEngine('coupons', (stage) => {
  let modifier: Modifier;
  before(() => {
    modifier = new Modifier(stage.shop, stage.staff);
  });
  const amountsOf = ({ payments }: SeenOrder) => payments.map(({ amount }) => amount);
  const settled = (code: string) => stage.staff.orderWhen(code, ({ state }) => state === 'PaymentSettled');

  it('one that ends while the shopper pays: the order is paid at the price that was asked for', async () => {
    const { shop, staff } = stage;
    const promotion = await addCoupon(shop, 'SUNDAY');
    const shopper = await Shopper.withCart(shop);
    const price = await useCoupon(shopper, 'SUNDAY');
    assert.equal((await shopper.checkOut()).amount, price);
    await endPromotion(shop, promotion);
    await shop.sandbox.pay(shopper.code);
    const order = await settled(shopper.code);
    assert.deepEqual([order.totalWithTax, amountsOf(order)], [price, [price]]);
    assert.deepEqual(await staff.attention(shopper.code), []);
  });

  it('one that has ended before: the shopper is told, and pays the new total', async () => {
    const { shop } = stage;
    const promotion = await addCoupon(shop, 'MONDAY');
    const shopper = await Shopper.withCart(shop);
    const price = await useCoupon(shopper, 'MONDAY');
    await endPromotion(shop, promotion);
    const refused = await shopper.checkOut();
    assert.deepEqual([refused.paymentErrorCode, refused.mayRetry], ['COUPON_REMOVED', false], JSON.stringify(refused));
    const { amount } = await shopper.checkOut();
    assert.ok(amount && amount > price);
    await shop.sandbox.pay(shopper.code);
    assert.deepEqual(amountsOf(await settled(shopper.code)), [amount]);
  });

  it('one that has ended since the order was placed, which is modified: the rest is paid', async () => {
    const { shop, staff } = stage;
    const promotion = await addCoupon(shop, 'TUESDAY');
    const shopper = await Shopper.withCart(shop);
    await useCoupon(shopper, 'TUESDAY');
    await shopper.checkOut();
    await shop.sandbox.pay(shopper.code);
    await settled(shopper.code);
    await modifier.modify(shopper.code, 3);
    await staff.move(shopper.code, 'ArrangingAdditionalPayment');
    await endPromotion(shop, promotion);
    const { amount } = await shopper.checkOut({ orderCode: shopper.code });
    await shop.sandbox.pay(`${shopper.code}.2`);
    const { payments } = await settled(shopper.code);
    assert.equal(payments[1]?.amount, amount);
    assert.deepEqual(await staff.attention(shopper.code), []);
  });

  it('the last use of one is not given to a second shopper who asks to pay', async () => {
    const { shop } = stage;
    await addCoupon(shop, 'ONCE', { usageLimit: 1 });
    const [first, second] = [await Shopper.withCart(shop), await Shopper.withCart(shop)];
    for (const each of [first, second]) await useCoupon(each, 'ONCE');
    await first.checkOut();
    assert.equal((await second.checkOut()).paymentErrorCode, 'COUPON_REMOVED');
    const { amount } = await second.checkOut();
    await shop.sandbox.pay(second.code);
    await shop.sandbox.pay(first.code);
    await settled(first.code);
    assert.deepEqual(amountsOf(await settled(second.code)), [amount]);
  });

  it('the last use of one that two have got on their pages: the money of both is down, and one has a rest to pay', async () => {
    const { shop, staff } = stage;
    await addCoupon(shop, 'LAST', { usageLimit: 1 });
    const [first, second] = [await Shopper.withCart(shop), await Shopper.withCart(shop)];
    for (const each of [first, second]) {
      await useCoupon(each, 'LAST');
      await each.checkOut();
      // Back in the cart the order no longer counts as a use, and its page is still open.
      await each.back();
    }
    await shop.sandbox.pay(first.code);
    await settled(first.code);
    await shop.sandbox.pay(second.code);
    await staff.when(
      () => staff.attention(second.code),
      ([code]) => code === 'order_changed',
    );
    const { state, payments, totalWithTax } = await staff.order(second.code);
    const rest = totalWithTax - payments[0]!.amount;
    assert.equal(state, 'ArrangingPayment');
    assert.ok(rest > 0);
    assert.equal((await second.checkOut()).amount, rest);
    await shop.sandbox.pay(`${second.code}.2`);
    await settled(second.code);
  });
});
