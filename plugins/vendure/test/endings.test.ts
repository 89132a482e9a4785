import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Order, OrderService, RequestContextService } from '@vendure/core';
import { Payments } from 'tillbridge';
import { TillbridgePaymentRecord } from '../src/records/payment-record.entity';
import { journalOf } from './support/seen-order';
import { onEachEngine } from './support/each-engine';
import { Shopper } from './support/shopper';

onEachEngine('how payments end', (stage) => {
  const checkedOut = async (): Promise<Shopper> => {
    const shopper = await Shopper.withCart(stage.shop);
    const answer = await shopper.checkOut();
    assert.equal(answer.__typename, 'TillbridgePayment', JSON.stringify(answer));
    return shopper;
  };
  const paid = async (): Promise<Shopper> => {
    const shopper = await checkedOut();
    await stage.shop.sandbox.pay(shopper.code);
    await stage.staff.orderWhen(shopper.code, ({ state }) => state === 'PaymentSettled');
    return shopper;
  };
  const written = (code: string, ...events: string[]) =>
    stage.staff.orderWhen(code, (order) => events.every((event) => journalOf(order).includes(event)));

  it('declined: it is written on the order, and the next try is paid', async () => {
    const shopper = await checkedOut();
    await stage.shop.sandbox.decline(shopper.code);
    const order = await written(shopper.code, 'declined');
    assert.equal(order.state, 'ArrangingPayment');
    assert.deepEqual(order.payments, []);
    assert.equal((await shopper.status()).state, 'FAILED');
    await stage.shop.sandbox.pay(shopper.code);
    await stage.staff.orderWhen(shopper.code, ({ state }) => state === 'PaymentSettled');
    assert.deepEqual(await stage.staff.attention(shopper.code), []);
  });

  it('left by the shopper, so cancelled at the service: a new page is paid', async () => {
    const shopper = await checkedOut();
    await stage.shop.sandbox.leave(shopper.code);
    await written(shopper.code, 'cancelled');
    assert.equal((await shopper.checkOut()).__typename, 'TillbridgePayment');
    await stage.shop.sandbox.pay(`${shopper.code}-2`);
    const order = await stage.staff.orderWhen(shopper.code, ({ state }) => state === 'PaymentSettled');
    assert.equal(order.payments.length, 1);
  });

  it('expired, and paid too late while the order still waits: it is paid', async () => {
    const shopper = await checkedOut();
    await stage.shop.sandbox.expire(shopper.code);
    await written(shopper.code, 'expired');
    await stage.shop.sandbox.pay(shopper.code);
    const order = await stage.staff.orderWhen(shopper.code, ({ state }) => state === 'PaymentSettled');
    assert.equal(order.payments.length, 1);
    assert.deepEqual(await stage.staff.attention(shopper.code), []);
  });

  it('cancelled in Vendure: the service hears of it, and no one can pay any more', async () => {
    const shopper = await checkedOut();
    await stage.staff.cancel(shopper.code);
    await written(shopper.code, 'cancelled');
    const { status } = await stage.shop.sandbox.order(shopper.code);
    assert.match(status, /^cancel/);
  });

  it('cancelled in Vendure, after another order whose terminal group is gone: the service hears of it', async () => {
    const [older, shopper] = [await checkedOut(), await checkedOut()];
    const records = stage.shop.dataSource.getRepository(TillbridgePaymentRecord);
    const group = 'gone';
    await records.update({ paymentOrderId: older.code }, { group, cancelWanted: 1 });
    await stage.staff.cancel(shopper.code);
    await written(shopper.code, 'cancelled');
    assert.match((await stage.shop.sandbox.order(shopper.code)).status, /^cancel/);
    // The group may be back after the next start.
    assert.equal((await records.findOneByOrFail({ group })).cancelWanted, 1);
  });

  it('paid after it was cancelled in Vendure: a person is asked to see to it', async () => {
    const shopper = await checkedOut();
    await stage.staff.cancel(shopper.code);
    await written(shopper.code, 'cancelled');
    await stage.shop.sandbox.pay(shopper.code);
    const order = await written(shopper.code, 'paid_after_cancel');
    assert.equal(order.state, 'Cancelled');
    assert.deepEqual(order.payments, []);
    assert.deepEqual(await stage.staff.attention(shopper.code), ['paid_after_cancel']);
    const answer = await stage.staff.act('recordTillbridgePayment', shopper.code, { why: 'to see what it says' });
    assert.equal(answer.__typename, 'TillbridgeActionError');
    assert.match(answer.message ?? '', /after the order had been cancelled/);
  });

  it('the order was changed and a new page made: the old one is closed, the new one paid', async () => {
    const shopper = await checkedOut();
    await shopper.back();
    await shopper.add(1);
    const { amount } = await shopper.checkOut();
    await stage.shop.sandbox.pay(`${shopper.code}-2`);
    const order = await stage.staff.orderWhen(shopper.code, ({ state }) => state === 'PaymentSettled');
    assert.deepEqual(
      order.payments.map((payment) => payment.amount),
      [amount],
    );
  });

  it('the order was changed and the old page paid: the money is down, and a person is asked to see to it', async () => {
    const shopper = await checkedOut();
    const { totalWithTax: before } = await stage.staff.order(shopper.code);
    await shopper.back();
    await shopper.add(1);
    await stage.shop.sandbox.pay(shopper.code);
    const order = await written(shopper.code, 'order_changed');
    assert.equal(order.state, 'ArrangingPayment');
    assert.deepEqual(
      order.payments.map(({ amount, state }) => ({ amount, state })),
      [{ amount: before, state: 'Settled' }],
    );
    assert.deepEqual(await stage.staff.attention(shopper.code), ['order_changed']);
    // What is missing is asked for under an id of its own.
    const { amount } = await shopper.checkOut();
    assert.equal(amount, order.totalWithTax - before);
    await stage.shop.sandbox.pay(`${shopper.code}.2`);
    await stage.staff.orderWhen(shopper.code, ({ state }) => state === 'PaymentSettled');
  });

  it('the cart was emptied and the old page paid: the money is not called a second payment, and can be given back', async () => {
    const shopper = await checkedOut();
    const { totalWithTax } = await stage.staff.order(shopper.code);
    await shopper.back();
    await shopper.empty();
    await stage.shop.sandbox.pay(shopper.code);
    const order = await written(shopper.code, 'not_recorded');
    assert.deepEqual(order.payments, []);
    assert.deepEqual(await stage.staff.attention(shopper.code), ['not_recorded']);
    const surplus = { reason: 'The cart was emptied', key: 'click-1' };
    const { payments = [] } = await stage.staff.act('refundTillbridgeSurplus', shopper.code, surplus);
    assert.deepEqual(
      payments.flatMap(({ refunds }) => refunds.map(({ amount }) => amount)),
      [totalWithTax],
    );
  });

  it('paid after the order was deleted here: the module has it down, and the log says so', async () => {
    const { shop } = stage;
    const shopper = await checkedOut();
    const ctx = await shop.get(RequestContextService).create({ apiType: 'admin' });
    const { id } = await shop.dataSource.getRepository(Order).findOneByOrFail({ code: shopper.code });
    await shop.get(OrderService).deleteOrder(ctx, id);
    await shop.sandbox.pay(shopper.code);
    await stage.staff.when(
      () => shop.moduleOrder(shopper.code),
      ({ paid }) => paid,
    );
    assert.ok(shop.log.warnings.some((text) => text.includes(shopper.code) && text.includes('not_recorded')));
    const { refunds } = shop.get(Payments);
    await refunds.request({
      group: 'web',
      orderId: shopper.code,
      amount: 'remaining',
      reason: 'Deleted',
      key: 'click-2',
    });
    await stage.staff.when(
      () => refunds.list({ orderId: shopper.code, state: 'accepted' }),
      ({ items }) => items.length === 1,
    );
  });

  it('charged back: it is written on the order, and a person is asked to see to it', async () => {
    const shopper = await paid();
    await stage.shop.sandbox.chargeback(shopper.code);
    await written(shopper.code, 'chargedback');
    assert.deepEqual(await stage.staff.attention(shopper.code), ['chargedback']);
  });

  it('a notification that comes fifty times over, in any order, is one payment', async () => {
    const shopper = await checkedOut();
    await stage.shop.sandbox.pay(shopper.code);
    const { items } = await stage.shop.sandbox.notifications({ limit: 20 });
    const ours = items.filter(({ orderId }) => orderId === shopper.code);
    await Promise.all(Array.from({ length: 50 }, (_, at) => stage.shop.sandbox.resend(ours[at % ours.length]!.id)));
    const order = await stage.staff.orderWhen(shopper.code, ({ state }) => state === 'PaymentSettled');
    assert.equal(order.payments.length, 1);
    assert.deepEqual(journalOf(order), ['completed']);
  });

  it('ten checkouts at once are ten payments', async () => {
    const shoppers = [];
    for (let count = 0; count < 10; count += 1) shoppers.push(await checkedOut());
    await Promise.all(shoppers.map(({ code }) => stage.shop.sandbox.pay(code)));
    for (const { code } of shoppers) {
      const order = await stage.staff.orderWhen(code, ({ state }) => state === 'PaymentSettled');
      assert.equal(order.payments.length, 1);
    }
  });
});
