import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { Money, OnPayment, type PaymentEvent } from 'tillbridge';
import type { SandboxPaymentChoice, SandboxTryChoice } from 'tillbridge/sandbox';
import { OrderDetailsService } from '../../src/shop/admin/index.js';
import { PollStage } from '../shop/polling/poll-stage.js';
import { describeOneEngine } from '../support/engines.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Notes what is reported of each order. */
@Injectable()
class Reported {
  private readonly events: PaymentEvent[] = [];

  @OnPayment([
    'completed',
    'declined',
    'cancelled',
    'expired',
    'uncleared',
    'paid_after_cancel',
    'paid_twice',
    'voided',
    'restored',
    'refunded',
    'partial_refunded',
  ])
  note(event: PaymentEvent): void {
    this.events.push(event);
  }

  of(orderId: string): string[] {
    return this.events.filter((event) => event.orderId === orderId).map(({ kind }) => kind);
  }
}

describeOneEngine('several tries on one page, each a transaction of its own', (engine) => {
  let stage: PollStage;
  let number = 0;
  beforeAll(async () => {
    stage = await PollStage.start({ engine, providers: [Reported] });
  });
  afterAll(() => stage.close());

  /** An order whose notifications arrive, or of which the shop hears nothing. */
  async function create(isReceived = true): Promise<string> {
    const orderId = `T-${(number += 1)}`;
    const notificationUrl = isReceived ? `${stage.shop.url}/payments/notifications/web` : 'http://127.0.0.1:9/unseen';
    await stage.create(orderId, { notificationUrl });
    await settled();
    return orderId;
  }
  async function settled(): Promise<void> {
    await stage.sandbox.runDue();
    await stage.shop.drain();
  }
  /** A try is begun, and a minute later the shopper is back on the page. */
  async function begin(orderId: string, method: string): Promise<Required<SandboxTryChoice>> {
    const { transactionId } = await stage.sandbox.begin(orderId, { method });
    await pass(MINUTE);
    return { group: 'web', transactionId: transactionId! };
  }
  async function pass(ms: number): Promise<void> {
    await stage.sandbox.advance(ms);
    await settled();
  }
  const find = (orderId: string) => stage.payments.orders.find(orderId);
  const reported = (orderId: string): string[] => stage.shop.app.get(Reported).of(orderId);
  const bodies = async (orderId: string) =>
    (await stage.sandbox.deliveries(orderId)).map(({ body }) => JSON.parse(body!) as Record<string, unknown>);

  const pay = async (orderId: string, choice: SandboxPaymentChoice): Promise<void> => {
    await stage.sandbox.pay(orderId, choice);
    await settled();
  };
  /** The status of each try and of the order, at the service; and what the shop was told in bodies. */
  const there = async (orderId: string): Promise<readonly string[]> => {
    const { status, tries } = await stage.sandbox.order(orderId);
    return [status, ...tries.map((each) => each.status)];
  };

  it('a card that was left runs out while a transfer is awaited: the order goes on, and is paid by it', async () => {
    const id = await create();
    await begin(id, 'VISA');
    const transfer = await begin(id, 'BANKTRANS');
    await pass(HOUR);
    expect((await bodies(id)).at(-1)).toMatchObject({ status: 'expired', payment_details: { type: 'VISA' } });
    expect(await find(id)).toMatchObject({ status: 'initialized', transactionId: transfer.transactionId });
    await pass(DAY);
    await pay(id, { method: 'BANKTRANS' });
    expect(await find(id)).toMatchObject({ status: 'completed', paid: true, attention: null });
    expect(await there(id)).toEqual(['completed', 'expired', 'completed']);
    expect(reported(id)).toEqual(['completed']);
  });

  it('a second card is paid at once, and the first one runs out later', async () => {
    const id = await create();
    await begin(id, 'VISA');
    await begin(id, 'VISA');
    await pay(id, { method: 'VISA' });
    await pass(2 * HOUR);
    const statuses = (await bodies(id)).map(({ status }) => status);
    expect(statuses).toEqual(['initialized', 'initialized', 'initialized', 'completed', 'expired']);
    expect(await find(id)).toMatchObject({ status: 'completed', paid: true, attention: null });
    expect(reported(id)).toEqual(['completed']);
  });

  it.each(['expire', 'decline', 'cancel'] as const)(
    'the end of the first try comes before the payment, after it, twice, or again: %s',
    async (end) => {
      const [before, after] = [await create(), await create()];
      const first = { before: await begin(before, 'IDEAL'), after: await begin(after, 'IDEAL') };
      await begin(before, 'BANKTRANS');
      await stage.sandbox[end](before, first.before);
      await settled();
      // An end of the card comes while nothing is paid: the transfer is still open.
      expect(await find(before)).toMatchObject({ paid: false, attention: null });
      await pay(before, { method: 'BANKTRANS' });
      await pay(after, { method: 'BANKTRANS' });
      stage.sandbox.faults.next('notification', 'duplicate');
      await stage.sandbox[end](after, first.after);
      await settled();
      for (const id of [before, after]) {
        for (const { notificationId, body } of await stage.sandbox.deliveries(id)) {
          const again = await stage.sandbox.resend(notificationId);
          const [was, is] = [body, again.body].map((each) => JSON.parse(each!) as Record<string, unknown>);
          // A notification of a try reports that try whenever it is sent; before the first one there was none.
          if ('transaction_id' in was!) expect(is!['transaction_id']).toBe(was['transaction_id']);
        }
        await settled();
        expect(await find(id)).toMatchObject({ status: 'completed', paid: true, attention: null });
        expect(reported(id).filter((kind) => kind !== 'declined')).toEqual(['completed']);
      }
    },
  );

  it('polls alone see what counts, whatever becomes of the first try', async () => {
    const id = await create(false);
    await begin(id, 'VISA');
    await begin(id, 'BANKTRANS');
    await stage.sandbox.advance(2 * HOUR);
    await stage.tick();
    expect(await find(id)).toMatchObject({ status: 'initialized' });
    await stage.sandbox.pay(id, { method: 'BANKTRANS' });
    await stage.pollUntil(id, { paid: true });
    expect(await find(id)).toMatchObject({ status: 'completed', attention: null });
    expect(reported(id)).toEqual(['completed']);

    const late = await create(false);
    const card = await begin(late, 'VISA');
    await begin(late, 'BANKTRANS');
    await stage.sandbox.pay(late, card);
    await stage.pollUntil(late, { paid: true });
    await stage.sandbox.advance(61 * DAY);
    expect(await there(late)).toEqual(['completed', 'completed', 'expired']);
    await stage.pollUntil(late, null);
    expect(await find(late)).toMatchObject({ status: 'completed', attention: null });
    expect(reported(late)).toEqual(['completed']);
  });

  it('a try that the shopper gives up ends nothing while the money of an earlier one is on its way', async () => {
    const id = await create();
    const { transactionId } = await stage.sandbox.hold(id, { method: 'VISA' });
    await begin(id, 'IDEAL');
    await stage.sandbox.cancel(id);
    await settled();
    expect(await there(id)).toEqual(['void', 'uncleared', 'void']);
    expect(await find(id)).toMatchObject({ status: 'uncleared', transactionId });
    await stage.sandbox.accept(id, { transactionId: transactionId! });
    await settled();
    expect(await find(id)).toMatchObject({ status: 'completed', paid: true, attention: null });
    expect(reported(id)).toEqual(['uncleared', 'completed']);
  });

  it('the end of the last one is the end of the order, once', async () => {
    const id = await create();
    await begin(id, 'VISA');
    await begin(id, 'EPS');
    await pass(2 * HOUR);
    expect(await there(id)).toEqual(['expired', 'expired', 'expired']);
    expect(await find(id)).toMatchObject({ status: 'expired', paid: false });
    expect(reported(id)).toEqual(['expired']);

    const other = await create();
    await begin(other, 'VISA');
    await begin(other, 'IDEAL');
    await stage.sandbox.cancel(other);
    await pass(2 * HOUR);
    expect(await there(other)).toEqual(['void', 'expired', 'void']);
    expect(await find(other)).toMatchObject({ status: 'cancelled', paid: false });
    expect(reported(other)).toEqual(['cancelled']);
  });

  it('both are paid: told once, one of the payments is given back, and the order stays paid', async () => {
    const id = await create();
    const card = await begin(id, 'VISA');
    await pay(id, { method: 'IDEAL' });
    await pay(id, card);
    expect(await there(id)).toEqual(['completed', 'completed', 'completed']);
    expect(await find(id)).toMatchObject({ status: 'completed', paid: true, attention: 'paid_twice' });
    expect(reported(id)).toEqual(['completed', 'paid_twice']);

    const back = { orderId: id, amount: Money.of('12.50', 'EUR'), reason: 'Paid twice', key: `${id}-surplus` };
    await stage.payments.group('web').refunds.request(back);
    await settled();
    await pass(DAY);
    const details = await stage.shop.app.get(OrderDetailsService, { strict: false }).of({ group: 'web', orderId: id });
    expect(details!.headline.next[0]!.text).toContain('All that can be refunded from here is refunded');
    expect(await there(id)).toEqual(['refunded', 'completed', 'refunded']);
    expect(await find(id)).toMatchObject({ status: 'completed', paid: true });
    // The module gives back one payment for each order of the service; a second one is not sent by mistake.
    const again = stage.payments.group('web').refunds.request({ ...back, key: `${id}-more` });
    await expect(again).rejects.toMatchObject({ code: 'REFUND_EXCEEDS_REMAINING' });
    expect(reported(id)).toEqual(['completed', 'paid_twice']);

    const there2 = await create();
    const left = await begin(there2, 'VISA');
    await pay(there2, { method: 'IDEAL' });
    await pay(there2, left);
    await stage.sandbox.refund(there2, left);
    await pass(DAY);
    expect((await bodies(there2)).at(-1)).toMatchObject({ status: 'refunded', amount_refunded: 1_250 });
    expect(await there(there2)).toEqual(['completed', 'refunded', 'completed']);
    expect(await find(there2)).toMatchObject({ status: 'completed', paid: true, attention: 'paid_twice' });
    expect(reported(there2)).toEqual(['completed', 'paid_twice']);
  });

  it('a refund is of the try that was paid', async () => {
    const id = await create();
    await begin(id, 'IDEAL');
    const card = await begin(id, 'VISA');
    await pay(id, { method: 'VISA' });
    await pass(2 * HOUR);
    const part = { orderId: id, amount: Money.of('5.00', 'EUR'), reason: 'One mug', key: `${id}-part` };
    await stage.payments.group('web').refunds.request(part);
    await settled();
    await settled();
    const body = (await bodies(id)).at(-1);
    expect(body).toMatchObject({ status: 'partial_refunded', transaction_id: Number(card.transactionId) });
    expect(body!['related_transactions']).toMatchObject([{ reference_transaction_id: Number(card.transactionId) }]);
    expect(await find(id)).toMatchObject({ status: 'partial_refunded', amountRefunded: part.amount });
    expect(reported(id)).toEqual(['completed', 'partial_refunded']);
  });

  it('where a read shows the try begun last, an earlier one that has paid counts; what was not received is found by reconciliation', async () => {
    stage.sandbox.adjust('web', { shownTry: 'last' });
    const received = await create();
    const first = await begin(received, 'VISA');
    await begin(received, 'BANKTRANS');
    await pay(received, first);
    expect(await stage.payments.orders.settle(received)).toMatchObject({ paid: true });
    await pass(61 * DAY);
    await stage.pollUntil(received, null);
    expect(await find(received)).toMatchObject({ status: 'completed', paid: true, attention: null });
    expect(reported(received)).toEqual(['completed']);

    const unseen = await create(false);
    const card = await begin(unseen, 'VISA');
    await begin(unseen, 'EPS');
    await stage.sandbox.pay(unseen, card);
    await stage.pollUntil(unseen, null);
    const to = stage.clock.now();
    const { differences } = await stage.payments.reconcile({
      group: 'web',
      from: to - 70 * DAY,
      to,
      by: 'ann',
      why: 'month end',
    });
    const { transactionId } = card;
    expect(differences).toMatchObject([{ kind: 'paid-there', orderId: unseen, transactionId, outcome: 'resolved' }]);
    stage.sandbox.adjust('web', { shownTry: 'paid' });
    expect(await find(unseen)).toMatchObject({ status: 'completed', paid: true });
  });

  it('money of the first try comes after the order has ended by the second', async () => {
    const id = await create();
    const first = await begin(id, 'BANKTRANS');
    await begin(id, 'IDEAL');
    await stage.sandbox.cancel(id);
    await settled();
    expect(await find(id)).toMatchObject({ paid: false });
    await pay(id, first);
    expect(await find(id)).toMatchObject({ status: 'completed', paid: true });
    expect(await there(id)).toEqual(['completed', 'completed', 'void']);
  });
});
