import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { parseOrder } from 'tillbridge/protocol';
import { orderBody } from 'tillbridge/testing';
import { Ledger } from '../../../src/shop/orders/index.js';
import {
  addMissingWatches,
  RefundEntity,
  RefundLaneEntity,
  RefundStateService,
  RefundWatchEntity,
} from '../../../src/shop/refund-records/index.js';
import { RefundStatusWorker } from '../../../src/shop/refunds/index.js';
import { sortsOf, statementsOf } from '../../database/statements.js';
import { describeOneEngine } from '../../support/engines.js';
import { HOUR, MINUTE, RefundStage, SECOND } from './support/refund-stage.js';

const DAY = 24 * HOUR;
const QUIET = 15 * MINUTE;

describeOneEngine('refunds are followed', (engine) => {
  let stage: RefundStage;
  let orders = 0;

  beforeAll(async () => {
    stage = await RefundStage.start(engine);
  });
  afterAll(() => stage.close());

  const paid = async (amount?: number): Promise<string> => {
    const orderId = `F-${(orders += 1)}`;
    await stage.paid(orderId, amount);
    return orderId;
  };
  /** Delivers the newest notification of an order once more. */
  const resend = async (orderId: string): Promise<void> => {
    const deliveries = await stage.service.sandbox.deliveries(orderId);
    await stage.service.sandbox.resend(deliveries.at(-1)!.id);
    await stage.shop.drain();
  };
  const stateOf = async (refund: RefundEntity): Promise<string> => (await stage.now(refund)).state;

  it('one in doubt is accepted as soon as a notification shows its tag, and told once (scenario R1)', async () => {
    const orderId = await paid();
    const refund = await stage.unknown(orderId);
    const refundId = await stage.book(refund);
    await stage.pass(0);
    expect(await stage.now(refund)).toMatchObject({ state: 'accepted', serviceRefundId: refundId, reason: null });
    await resend(orderId);
    await stage.shop.payments.orders.sync(orderId, { by: 'test', why: 'the same again' });
    await stage.shop.drain();
    expect(stage.reportedFor(orderId)).toEqual({ inside: ['accepted 1000'], after: ['accepted 1000'] });
    expect(await stage.elsewhere(orderId)).toEqual([]);
  });

  it('one in doubt is read when no notification comes, and again at growing gaps', async () => {
    const orderId = await paid();
    const refund = await stage.unknown(orderId);
    const reads = async () => (await stage.evidence(refund)).length;
    await stage.pass(4 * SECOND);
    expect(await reads()).toBe(0);
    for (const [index, seconds] of [6, 20, 55, 150].entries()) {
      await stage.pass(seconds * SECOND);
      expect(await reads()).toBe(index + 1);
    }
    expect(await stateOf(refund)).toBe('unknown');
    await stage.book(refund);
    await stage.pass(7 * MINUTE);
    expect(await stateOf(refund)).toBe('accepted');
  });

  it('is not sent again before it is proved absent by two reads after the quiet time', async () => {
    const orderId = await paid();
    const refund = await stage.unknown(orderId);
    const sentAt = stage.clock.now();
    while (stage.clock.now() < sentAt + QUIET - MINUTE) {
      await stage.pass(20 * SECOND);
      expect(await stage.now(refund)).toMatchObject({ state: 'unknown', cleanReads: 0 });
    }
    await stage.pass(MINUTE);
    expect(await stage.now(refund)).toMatchObject({ state: 'unknown', cleanReads: 1 });
    await stage.pass(MINUTE + SECOND);
    expect(await stage.now(refund)).toMatchObject({ state: 'accepted', attempts: 2, tag: refund.tag });
    const [intent, answer] = (await stage.evidence(refund)).slice(-2);
    expect([intent, answer]).toEqual(['intent sending', 'answer accepted']);
    expect((await stage.evidence(refund)).filter((each) => each === 'intent sending')).toHaveLength(1);
  });

  it('one whose worker died while it was sent is in doubt, not queued again', async () => {
    const orderId = await paid();
    const sending = { state: 'sending' as const, attempts: 1, lastSentAt: stage.clock.now() };
    const refund = await stage.refund(orderId, sending);
    const lostAt = stage.shop.app.get(RefundStateService).lostAt(refund);
    await stage.pass(30 * SECOND);
    await stage.pass(lostAt - stage.clock.now() - 1);
    expect(await stateOf(refund)).toBe('sending');
    await stage.pass(1);
    expect(await stage.now(refund)).toMatchObject({ state: 'unknown', reason: 'lost', attempts: 1 });
  });

  it('one whose worker died is watched until that is written down', async () => {
    const lost = { state: 'sending' as const, attempts: 1, lastSentAt: stage.clock.now() - HOUR };
    const refund = await stage.refund(await paid(), lost);
    const worker = stage.shop.app.get(RefundStatusWorker);
    const claimed = await worker.rows.claim(100);
    const watch = claimed.find(({ id }) => id === refund.id)!;
    await worker.rows.release(claimed.filter((each) => each !== watch));
    jest.spyOn(stage.shop.app.get(Ledger), 'applyRefundChanges').mockRejectedValueOnce(new Error('no database'));
    await expect(worker.perform(watch)).rejects.toThrow('no database');
    const { manager } = stage.shop.dataSource;
    const { id, leaseToken } = watch;
    expect(await manager.countBy(RefundWatchEntity, { id, leaseToken: leaseToken!, state: 'pending' })).toBe(1);
    await worker.perform(watch);
    expect(await stage.now(refund)).toMatchObject({ state: 'unknown', reason: 'lost' });
  });

  it('one in doubt is looked at though its watch is lost: a row that is gone, or that says that nothing is to be done', async () => {
    const { manager } = stage.shop.dataSource;
    for (const [orderId, spoil] of [
      [`gone-${engine}`, (id: string) => manager.delete(RefundWatchEntity, { id })],
      [`done-${engine}`, (id: string) => manager.update(RefundWatchEntity, { id }, { state: 'done' })],
    ] as const) {
      await stage.paid(orderId, 10_000, 'lost');
      const refund = await stage.refund(orderId, { state: 'sending', attempts: 1, lastSentAt: stage.clock.now() });
      await stage.book(refund);
      await spoil(refund.id);
      for (let minute = 0; minute < 12; minute += 1) await stage.pass(MINUTE);
      expect(await stage.now(refund)).toMatchObject({ state: 'accepted', attempts: 1 });
    }
  });

  it('of a terminal group that is not in the options waits, and that is told once', async () => {
    const { manager } = stage.shop.dataSource;
    const doubt = { group: 'gone', state: 'unknown' as const, attempts: 1, nextReadAt: stage.clock.now() };
    const refunds = [await stage.refund('G-1', doubt), await stage.refund('G-2', doubt)];
    await stage.pass(0);
    expect(stage.shop.logs.matching('terminal group gone')).toEqual([
      expect.stringMatching(/Refund \S+ has not come to its end, and its terminal group gone is not in the options/),
    ]);
    for (const { id } of refunds) {
      const watch = await manager.findOneByOrFail(RefundWatchEntity, { id });
      expect(watch).toMatchObject({ state: 'pending', leaseToken: null });
      expect(watch.dueAt).toBeGreaterThan(stage.clock.now());
      expect((await stage.now({ id })).state).toBe('unknown');
      await manager.delete(RefundWatchEntity, { id });
      await manager.delete(RefundEntity, { id });
    }
  });

  it('in doubt without a watch are looked for in the order in which they were asked for', async () => {
    const search = { groups: ['web'], now: 0 };
    const statements = await statementsOf(stage.shop.dataSource, (em) => addMissingWatches(em, search));
    expect(sortsOf(statements)[0]).toBe('tillbridge_refund: id ASC');
  });

  it('accepted is not settled: that comes when the money has left, with or without a notification (scenario R4)', async () => {
    const orderId = await paid();
    const refund = await stage.unknown(orderId);
    await stage.book(refund);
    await stage.pass(MINUTE);
    expect(await stateOf(refund)).toBe('accepted');
    expect(await stage.shop.payments.orders.find(orderId)).toMatchObject({ paid: true });
    await stage.pass(DAY);
    expect(await stateOf(refund)).toBe('settled');
    expect(stage.reportedFor(orderId).inside).toEqual(['accepted 1000', 'settled 1000']);
  });

  it('declined after it was accepted: one alert, the amount is free again, the order stays paid (scenario R4)', async () => {
    const orderId = await paid();
    const refund = await stage.unknown(orderId);
    await stage.book(refund);
    await stage.pass(MINUTE);
    stage.service.sandbox.adjust('web', { payoutBalance: 0, lowBalance: 'declined' });
    await stage.pass(DAY);
    stage.service.sandbox.adjust('web', { payoutBalance: null });
    expect(await stage.now(refund)).toMatchObject({ state: 'rejected', reason: 'declined' });
    expect(stage.reportedFor(orderId).inside).toEqual(['accepted 1000', 'rejected 1000']);
    expect(await stage.shop.payments.orders.find(orderId)).toMatchObject({ paid: true, attention: 'refund_declined' });
  });

  it.each([
    ['paid_twice', 'paid_twice'],
    ['voided', 'voided'],
    ['expired_unconfirmed', 'refund_declined'],
  ])('declined does not hide money that is to be given back: %s before, %s after it', async (before, after) => {
    const orderId = await paid();
    const refund = await stage.unknown(orderId);
    await stage.book(refund);
    await stage.pass(MINUTE);
    await stage.shop.dataSource.query(
      `UPDATE tillbridge_order SET attention = '${before}' WHERE order_id = '${orderId}'`,
    );
    stage.service.sandbox.adjust('web', { payoutBalance: 0, lowBalance: 'declined' });
    await stage.pass(DAY);
    stage.service.sandbox.adjust('web', { payoutBalance: null });
    expect(await stage.now(refund)).toMatchObject({ state: 'rejected', reason: 'declined' });
    expect(await stage.shop.payments.orders.find(orderId)).toMatchObject({ attention: after });
    expect(stage.shop.logs.matching('declined').length).toBeGreaterThan(0);
  });

  it('made in the dashboard: one row and one word to the handlers, whatever is replayed (scenario R3)', async () => {
    const orderId = await paid();
    await stage.service.sandbox.refund(orderId, { amount: 1_000 });
    await stage.shop.drain();
    await stage.service.sandbox.refund(orderId, { amount: 500 });
    await stage.shop.drain();
    await resend(orderId);
    await stage.shop.payments.orders.sync(orderId, { by: 'test', why: 'the same again' });
    await stage.shop.drain();
    expect(await stage.elsewhere(orderId)).toEqual(['accepted 1000', 'accepted 500']);
    expect(stage.reportedFor(orderId)).toEqual({
      inside: ['elsewhere 1000', 'elsewhere 500'],
      after: ['elsewhere 1000', 'elsewhere 500'],
    });
    await stage.pass(DAY);
    expect(await stage.elsewhere(orderId)).toEqual(['settled 1000', 'settled 500']);
  });

  it('made in the dashboard: one row and one word, too, where two messages of it are worked off together', async () => {
    const [orderId, other] = [await paid(), await paid()];
    const before = stage.clock.now() + SECOND;
    stage.clock.set(before + SECOND);
    const observation = (about: string, amountRefunded: number, related: object[] = [], at = stage.clock.now()) => {
      const body = orderBody({ orderId: about, amount: 10_000, status: 'completed', at });
      const { order } = parseOrder({ ...body, amount_refunded: amountRefunded, related_transactions: related });
      return { group: 'web', serviceOrderId: about, source: 'poll' as const, order, readAt: stage.clock.now() };
    };
    const seen = [
      observation(orderId, 300, [], before),
      observation(orderId, 300, [], before),
      observation(other, 0),
      observation(orderId, 500),
    ];
    await stage.shop.app.get(Ledger).observeMany(seen);
    await stage.shop.drain();
    expect(await stage.elsewhere(orderId)).toEqual(['accepted 300', 'accepted 200']);
    expect(await stage.elsewhere(other)).toEqual([]);
    expect(stage.reportedFor(orderId).inside).toEqual(['elsewhere 300', 'elsewhere 200']);
    // One of 250 gets its name: it was the newest of what had none, and a part of the one before.
    const named = { type: 'refund', transaction_id: '77', status: 'reserved', amount: 250, currency: 'EUR' };
    await stage.shop.app.get(Ledger).observeMany([observation(orderId, 500, [named])]);
    expect(await stage.elsewhere(orderId)).toEqual(['accepted 250', 'cancelled 200', 'accepted 250']);
    // So does the rest of that one. That they come without a tag says nothing of whether ours come back with theirs.
    const rest = { ...named, transaction_id: '78' };
    await stage.shop.app.get(Ledger).observeMany([observation(orderId, 500, [named, rest])]);
    const lane = await stage.shop.dataSource.manager.findOneByOrFail(RefundLaneEntity, { id: 'web' });
    expect(lane.tagsEchoed).not.toBe(0);
    expect(await stage.elsewhere(orderId)).toEqual(['cancelled 250', 'cancelled 200', 'accepted 250', 'accepted 250']);
    expect(stage.reportedFor(orderId).inside).toEqual(['elsewhere 300', 'elsewhere 200']);
  });

  it('of ours and of someone else, equal and on one order, are told apart by the tag', async () => {
    const orderId = await paid();
    const refund = await stage.unknown(orderId);
    await stage.book(refund);
    await stage.service.sandbox.refund(orderId, { amount: 1_000 });
    await stage.shop.drain();
    expect(await stateOf(refund)).toBe('accepted');
    expect(await stage.elsewhere(orderId)).toEqual(['accepted 1000']);
  });

  it('does not slow down orders that nothing is refunded of: no row of refunds is even asked for', async () => {
    const orderId = await paid();
    expect(await stage.elsewhere(orderId)).toEqual([]);
    expect(stage.reportedFor(orderId)).toEqual({ inside: [], after: [] });
  });
});

describeOneEngine('where the service gives no tags back', (engine) => {
  let stage: RefundStage;

  beforeAll(async () => {
    stage = await RefundStage.start(engine, { refundTags: [] });
  });
  afterAll(() => stage.close());

  it('an only refund of that amount, made since, is ours; two that read alike are for a person', async () => {
    for (const orderId of ['N-1', 'N-2']) await stage.paid(orderId, 10_000, 'lost');
    const [first, second] = [await stage.unknown('N-1'), await stage.unknown('N-2', { key: 'second' })];
    const known = await stage.refund('N-1', {
      amount: 700,
      state: 'accepted',
      attempts: 1,
      lastSentAt: stage.clock.now(),
      arrivedBy: stage.clock.now(),
      serviceRefundId: await stage.book({ orderId: 'N-1', amount: 700, tag: 'T-700' }),
    });
    stage.clock.advance(2 * SECOND);
    await stage.book(first);
    await stage.pass(10 * SECOND);
    expect((await stage.now(known)).state).toBe('accepted');
    expect((await stage.now(first)).state).toBe('accepted');
    expect(await stage.elsewhere('N-1')).toEqual([]);

    await stage.book(second);
    await stage.service.sandbox.refund('N-2', { amount: 1_000 });
    await stage.pass(20 * SECOND);
    expect(await stage.now(second)).toMatchObject({ state: 'manual', reason: 'ambiguous' });
    expect(stage.reportedFor('N-2').inside).toContain('manual 1000');
  });
});
