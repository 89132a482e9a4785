import assert from 'node:assert/strict';
import { it } from 'node:test';
import { atOnce } from './support/at-once';
import { onEachEngine } from './support/each-engine';
import { journalOf } from './support/seen-order';
import { Shopper } from './support/shopper';

onEachEngine('capture by hand', (stage) => {
  const reserved = async (): Promise<{ code: string; id: string }> => {
    const shopper = await Shopper.withCart(stage.shop);
    const answer = await shopper.checkOut({ paymentMethodCode: 'reserved' });
    assert.equal(answer.__typename, 'TillbridgePayment', JSON.stringify(answer));
    await stage.shop.sandbox.pay(shopper.code, { method: 'VISA' });
    const order = await stage.staff.orderWhen(shopper.code, ({ state }) => state === 'PaymentAuthorized');
    assert.equal(order.payments[0]!.state, 'Authorized');
    assert.equal((await shopper.status()).state, 'AUTHORISED');
    return { code: shopper.code, id: order.payments[0]!.id };
  };

  it('the money is taken when staff settle the payment, once', async () => {
    const { code, id } = await reserved();
    assert.equal((await stage.staff.payment('settlePayment', id)).state, 'Settled');
    const order = await stage.staff.orderWhen(code, ({ state }) => state === 'PaymentSettled');
    assert.equal(order.payments.length, 1);
    await stage.staff.when(
      () => stage.shop.moduleOrder(code),
      ({ paid }) => paid,
    );
    assert.deepEqual(await stage.staff.attention(code), []);
    assert.equal((await stage.staff.refund(code, 100)).state, 'Pending');
  });

  it('a second capture that is refused leaves the payment settled', async () => {
    const { code, id } = await reserved();
    // One of two clerks: the money is taken, and Vendure knows, before the service hears of this one.
    stage.shop.sandbox.faults.next('update', 'delay', { delayMs: 1_500 });
    const answers = await Promise.all([1, 2].map(() => stage.staff.payment('settlePayment', id)));
    const order = await stage.staff.orderWhen(code, ({ state }) => state === 'PaymentSettled');
    const seen = JSON.stringify(answers);
    assert.deepEqual(
      order.payments.map(({ state }) => state),
      ['Settled'],
      seen,
    );
    const settled = order.history.items.filter(({ data }) => data['to'] === 'PaymentSettled');
    assert.equal(settled.length, 1, seen);
  });

  for (const [action, state] of [
    ['settlePayment', 'Settled'],
    ['cancelPayment', 'Cancelled'],
  ] as const) {
    // One connection serves SQLite: one of the two is always over before the other begins.
    it(
      `${action} by a clerk and by a notification at the same moment`,
      { skip: stage.engine === 'sqlite' },
      async () => {
        const { code, id } = await reserved();
        const row = { table: 'payment', id, waiting: 2 } as const;
        const answer = await atOnce(stage.shop, row, () => stage.staff.payment(action, id));
        assert.equal(answer.state, state);
        // That it was reserved, and what became of it.
        const order = await stage.staff.orderWhen(code, (each) => journalOf(each).length === 2);
        const moves = order.history.items.filter(
          ({ type, data }) => type === 'ORDER_PAYMENT_TRANSITION' && data['to'] === state,
        );
        assert.equal(moves.length, 1, JSON.stringify(order.history));
        assert.deepEqual(await stage.staff.attention(code), []);
      },
    );
  }

  it('what was reserved is given up when staff cancel the payment', async () => {
    const { code, id } = await reserved();
    assert.equal((await stage.staff.payment('cancelPayment', id)).state, 'Cancelled');
    await stage.staff.when(
      () => stage.shop.moduleOrder(code),
      ({ status }) => status === 'cancelled',
    );
    const order = await stage.staff.order(code);
    assert.deepEqual(
      order.payments.map(({ state }) => state),
      ['Cancelled'],
    );
    assert.deepEqual(await stage.staff.attention(code), []);
  });

  it('after what was reserved is given up the order can be paid again', async () => {
    const shopper = await Shopper.withCart(stage.shop);
    await shopper.checkOut({ paymentMethodCode: 'reserved' });
    await stage.shop.sandbox.pay(shopper.code, { method: 'VISA' });
    const { payments } = await stage.staff.orderWhen(shopper.code, ({ state }) => state === 'PaymentAuthorized');
    await stage.staff.payment('cancelPayment', payments[0]!.id);
    await stage.staff.when(
      () => stage.shop.moduleOrder(shopper.code),
      ({ status }) => status === 'cancelled',
    );
    await stage.staff.move(shopper.code, 'ArrangingAdditionalPayment');
    const answer = await shopper.checkOut({ orderCode: shopper.code });
    assert.equal(answer.__typename, 'TillbridgePayment', JSON.stringify(answer));
    await stage.shop.sandbox.pay(`${shopper.code}-2`);
    const order = await stage.staff.orderWhen(shopper.code, ({ state }) => state === 'PaymentSettled');
    assert.deepEqual(
      // Vendure asks for no order of them.
      order.payments.map(({ state }) => state).sort(),
      ['Cancelled', 'Settled'],
    );
  });

  it('a capture that the service refuses leaves the payment reserved, and says why', async () => {
    const { code, id } = await reserved();
    stage.shop.sandbox.adjust('web', { error: 1000 });
    const refused = await stage.staff.payment('settlePayment', id);
    assert.equal(refused.__typename, 'SettlePaymentError', JSON.stringify(refused));
    stage.shop.sandbox.adjust('web', { error: null });
    const order = await stage.staff.order(code);
    assert.equal(order.payments[0]!.state, 'Authorized');
    assert.equal((await stage.staff.payment('settlePayment', id)).state, 'Settled');
  });
});
