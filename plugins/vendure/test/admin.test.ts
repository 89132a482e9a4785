import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Payments } from 'tillbridge';
import { atOnce } from './support/at-once';
import { administrator, renameMethod, secondChannel } from './support/accounts';
import { ENGINES } from './support/databases';
import { eventually } from './support/eventually';
import { Office } from './support/office';
import { Shopper } from './support/shopper';
import { journalOf, type SeenOrder } from './support/seen-order';
import { Staff } from './support/staff';
import { TestShop } from './support/test-shop';

const BY_HAND = { by: 'test', why: 'so that it waits' };

for (const engine of ENGINES) {
  describe(`what staff see and do on ${engine}`, () => {
    let shop: TestShop;
    let staff: Staff;
    let office: Office;
    before(async () => {
      shop = await TestShop.start(engine);
      staff = new Staff(shop);
      office = new Office(shop.admin);
    });
    after(() => shop.stop());

    const checkedOut = async (): Promise<SeenOrder> => {
      const shopper = await Shopper.withCart(shop);
      await shopper.checkOut();
      return staff.order(shopper.code);
    };
    const paid = async (): Promise<SeenOrder> => {
      const { code } = await checkedOut();
      await shop.sandbox.pay(code);
      return staff.orderWhen(code, ({ state }) => state === 'PaymentSettled');
    };
    const paymentOf = async ({ id }: SeenOrder) => (await office.order(id))!.payments[0]!;
    const nameOf = ({ id, code }: SeenOrder) => ({ orderId: id, group: 'web', paymentOrderId: code });
    const refundOf = async (order: SeenOrder, state: string) =>
      (
        await eventually(
          () => paymentOf(order),
          ({ refunds }) => refunds[0]?.state === state,
        )
      ).refunds[0]!;

    it('an open payment has its link, and the time by which its outcome is known', async () => {
      const order = await checkedOut();
      const payment = await paymentOf(order);
      assert.equal(payment.status, 'initialized');
      assert.equal(payment.statusText, 'Waits for the shopper');
      assert.match(payment.paymentUrl!, /^http/);
      assert.ok(Date.parse(payment.settlesAt!) > Date.now());
      assert.deepEqual([payment.amount, payment.refundable], [order.totalWithTax, 0]);
    });

    it('a paid one has what happened, told for people', async () => {
      const order = await paid();
      const payment = await paymentOf(order);
      assert.equal(payment.statusText, 'Paid');
      assert.deepEqual([payment.paymentUrl, payment.settlesAt, payment.attention], [null, null, []]);
      assert.equal(payment.refundable, order.totalWithTax);
      assert.match(payment.paymentMethod!, /^[A-Z]+$/);
      const { timeline } = (await office.order(order.id))!;
      const story = timeline.filter(({ isDetail }) => !isDetail).map(({ text }) => text);
      assert.match(story[0]!, /^Order created for \d+\.\d\d USD$/);
      assert.equal(story.at(-1), 'Order is now completed');
      assert.ok(timeline.length > story.length);
    });

    it('an order that was not paid through Tillbridge has nothing; an unknown one is null', async () => {
      const shopper = await Shopper.withCart(shop);
      const { id } = await staff.order(shopper.code);
      assert.deepEqual((await office.order(id))!.payments, []);
      assert.equal(await office.order('T_99999'), null);
    });

    it('a payment whose notification was lost is read by hand, and Vendure has it then', async () => {
      const order = await checkedOut();
      shop.sandbox.faults.next('notification', 'drop');
      await shop.sandbox.pay(order.code);
      const answer = await office.act('readTillbridgePayment', { ...nameOf(order), why: 'the customer has called' });
      assert.equal(answer.payments[0]!.status, 'completed');
      assert.ok(answer.timeline.some(({ text }) => text.includes('the customer has called')));
      assert.equal((await staff.order(order.code)).state, 'PaymentSettled');
    });

    it('a service that does not answer is told, with advice', async () => {
      const order = await checkedOut();
      shop.sandbox.adjust('web', { error: 1020 });
      const answer = await office.act('readTillbridgePayment', nameOf(order));
      shop.sandbox.adjust('web', { error: null });
      assert.equal(answer.__typename, 'TillbridgeActionError');
      assert.equal(answer.paymentErrorCode, 'SERVICE_1020');
    });

    it('what needs attention is listed until it was acknowledged, with who and why', async () => {
      const order = await checkedOut();
      await staff.cancel(order.code);
      await staff.orderWhen(order.code, (seen) => journalOf(seen).includes('cancelled'));
      await shop.sandbox.pay(order.code);
      await staff.orderWhen(order.code, (seen) => journalOf(seen).includes('paid_after_cancel'));
      const listed = await office.attention();
      assert.equal(listed.totalItems, 1);
      assert.equal(listed.items[0]!.orderCode, order.code);
      assert.match(listed.items[0]!.attention.text, /cancelled/);
      const [{ code } = { code: '' }] = (await paymentOf(order)).attention;
      assert.equal(code, 'paid_after_cancel');

      const input = { ...nameOf(order), why: 'delivered after all' };
      const changed = await office.act('acknowledgeTillbridgeAttention', { ...input, codes: ['paid_twice'] });
      assert.equal(changed.paymentErrorCode, 'ATTENTION_CHANGED');
      const silent = await office.act('acknowledgeTillbridgeAttention', { ...input, codes: [code], why: ' ' });
      assert.equal(silent.paymentErrorCode, 'REASON_MISSING');
      const done = await office.act('acknowledgeTillbridgeAttention', { ...input, codes: [code] });
      assert.deepEqual(done.payments[0]!.attention, []);
      assert.equal((await office.attention()).totalItems, 0);
      const { history } = await staff.order(order.code);
      const entry = history.items.find(({ data }) => data['event'] === 'acknowledged');
      assert.equal(entry?.data['reason'], 'delivered after all');
      assert.ok(done.timeline.some(({ text }) => text.includes('by superadmin: delivered after all')));
    });

    it('a payment that Vendure refused is recorded by hand once the order is mended', async () => {
      const order = await checkedOut();
      await renameMethod(shop, 'online', 'online-2');
      await shop.sandbox.pay(order.code);
      const refused = await staff.orderWhen(order.code, (seen) => journalOf(seen).includes('not_recorded'));
      assert.deepEqual([refused.state, refused.payments], ['ArrangingPayment', []]);
      assert.deepEqual(await staff.attention(order.code), ['not_recorded']);
      const why = 'The payment method is gone, or has another code now.';
      const entry = refused.history.items.find(({ data }) => data['event'] === 'not_recorded');
      assert.equal(entry?.data['reason'], why);
      const input = { ...nameOf(order), why: 'the method has its name again' };
      const still = await office.act('recordTillbridgePayment', input);
      assert.equal(still.paymentErrorCode, 'PAYMENT_NOT_RECORDED');
      assert.equal(still.message, why);
      await renameMethod(shop, 'online-2', 'online');
      const answer = await office.act('recordTillbridgePayment', input);
      assert.deepEqual(answer.payments[0]?.attention, []);
      const again = await office.act('recordTillbridgePayment', input);
      assert.equal(again.__typename, 'TillbridgeOrder', JSON.stringify(again));
      const seen = await staff.order(order.code);
      assert.equal(seen.state, 'PaymentSettled');
      assert.deepEqual(
        seen.payments.map(({ state, amount }) => [state, amount]),
        [['Settled', seen.totalWithTax]],
      );
    });

    it(
      'a payment that two clerks record at the same moment is recorded once',
      { skip: engine === 'sqlite' },
      async () => {
        const order = await checkedOut();
        await renameMethod(shop, 'online', 'online-2');
        await shop.sandbox.pay(order.code);
        await staff.orderWhen(order.code, (seen) => journalOf(seen).includes('not_recorded'));
        await renameMethod(shop, 'online-2', 'online');
        const input = { ...nameOf(order), why: 'the method has its name again' };
        const record = () => office.act('recordTillbridgePayment', input);
        const row = { table: 'order', id: order.id, waiting: 2 } as const;
        const answers = await atOnce(shop, row, () => Promise.all([record(), record()]));
        const { state, payments } = await staff.order(order.code);
        assert.deepEqual([state, payments.length], ['PaymentSettled', 1], JSON.stringify(answers));
        assert.deepEqual(await staff.attention(order.code), []);
      },
    );

    it('a refund that waits is cancelled, and Vendure counts it no more', async () => {
      const order = await paid();
      const { refunds } = shop.get(Payments);
      await refunds.pauseLane('web', BY_HAND);
      await staff.refund(order.code, 700);
      const waiting = await refundOf(order, 'queued');
      assert.deepEqual([waiting.stateName, waiting.canCancel, waiting.amount], ['Waiting', true, 700]);
      const input = { orderId: order.id, refundId: waiting.refundId, why: 'the customer keeps it' };
      const other = await office.act('cancelTillbridgeRefund', { ...input, orderId: (await paid()).id });
      assert.equal(other.paymentErrorCode, 'REFUND_UNKNOWN');
      const answer = await office.act('cancelTillbridgeRefund', input);
      assert.equal(answer.payments[0]!.refunds[0]!.state, 'cancelled');
      const seen = await staff.order(order.code);
      assert.equal(seen.payments[0]!.refunds[0]!.state, 'Failed');
      assert.ok(journalOf(seen).includes('cancelled'));
      const entry = seen.history.items.find(({ data }) => data['event'] === 'cancelled');
      assert.equal(entry?.data['reason'], 'It was cancelled here.');
      await refunds.resumeLane('web', BY_HAND);
    });

    it('a refund of which no one knows is decided, and needs no attention then', async () => {
      shop.sandbox.adjust('web', { refundTags: [] });
      // By this one the module learns that the account shows no tags.
      const known = await paid();
      await staff.refund(known.code, 300);
      await refundOf(known, 'accepted');
      const order = await paid();
      shop.sandbox.faults.next('refund', 'response-lost');
      // Neither is seen before both are there.
      for (const _ of [1, 2]) shop.sandbox.faults.next('notification', 'drop');
      await staff.refund(order.code, 500);
      await refundOf(order, 'unknown');
      await shop.sandbox.refund(order.code, { amount: 500 });
      await eventually(
        async () => {
          await shop.sandbox.advance(1_000);
          return paymentOf(order);
        },
        ({ refunds }) => refunds.some(({ state }) => state === 'manual'),
      );
      // Its parts are read one after the other: what was committed in between shows in the later ones only.
      const open = await paymentOf(order);
      shop.sandbox.adjust('web', { refundTags: ['refund_order_id', 'var', 'description'] });
      const manual = open.refunds.find(({ needsDecision }) => needsDecision)!;
      assert.deepEqual(
        open.attention.map(({ code }) => code),
        ['refund_manual'],
      );
      assert.match(manual.stateReason!, /ours or someone else/);
      assert.ok((await office.attention()).items.some(({ orderCode }) => orderCode === order.code));
      const answer = await office.act('decideTillbridgeRefund', {
        orderId: order.id,
        refundId: manual.refundId,
        verdict: 'PAID',
        why: 'both stand on the account statement',
      });
      assert.equal(answer.__typename, 'TillbridgeOrder', JSON.stringify(answer));
      assert.equal(
        answer.payments[0]!.refunds.some(({ needsDecision }) => needsDecision),
        false,
      );
      assert.deepEqual(answer.payments[0]!.attention, []);
    });

    it('who may only read orders sees it all and does nothing; who may not read them sees nothing', async () => {
      const order = await paid();
      const reader = new Office(await administrator(shop, 'reader', ['ReadOrder']));
      assert.equal((await reader.order(order.id))!.payments[0]!.status, 'completed');
      await assert.rejects(reader.act('readTillbridgePayment', nameOf(order)), /not currently authorized/);
      const stranger = new Office(await administrator(shop, 'stranger', ['ReadCatalog']));
      await assert.rejects(stranger.order(order.id), /not currently authorized/);
      await assert.rejects(stranger.attention(), /not currently authorized/);
    });

    it('another channel has nothing of it', async () => {
      const order = await paid();
      await shop.sandbox.chargeback(order.code);
      await eventually(
        () => office.attention(),
        ({ items }) => items.some(({ orderCode }) => orderCode === order.code),
      );
      const elsewhere = shop.office();
      await elsewhere.asSuperAdmin();
      elsewhere.setChannelToken(await secondChannel(shop));
      const other = new Office(elsewhere);
      assert.equal(await other.order(order.id), null);
      assert.deepEqual(await other.attention(), { items: [], totalItems: 0 });
      await assert.rejects(other.act('readTillbridgePayment', nameOf(order)), /No Order with the id/);
    });
  });
}
