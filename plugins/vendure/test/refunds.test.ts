import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Payments } from 'tillbridge';
import { journalOf } from './support/seen-order';
import { onEachEngine } from './support/each-engine';
import { Shopper } from './support/shopper';

const DAY_MS = 86_400_000;

onEachEngine('refunds', (stage) => {
  const paid = async (quantity = 2): Promise<string> => {
    const shopper = await Shopper.withCart(stage.shop, { quantity });
    await shopper.checkOut();
    await stage.shop.sandbox.pay(shopper.code);
    await stage.staff.orderWhen(shopper.code, ({ state }) => state === 'PaymentSettled');
    return shopper.code;
  };
  const refundsOf = async (code: string) => (await stage.staff.order(code)).payments.flatMap(({ refunds }) => refunds);
  /** Waits until the service has booked so many refunds, then lets the money go out. */
  const settle = async (code: string, count: number): Promise<void> => {
    const payments = stage.shop.get(Payments);
    await stage.staff.when(
      () => payments.refunds.list({ orderId: code, state: 'accepted' }),
      ({ items }) => items.length === count,
    );
    await stage.shop.sandbox.advance(DAY_MS);
  };

  it('browse, pay, ship, give a part back, then all of it', async () => {
    const code = await paid();
    await stage.staff.ship(code);
    const { totalWithTax, state } = await stage.staff.order(code);
    assert.equal(state, 'Shipped');
    assert.equal((await stage.staff.refund(code, 1000)).state, 'Pending');
    await settle(code, 1);
    await stage.staff.orderWhen(code, (order) => order.payments[0]!.refunds[0]!.state === 'Settled');
    assert.equal((await stage.staff.refund(code, totalWithTax - 1000)).state, 'Pending');
    await settle(code, 1);
    const order = await stage.staff.orderWhen(code, ({ payments }) =>
      payments[0]!.refunds.every((refund) => refund.state === 'Settled'),
    );
    assert.equal(
      order.payments[0]!.refunds.reduce((sum, { total }) => sum + total, 0),
      totalWithTax,
    );
    const { amountRefunded } = await stage.shop.moduleOrder(code);
    assert.equal(amountRefunded.amount, totalWithTax);
  });

  it('three clerks at once give money back once', async () => {
    const code = await paid();
    const attempts = await Promise.allSettled([1, 2, 3].map(() => stage.staff.refund(code, 2500)));
    const made = attempts.filter((each) => each.status === 'fulfilled' && each.value.__typename === 'Refund');
    assert.equal(made.length, 1, JSON.stringify(attempts));
    const refunds = await refundsOf(code);
    assert.deepEqual(
      refunds.map(({ total }) => total),
      [2500],
    );
    await settle(code, 1);
    await stage.staff.orderWhen(code, ({ payments }) => payments[0]!.refunds[0]!.state === 'Settled');
    assert.equal((await stage.shop.moduleOrder(code)).amountRefunded.amount, 2500);
  });

  it('the same key twice is one refund, and one row', async () => {
    const code = await paid();
    const first = await stage.staff.refund(code, 500);
    assert.equal(first.state, 'Pending');
    // What Vendure has of it is gone, as after a backup that was put back: the key is that of the refund that is there.
    await stage.shop.forgetRefund(first.id!);
    const second = await stage.staff.refund(code, 500);
    assert.equal(second.state, 'Pending');
    const { items } = await stage.shop.get(Payments).refunds.list({ orderId: code });
    assert.equal(items.length, 1);
    assert.equal((await refundsOf(code)).length, 1);
  });

  it('more than is left is refused in words for the clerk, and nothing stays', async () => {
    const code = await paid();
    await stage.shop.sandbox.refund(code, { amount: 3000 });
    await stage.staff.orderWhen(code, (order) => journalOf(order).includes('refunded_elsewhere'));
    await assert.rejects(stage.staff.refund(code, 3000), /REFUND_EXCEEDS_REMAINING/);
    assert.deepEqual(await refundsOf(code), []);
    assert.deepEqual(await stage.staff.attention(code), ['refunded_elsewhere']);
  });

  it('a refund that waits is settled by no one but the service', async () => {
    const code = await paid();
    const { id } = await stage.staff.refund(code, 500);
    await assert.rejects(stage.staff.settleRefund(id!), /payment service says what becomes/);
    const [refund] = await refundsOf(code);
    assert.equal(refund!.state, 'Pending');
  });

  it('called off on the command line before it was sent: failed here, and can be given back again', async () => {
    const code = await paid();
    const { refunds } = stage.shop.get(Payments);
    const byHand = { by: 'ann', why: 'the customer keeps it' };
    await refunds.pauseLane('web', byHand);
    await stage.staff.refund(code, 700);
    const { items } = await refunds.list({ orderId: code });
    await refunds.cancel(items[0]!.id, byHand);
    await stage.staff.orderWhen(code, ({ payments }) => payments[0]!.refunds[0]!.state === 'Failed');
    await refunds.resumeLane('web', byHand);
    assert.equal((await stage.staff.refund(code, 900)).state, 'Pending');
    await settle(code, 1);
    assert.equal((await stage.shop.sandbox.order(code)).amountRefunded, 900);
  });

  it('declined by the service after it was accepted: failed here, and can be given back again', async () => {
    const code = await paid();
    stage.shop.sandbox.adjust('web', { payoutBalance: 0, lowBalance: 'declined' });
    await stage.staff.refund(code, 700);
    await settle(code, 1);
    const order = await stage.staff.orderWhen(code, ({ payments }) => payments[0]!.refunds[0]!.state === 'Failed');
    assert.ok(journalOf(order).includes('rejected'));
    stage.shop.sandbox.adjust('web', { payoutBalance: null, lowBalance: 'refused' });
    await stage.shop.refundable(code, order.totalWithTax);
    assert.equal((await stage.staff.refund(code, order.totalWithTax)).state, 'Pending');
  });
});
