import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { OnPayment, type PaymentEvent, type ReconciliationReport } from 'tillbridge';
import { AttemptEntity } from '../../src/shop/orders/index.js';
import { addUnheardOrders } from '../shop/polling/poll-rows.js';
import { PollStage } from '../shop/polling/poll-stage.js';
import { describeOneEngine } from '../support/engines.js';

const MINUTE = 60_000;
const DAY = 86_400_000;
const actor = { by: 'ann', why: 'month end' };

/** Notes what is reported of each order. */
@Injectable()
class Reported {
  private readonly events: PaymentEvent[] = [];

  @OnPayment(['completed', 'expired', 'cancelled', 'paid_after_cancel', 'paid_twice'])
  note(event: PaymentEvent): void {
    this.events.push(event);
  }

  of(orderId: string): string[] {
    return this.events.filter((event) => event.orderId === orderId).map(({ kind }) => kind);
  }
}

describeOneEngine('money of a try of which no notification arrived', (engine) => {
  let stage: PollStage;
  let number = 0;
  beforeAll(async () => {
    stage = await PollStage.start({ engine, providers: [Reported] });
  });
  afterAll(() => stage.close());

  async function begin(orderId: string, method: string): Promise<string> {
    const { transactionId } = await stage.sandbox.begin(orderId, { method });
    await stage.sandbox.advance(MINUTE);
    return transactionId!;
  }
  /** The first try is paid after all and the second one expires, while a read by the order's id shows the last one. */
  async function endedThoughPaid(): Promise<{ id: string; card: string }> {
    stage.sandbox.adjust('web', { shownTry: 'last' });
    const id = `U-${(number += 1)}`;
    await stage.create(id);
    const card = await begin(id, 'VISA');
    await begin(id, 'EPS');
    await stage.sandbox.pay(id, { method: 'VISA', transactionId: card });
    await stage.pollUntil(id, null);
    expect(await find(id)).toMatchObject({ paid: false });
    return { id, card };
  }
  const find = (orderId: string) => stage.payments.orders.find(orderId);
  const reported = (orderId: string): string[] => stage.shop.app.get(Reported).of(orderId);
  const reconcile = (payments = stage.payments): Promise<ReconciliationReport> => {
    const to = stage.clock.now() + MINUTE;
    return payments.reconcile({ group: 'web', from: to - 80 * DAY, to, ...actor });
  };
  const of = ({ differences }: ReconciliationReport, id: string): string[] =>
    differences
      .filter(({ orderId, kind }) => orderId === id && kind === 'paid-there')
      .map(({ kind, outcome }) => `${kind} ${outcome}`);

  it('is found by the listed transaction, although the order has ended by another try', async () => {
    const { id, card } = await endedThoughPaid();
    expect(await find(id)).toMatchObject({ status: 'expired' });
    expect(of(await reconcile(), id)).toEqual(['paid-there resolved']);
    expect(await find(id)).toMatchObject({ status: 'completed', paid: true, transactionId: card });
    expect(reported(id)).toEqual(['expired', 'paid_after_cancel']);
    expect(of(await reconcile(), id)).toEqual([]);
  });

  it('is a second payment, of which a person is told', async () => {
    stage.sandbox.adjust('web', { shownTry: 'paid' });
    const id = `U-${(number += 1)}`;
    await stage.create(id);
    const card = await begin(id, 'VISA');
    await stage.sandbox.pay(id, { method: 'IDEAL' });
    await stage.pollUntil(id, { paid: true });
    await stage.sandbox.pay(id, { method: 'VISA', transactionId: card });
    await stage.pollUntil(id, null);
    expect(await find(id)).toMatchObject({ paid: true, attention: null });
    expect(of(await reconcile(), id)).toEqual(['paid-there resolved']);
    expect(await find(id)).toMatchObject({ status: 'completed', attention: 'paid_twice' });
    expect(reported(id)).toEqual(['completed', 'paid_twice']);
    expect(of(await reconcile(), id)).toEqual([]);
  });

  it.each([500, 404, 0])('is looked for again by the next run, if it could not be read: %i', async (status) => {
    const { id, card } = await endedThoughPaid();
    let calls = 0;
    stage.service.instead = (url) => (url.endsWith(`/orders/${card}`) ? ((calls += 1), status) : null);
    const isUnknown = status === 404;
    expect(of(await reconcile(), id)).toEqual([isUnknown ? 'paid-there remains' : 'paid-there failed']);
    expect(calls).toBeGreaterThan(0);
    expect(await find(id)).toMatchObject({ paid: false, attention: isUnknown ? 'payment_unseen' : null });
    stage.service.instead = () => null;
    expect(of(await reconcile(), id)).toEqual(['paid-there resolved']);
    expect(await find(id)).toMatchObject({ paid: true, attention: 'paid_after_cancel' });
    await stage.payments.orders.acknowledge(id, actor);
    expect(await find(id)).toMatchObject({ attention: null });
  });

  it('is not that of another order whose id is the number of the transaction; a person is told, once', async () => {
    const { id, card } = await endedThoughPaid();
    await stage.service.addListed([{ id: card, openedAt: stage.clock.now(), status: 'completed' }]);
    const second = await stage.service.shop(engine, stage.shop.database);
    try {
      const reports = await Promise.all([reconcile(), reconcile(second.payments)]);
      expect(reports.map((report) => of(report, id))).toEqual([['paid-there remains'], ['paid-there remains']]);
      const alerts = (): number =>
        [stage.shop, second].flatMap(({ logs }) => logs.lines).filter((line) => line.includes(`transaction ${card}`))
          .length;
      expect(alerts()).toBe(1);
      expect(await find(id)).toMatchObject({ paid: false, status: 'expired', attention: 'payment_unseen' });
      await stage.payments.orders.acknowledge(id, { ...actor, attention: 'payment_unseen' });
      expect(of(await reconcile(), id)).toEqual(['paid-there remains']);
      expect(await find(id)).toMatchObject({ paid: false, attention: null });
      expect(alerts()).toBe(1);
      const texts = (await stage.payments.orders.timeline(id)).map(({ text }) => text);
      expect(texts.filter((text) => text.includes(card))).toHaveLength(1);
    } finally {
      await second.close();
    }
  });

  it('takes the place of another reason that is acknowledged', async () => {
    const { id, card } = await endedThoughPaid();
    await stage.shop.dataSource.query(
      `UPDATE tillbridge_order SET attention = 'amount_mismatch' WHERE order_id = '${id}'`,
    );
    stage.service.instead = (url) => (url.endsWith(`/orders/${card}`) ? 404 : null);
    await reconcile();
    stage.service.instead = () => null;
    expect(await find(id)).toMatchObject({ attention: 'amount_mismatch' });
    await stage.payments.orders.acknowledge(id, { ...actor, attention: 'amount_mismatch' });
    expect(await find(id)).toMatchObject({ attention: 'payment_unseen' });
    await stage.payments.orders.acknowledge(id, { ...actor, attention: 'payment_unseen' });
    expect(await find(id)).toMatchObject({ attention: null });
  });

  it('is not that of another customer, whose order had the same number before', async () => {
    const id = `U-${(number += 1)}`;
    await stage.service.addListed([{ id, openedAt: stage.clock.now() - 3 * DAY, status: 'completed' }]);
    const { dataSource } = stage.shop;
    const now = stage.clock.now();
    // The answer to its creation was lost.
    await addUnheardOrders(dataSource, { ids: [id], openedAt: () => now, dueAt: () => now + DAY });
    await dataSource.manager.update(AttemptEntity, { orderId: id }, { createState: 'creating' });
    const asked: string[] = [];
    stage.service.instead = (url) => (asked.push(url), null);
    expect(of(await reconcile(), id)).toEqual(['paid-there remains']);
    stage.service.instead = () => null;
    expect(asked.filter((url) => url.endsWith(`/orders/${id}`))).toHaveLength(1);
    expect(asked.filter((url) => url.includes('/orders/17000'))).toEqual([]);
    expect(await find(id)).toMatchObject({ paid: false, attention: null });
    expect(reported(id)).toEqual([]);
  });
});
