import assert from 'node:assert/strict';
import { it } from 'node:test';
import { RefundStateTransitionEvent, EventBus } from '@vendure/core';
import { Payments } from 'tillbridge';
import { journalOf } from './support/seen-order';
import { onEachEngine } from './support/each-engine';
import { Shopper } from './support/shopper';

const DAY_MS = 86_400_000;
const REFUND_GUARD_MS = 360_000;

/** What users of Vendure have reported of other payment plugins, each as it was reported. */
onEachEngine('known issues of payment plugins', (stage) => {
  const paid = async (): Promise<string> => {
    const shopper = await Shopper.withCart(stage.shop);
    await shopper.checkOut();
    await stage.shop.sandbox.pay(shopper.code);
    await stage.staff.orderWhen(shopper.code, ({ state }) => state === 'PaymentSettled');
    return shopper.code;
  };
  const refundStates = async (code: string): Promise<string[]> =>
    (await stage.staff.order(code)).payments.flatMap(({ refunds }) => refunds.map(({ state }) => state));
  const accepted = (code: string) =>
    stage.staff.when(
      () => stage.shop.get(Payments).refunds.list({ orderId: code }),
      ({ items }) => items.some(({ state }) => state === 'accepted'),
    );
  const resendAll = async (code: string, times: number): Promise<string[]> => {
    const { items } = await stage.shop.sandbox.notifications({ limit: 50 });
    const ours = items.filter(({ orderId }) => orderId === code);
    const again = Array.from({ length: times }, (_, at) => ours[at % ours.length]!);
    const deliveries = await Promise.all(again.map(({ id }) => stage.shop.sandbox.resend(id)));
    return deliveries.map(({ verdict }) => verdict);
  };

  it('vendure 3680: a refund that is rolled back here is not carried out at the gateway', async () => {
    const code = await paid();
    const subscription = failOnce(stage.shop.get(EventBus));
    await assert.rejects(stage.staff.refund(code, 900), /nothing of this stays/);
    subscription.stop();
    assert.deepEqual(await refundStates(code), []);
    const { items } = await stage.shop.get(Payments).refunds.list({ orderId: code });
    assert.deepEqual(items, []);
    // A later refund is the first that the service hears of.
    await stage.staff.refund(code, 400);
    await accepted(code);
    const { amountRefunded } = await stage.shop.sandbox.order(code);
    assert.equal(amountRefunded, 400);
  });

  it('vendure 3152: a refund that failed does not count as money given back', async () => {
    const code = await paid();
    stage.shop.sandbox.adjust('web', { payoutBalance: 0, lowBalance: 'declined' });
    const { totalWithTax } = await stage.staff.order(code);
    await stage.staff.refund(code, totalWithTax);
    await accepted(code);
    await stage.shop.sandbox.advance(DAY_MS);
    await stage.staff.orderWhen(code, ({ payments }) => payments[0]!.refunds[0]!.state === 'Failed');
    stage.shop.sandbox.adjust('web', { payoutBalance: null, lowBalance: 'refused' });
    await stage.shop.refundable(code, totalWithTax);
    assert.equal((await stage.staff.refund(code, totalWithTax)).state, 'Pending');
    // The module sends no two equal amounts within five minutes.
    await stage.shop.sandbox.advance(REFUND_GUARD_MS);
    await accepted(code);
    await stage.shop.sandbox.advance(DAY_MS);
    const order = await stage.staff.orderWhen(code, ({ payments }) => payments[0]!.refunds[1]!.state === 'Settled');
    assert.deepEqual(
      order.payments[0]!.refunds.map(({ state }) => state),
      ['Failed', 'Settled'],
    );
  });

  it('vendure 3749: notifications that race do not settle what is settled', async () => {
    const code = await paid();
    await stage.staff.refund(code, 300);
    await accepted(code);
    await stage.shop.sandbox.advance(DAY_MS);
    await stage.staff.orderWhen(code, ({ payments }) => payments[0]!.refunds[0]!.state === 'Settled');
    const verdicts = await resendAll(code, 20);
    assert.deepEqual([...new Set(verdicts)], ['acknowledged']);
    assert.deepEqual(await refundStates(code), ['Settled']);
    const { history } = await stage.staff.order(code);
    const settled = history.items.filter(
      ({ type, data }) => type === 'ORDER_REFUND_TRANSITION' && data['to'] === 'Settled',
    );
    assert.equal(settled.length, 1);
  });

  it('vendure 2620: an order that is paid twice has one payment, and the surplus can be given back', async () => {
    const shopper = await Shopper.withCart(stage.shop);
    const { code } = shopper;
    await shopper.checkOut();
    await stage.shop.sandbox.leave(code);
    await stage.staff.orderWhen(code, (seen) => journalOf(seen).includes('cancelled'));
    await shopper.checkOut();
    await stage.shop.sandbox.pay(`${code}-2`);
    await stage.staff.orderWhen(code, ({ state }) => state === 'PaymentSettled');
    await stage.shop.sandbox.pay(code);
    const order = await stage.staff.orderWhen(code, (seen) => journalOf(seen).includes('paid_twice'));
    assert.equal(order.payments.length, 1);
    assert.deepEqual(await stage.staff.attention(code), ['paid_twice']);
    const surplus = { reason: 'Paid twice', key: 'click-1' };
    await stage.staff.act('refundTillbridgeSurplus', code, surplus);
    const again = await stage.staff.act('refundTillbridgeSurplus', code, surplus);
    assert.deepEqual(
      again.payments?.[0]?.refunds.map(({ amount }) => amount),
      [order.totalWithTax],
    );
    const seen = { codes: ['paid_twice', 'paid_more_than_once'], why: 'surplus given back' };
    const answer = await stage.staff.act('acknowledgeTillbridgeAttention', code, seen);
    assert.equal(answer.__typename, 'TillbridgeOrder', JSON.stringify(answer));
    assert.deepEqual(await stage.staff.attention(code), []);
  });

  it('vendure 2657: a notification after the goods were sent is acknowledged', async () => {
    const code = await paid();
    await stage.staff.ship(code);
    assert.deepEqual([...new Set(await resendAll(code, 3))], ['acknowledged']);
    await stage.shop.sandbox.ship(code);
    const deliveries = await stage.shop.sandbox.deliveries(code);
    assert.deepEqual([...new Set(deliveries.map(({ verdict }) => verdict))], ['acknowledged']);
    const order = await stage.staff.order(code);
    assert.equal(order.state, 'Shipped');
    assert.equal(order.payments.length, 1);
  });

  it('pinelab 620: an order is settled once, however often the service says so', async () => {
    const shopper = await Shopper.withCart(stage.shop);
    await shopper.checkOut();
    stage.shop.sandbox.faults.next('notification', 'duplicate');
    await stage.shop.sandbox.pay(shopper.code);
    await Promise.all([resendAll(shopper.code, 10), shopper.status(), shopper.status()]);
    const order = await stage.staff.orderWhen(shopper.code, ({ state }) => state === 'PaymentSettled');
    assert.equal(order.payments.length, 1);
    const settled = order.history.items.filter(({ data }) => data['to'] === 'PaymentSettled');
    assert.equal(settled.length, 1);
    assert.deepEqual(journalOf(order), ['completed']);
  });
});

/** Has the next refund's transaction fail after the handler has run. */
function failOnce(events: EventBus): { stop(): void } {
  let isOn = true;
  events.registerBlockingEventHandler({
    event: RefundStateTransitionEvent,
    id: `fails-once-${Date.now()}-${Math.random()}`,
    handler: () => {
      if (isOn) throw new Error('nothing of this stays');
    },
  });
  return {
    stop: () => {
      isOn = false;
    },
  };
}
