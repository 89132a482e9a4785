import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { Payments } from 'tillbridge';
import { onEachEngine } from './support/each-engine';
import { Modifier } from './support/modifier';
import type { SeenOrder } from './support/seen-order';
import { Shopper } from './support/shopper';

const DAY_MS = 86_400_000;
/** The price of one, with tax. */
const MUG = 1410;

onEachEngine('orders that are modified after they were paid', (stage) => {
  let modifier: Modifier;
  before(() => {
    modifier = new Modifier(stage.shop, stage.staff);
  });
  const checkedOut = async (quantity: number, paymentMethodCode = 'online'): Promise<Shopper> => {
    const shopper = await Shopper.withCart(stage.shop, { quantity });
    const answer = await shopper.checkOut({ paymentMethodCode });
    assert.equal(answer.__typename, 'TillbridgePayment', JSON.stringify(answer));
    return shopper;
  };
  const paid = async (quantity: number): Promise<Shopper> => {
    const shopper = await checkedOut(quantity);
    await stage.shop.sandbox.pay(shopper.code);
    await stage.staff.orderWhen(shopper.code, ({ state }) => state === 'PaymentSettled');
    return shopper;
  };
  /** Asks for what is left to pay, and pays it. @returns how much it was */
  const paidRest = async (shopper: Shopper, paymentMethodCode = 'online'): Promise<number | undefined> => {
    await stage.staff.move(shopper.code, 'ArrangingAdditionalPayment');
    const answer = await shopper.checkOut({ orderCode: shopper.code, paymentMethodCode });
    assert.equal(answer.__typename, 'TillbridgePayment', JSON.stringify(answer));
    await stage.shop.sandbox.pay(`${shopper.code}.2`, { method: 'VISA' });
    return answer.amount;
  };
  const amountsOf = ({ payments }: SeenOrder) => payments.map(({ state, amount }) => [state, amount]);
  const refundOf = (order: SeenOrder) => order.payments[0]!.refunds[0];
  const moneyOut = async (code: string): Promise<void> => {
    await stage.staff.when(
      () => stage.shop.get(Payments).refunds.list({ orderId: code, state: 'accepted' }),
      ({ items }) => items.length === 1,
    );
    await stage.shop.sandbox.advance(DAY_MS);
    await stage.staff.orderWhen(code, (order) => refundOf(order)?.state === 'Settled');
  };

  it('the rest of a higher price is paid on a page of its own', async () => {
    const { staff } = stage;
    const shopper = await paid(2);
    const { totalWithTax: before } = await staff.order(shopper.code);
    await modifier.modify(shopper.code, 3);
    const rest = await paidRest(shopper);
    const order = await staff.orderWhen(shopper.code, ({ state }) => state === 'PaymentSettled');
    assert.equal(rest, order.totalWithTax - before);
    assert.deepEqual(amountsOf(order), [
      ['Settled', before],
      ['Settled', rest],
    ]);
    assert.deepEqual(await modifier.settled(shopper.code), [true]);
    assert.deepEqual(await staff.attention(shopper.code), []);
  });

  it('a lower price is given back, and a higher one afterwards paid', async () => {
    const { staff } = stage;
    const shopper = await paid(3);
    const { payments } = await staff.order(shopper.code);
    await modifier.modify(shopper.code, 1, { refund: { paymentId: payments[0]!.id, reason: 'Fewer mugs' } });
    await moneyOut(shopper.code);
    const { totalWithTax: before } = await staff.order(shopper.code);
    await modifier.modify(shopper.code, 2);
    const rest = await paidRest(shopper);
    const order = await staff.orderWhen(shopper.code, ({ state }) => state === 'PaymentSettled');
    assert.equal(rest, order.totalWithTax - before);
    assert.deepEqual(await modifier.settled(shopper.code), [true, true]);
  });

  it('the same while the money is still on its way back', async () => {
    const { staff } = stage;
    const shopper = await paid(3);
    const { payments } = await staff.order(shopper.code);
    await modifier.modify(shopper.code, 1, { refund: { paymentId: payments[0]!.id, reason: 'Fewer mugs' } });
    const { totalWithTax: before } = await staff.order(shopper.code);
    await modifier.modify(shopper.code, 2);
    const rest = await paidRest(shopper);
    const order = await staff.orderWhen(shopper.code, ({ state }) => state === 'PaymentSettled');
    assert.equal(rest, order.totalWithTax - before);
    await moneyOut(shopper.code);
    assert.deepEqual(await staff.attention(shopper.code), []);
  });

  for (const [title, first, second] of [
    ['the first payment is only reserved', 'reserved', 'online'],
    ['the second payment is only reserved', 'online', 'reserved'],
  ] as const) {
    it(`${title}: the order is as Vendure has it, and settled when the money is taken`, async () => {
      const { staff, shop } = stage;
      const shopper = await checkedOut(2, first);
      await shop.sandbox.pay(shopper.code, { method: 'VISA' });
      await staff.orderWhen(shopper.code, ({ payments }) => payments.length === 1);
      await modifier.modify(shopper.code, 3);
      await paidRest(shopper, second);
      const order = await staff.orderWhen(shopper.code, ({ state }) => state === 'PaymentAuthorized');
      assert.deepEqual(await modifier.settled(shopper.code), [true]);
      const reserved = order.payments.find(({ state }) => state === 'Authorized');
      await staff.payment('settlePayment', reserved!.id);
      await staff.orderWhen(shopper.code, ({ state }) => state === 'PaymentSettled');
      assert.deepEqual(await staff.attention(shopper.code), []);
    });
  }

  it('a reserved payment of an order that gets cheaper: staff read what to do first, and it works', async () => {
    const { staff, shop } = stage;
    const { code } = await checkedOut(3, 'reserved');
    await shop.sandbox.pay(code, { method: 'VISA' });
    const { payments } = await staff.orderWhen(code, ({ state }) => state === 'PaymentAuthorized');
    const refund = { paymentId: payments[0]!.id, reason: 'Fewer mugs' };
    await assert.rejects(modifier.modify(code, 1, { refund }), /only reserved.*Settle the payment first/);
    assert.equal((await staff.payment('settlePayment', refund.paymentId)).state, 'Settled');
    await modifier.modify(code, 1, { refund });
    assert.equal(refundOf(await staff.order(code))?.state, 'Pending');
  });

  it('the rest is paid in cash before a reserved payment is taken: the order is settled', async () => {
    const { staff, shop } = stage;
    const { code } = await checkedOut(2, 'reserved');
    await shop.sandbox.pay(code, { method: 'VISA' });
    const { payments } = await staff.orderWhen(code, ({ state }) => state === 'PaymentAuthorized');
    await modifier.modify(code, 3);
    await staff.move(code, 'ArrangingAdditionalPayment');
    await modifier.payInCash(code);
    await staff.payment('settlePayment', payments[0]!.id);
    await staff.orderWhen(code, ({ state }) => state === 'PaymentSettled');
    assert.deepEqual(await modifier.settled(code), [true]);
  });

  it('all of it is given back at once, over both payments', async () => {
    const { staff, shop } = stage;
    const shopper = await paid(2);
    await modifier.modify(shopper.code, 3);
    await paidRest(shopper);
    const { totalWithTax } = await staff.orderWhen(shopper.code, ({ state }) => state === 'PaymentSettled');
    await modifier.refundAll(shopper.code, totalWithTax - 3 * MUG);
    const order = await staff.order(shopper.code);
    assert.deepEqual(
      order.payments.map(({ amount, refunds }) => refunds.map(({ total }) => total - amount)),
      [[0], [0]],
    );
    for (const orderId of [shopper.code, `${shopper.code}.2`]) {
      await staff.when(
        () => shop.get(Payments).refunds.list({ orderId, state: 'accepted' }),
        ({ items }) => items.length === 1,
      );
    }
  });

  it('a page for the rest that is paid after all was cancelled: a person is asked to see to it', async () => {
    const { staff, shop } = stage;
    const shopper = await paid(2);
    await modifier.modify(shopper.code, 3);
    await staff.move(shopper.code, 'ArrangingAdditionalPayment');
    await shopper.checkOut({ orderCode: shopper.code });
    await staff.cancel(shopper.code);
    await staff.when(
      () => staff.journal(shopper.code),
      (events) => events.includes('cancelled'),
    );
    await shop.sandbox.pay(`${shopper.code}.2`);
    await staff.when(
      () => staff.attention(shopper.code),
      ([code]) => code === 'paid_after_cancel',
    );
  });
});
