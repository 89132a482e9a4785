import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Page, Refund } from 'tillbridge';
import { PaymentsClient } from '../../../src/shop/client/index.js';
import { TerminalGroups } from '../../../src/shop/core/index.js';
import { NotificationEntity } from '../../../src/shop/notifications/index.js';
import { RefundEntity, RefundWatchEntity, type RefundState } from '../../../src/shop/refund-records/index.js';
import { WorkerRegistry } from '../../../src/shop/workers/index.js';
import { failureOf } from '../../support/failure-of.js';
import { eur, RefundClerk } from './support/refund-clerk.js';
import { HOUR, MINUTE, RefundStage } from './support/refund-stage.js';

const ACTOR = { by: 'ann', why: 'the customer called' };

describe('what a person does with a refund', () => {
  let clerk: RefundClerk;

  beforeAll(async () => {
    clerk = new RefundClerk(await RefundStage.start('sqlite'));
  });
  afterAll(() => clerk.stage.close());

  const textsOf = async (orderId: string): Promise<string[]> =>
    (await clerk.stage.shop.payments.orders.timeline(orderId)).map(({ text }) => text);

  it('calls it off while it waits: nothing is sent, the money is free again, who and why is told', async () => {
    const orderId = await clerk.paid();
    const { id } = await clerk.ask({ orderId, by: 'bob' });
    expect(await clerk.refunds.cancel(id, ACTOR)).toMatchObject({ id, state: 'cancelled', plannedAt: null });
    await clerk.stage.pass(2_000);
    expect(await clerk.atService(orderId)).toEqual([]);
    expect((await clerk.refunds.remaining(orderId)).amount).toBe(10_000);
    expect(await textsOf(orderId)).toEqual(
      expect.arrayContaining([
        'Refund of 10.00 EUR asked for by bob',
        'Refund of 10.00 EUR cancelled by ann: the customer called',
      ]),
    );
    expect(await clerk.refunds.cancel(id, ACTOR)).toMatchObject({ state: 'cancelled' });
    // A platform that shows refunds of its own would keep this one as under way otherwise.
    expect(clerk.stage.reportedFor(orderId).inside).toEqual(['cancelled 1000']);
    expect(clerk.stage.reported.inside.at(-1)).toMatchObject({
      refundId: id,
      reason: 'cancelled',
      serviceRefundId: null,
    });
  });

  it('calls it off at the service while the money is still there, as often as one likes', async () => {
    const orderId = await clerk.paid();
    const { id } = await clerk.ask({ orderId });
    await clerk.sent(orderId);
    // What the service says of the refund has arrived, within the same second.
    await clerk.stage.pass(0);
    const both = await Promise.all([clerk.refunds.cancel(id, ACTOR), clerk.refunds.cancel(id, ACTOR)]);
    expect(both.map(({ state }) => state)).toEqual(['cancelled', 'cancelled']);
    expect(clerk.stage.reportedFor(orderId).inside).toEqual(['accepted 1000', 'cancelled 1000']);
    await clerk.stage.pass(MINUTE);
    expect((await clerk.refunds.remaining(orderId)).amount).toBe(10_000);
    expect(await textsOf(orderId)).toEqual(
      expect.arrayContaining(['Refund of 10.00 EUR recalled by ann: the customer called']),
    );
  });

  it.each([
    ['as they came', 0],
    ['the later one first', 1],
  ])(
    'calls it off within the second in which it was accepted: with its messages read %s, the order ends as the service has it',
    async (_, first) => {
      const { clock, service, shop } = clerk.stage;
      const orderId = await clerk.paid();
      clock.advance(HOUR);
      const { id } = await clerk.ask({ orderId });
      await shop.app.get(WorkerRegistry).drain('refund-sending');
      await service.sandbox.runDue();
      expect(await shop.payments.orders.fetch(orderId, { group: 'web' })).toMatchObject({ amount_refunded: 1_000 });
      await clerk.refunds.cancel(id, ACTOR);
      await service.sandbox.runDue();
      const { manager } = shop.dataSource;
      const messages = await manager.findBy(NotificationEntity, { orderId, state: 'pending' });
      expect(messages).toHaveLength(2);
      messages.sort((a, b) => (a.id < b.id ? -1 : 1));
      await manager.update(NotificationEntity, { id: messages[1 - first]!.id }, { dueAt: clock.now() + 1 });
      for (const ms of [0, 1, MINUTE]) await clerk.stage.pass(ms);
      expect(await shop.payments.orders.fetch(orderId, { group: 'web' })).toMatchObject({ amount_refunded: 0 });
      expect(await shop.payments.orders.find(orderId)).toMatchObject({ status: 'completed', amountRefunded: eur(0) });
    },
  );

  it('learns that it is too late when the money has left, whether or not that was known', async () => {
    const orderId = await clerk.paid(10_000);
    const { id } = await clerk.ask({ orderId });
    await clerk.sent(orderId);
    clerk.stage.clock.advance(24 * HOUR);
    await clerk.stage.service.sandbox.runDue();
    const late = { code: 'REFUND_TOO_LATE', execution: 'not-executed', orderId };
    expect(await failureOf(clerk.refunds.cancel(id, ACTOR))).toMatchObject(late);
    expect(await clerk.refunds.find(id)).toMatchObject({ state: 'settled' });
    expect(await failureOf(clerk.refunds.cancel(id, ACTOR))).toMatchObject(late);
  });

  it.each(['standing', 'none', 'costs'] as const)(
    'believes the service that it has called a refund off where its orders never show that (listed: %s)',
    async (listedRefunds) => {
      const { stage } = clerk;
      const { sandbox } = stage.service;
      sandbox.adjust('web', { listedRefunds });
      const orderId = await clerk.paid(10_000);
      const { id } = await clerk.ask({ orderId });
      await clerk.sent(orderId);
      expect(await clerk.refunds.find(id)).toMatchObject({ state: 'accepted' });
      expect(await clerk.refunds.cancel(id, ACTOR)).toMatchObject({ state: 'cancelled' });
      expect(stage.reportedFor(orderId).inside).toEqual(['accepted 1000', 'cancelled 1000']);
      await stage.pass(MINUTE);
      expect(await clerk.refunds.find(id)).toMatchObject({ state: 'cancelled' });
      expect(await clerk.refunds.remaining(orderId)).toEqual(eur(10_000));
      sandbox.adjust('web', { listedRefunds: 'all' });
    },
  );

  it('does not take a refund for called off that is shown nowhere, as long as the service has not said so', async () => {
    const { sandbox } = clerk.stage.service;
    sandbox.adjust('web', { listedRefunds: 'none' });
    const orderId = await clerk.paid();
    const { id } = await clerk.ask({ orderId });
    await clerk.sent(orderId);
    sandbox.faults.next('other', 'reset');
    expect(await failureOf(clerk.refunds.cancel(id, ACTOR))).toMatchObject({ code: 'REFUND_CANCEL_UNKNOWN' });
    await clerk.stage.pass(MINUTE);
    expect(await clerk.refunds.find(id)).toMatchObject({ state: 'accepted' });
    // A repeat does no harm.
    expect(await clerk.refunds.cancel(id, ACTOR)).toMatchObject({ state: 'cancelled' });
    sandbox.adjust('web', { listedRefunds: 'all' });
    sandbox.faults.clear();
  });

  it('does not believe it while an older answer still shows the refund', async () => {
    const { shop } = clerk.stage;
    const orderId = await clerk.paid();
    const { id } = await clerk.ask({ orderId });
    await clerk.sent(orderId);
    const client = shop.app.get(PaymentsClient);
    const before = await client.getOrder(clerk.stage.group, orderId);
    const read = jest.spyOn(client, 'getOrder').mockResolvedValueOnce(before);
    clerk.stage.service.sandbox.faults.next('notification', 'reset', 20);
    expect(await failureOf(clerk.refunds.cancel(id, ACTOR))).toMatchObject({ code: 'REFUND_CANCEL_UNKNOWN' });
    read.mockRestore();
    for (let reads = 0; reads < 3; reads += 1) await clerk.stage.pass(30_000);
    expect(await clerk.refunds.find(id)).toMatchObject({ state: 'cancelled' });
    clerk.stage.service.sandbox.faults.clear();
  });

  it('is told that no one knows when the service does not answer; it is found out', async () => {
    const orderId = await clerk.paid();
    const { id } = await clerk.ask({ orderId });
    await clerk.sent(orderId);
    const { faults } = clerk.stage.service.sandbox;
    faults.next('other', 'response-lost');
    // A read is tried three times.
    faults.next('read', 'error-before', 3);
    const failure = await failureOf(clerk.refunds.cancel(id, ACTOR));
    expect(failure).toMatchObject({ code: 'REFUND_CANCEL_UNKNOWN', execution: 'unknown' });
    const { manager } = clerk.stage.shop.dataSource;
    const { dueAt } = await manager.findOneByOrFail(RefundWatchEntity, { id });
    // Not in an hour, when it would be read in any case.
    expect(dueAt - clerk.stage.clock.now()).toBeLessThanOrEqual(30_000);
    await clerk.stage.pass(30_000);
    await clerk.stage.pass(30_000);
    expect(await clerk.refunds.find(id)).toMatchObject({ state: 'cancelled' });
  });

  it.each(['of the shop', 'that is followed no longer', 'made in the dashboard'] as const)(
    'finds out by itself what became of a call-off without an answer, of a refund %s, however late it is carried out',
    async (origin) => {
      const { clock, service, shop } = clerk.stage;
      const { faults } = service.sandbox;
      const orderId = await clerk.paid();
      if (origin === 'made in the dashboard') await service.sandbox.refund(orderId, { amount: 1_000 });
      else await clerk.ask({ orderId });
      await clerk.sent(orderId);
      await clerk.stage.pass(5_000);
      const [row] = await clerk.rowsOf(orderId);
      if (origin === 'that is followed no longer') {
        await shop.dataSource.manager.update(RefundEntity, { orderId }, { nextReadAt: null });
        await shop.dataSource.manager.update(RefundWatchEntity, { id: row!.id }, { state: 'done' });
      }
      faults.next('other', 'reset');
      const failure = await failureOf(clerk.refunds.cancel(row!.id, ACTOR));
      expect(failure).toMatchObject({ code: 'REFUND_CANCEL_UNKNOWN' });
      await clerk.stage.pass(10_000);
      expect(await clerk.refunds.find(row!.id)).toMatchObject({ state: 'accepted' });
      const watch = { id: row!.id };
      const { dueAt } = await shop.dataSource.manager.findOneByOrFail(RefundWatchEntity, watch);
      // Not every five seconds: a thousand of them would use up the group's calls.
      expect(dueAt - clock.now()).toBeGreaterThan(50 * MINUTE);
      clock.advance(10 * MINUTE);
      // The request that brought no answer is carried out now; the notification of it never arrives.
      faults.next('notification', 'reset', 20);
      const group = shop.app.get(TerminalGroups).get('web');
      await shop.app
        .get(PaymentsClient)
        .cancelRefund(group, { orderId: row!.serviceOrderId, refundId: row!.serviceRefundId! });
      await clerk.stage.pass(HOUR);
      expect(await clerk.refunds.find(row!.id)).toMatchObject({ state: 'cancelled' });
      expect(await shop.payments.orders.find(orderId)).toMatchObject({ status: 'completed', amountRefunded: eur(0) });
      expect(await shop.dataSource.manager.findOneByOrFail(RefundWatchEntity, watch)).toMatchObject({ state: 'done' });
      faults.clear();
    },
  );

  it('follows none that someone else has called off a moment ago', async () => {
    const orderId = await clerk.paid();
    const { id } = await clerk.ask({ orderId });
    await clerk.sent(orderId);
    const groups = clerk.stage.shop.app.get(TerminalGroups);
    const resolve = groups.resolve.bind(groups);
    const asked = jest.spyOn(groups, 'resolve');
    asked.mockImplementationOnce(resolve).mockImplementationOnce(async (name) => {
      await clerk.refunds.cancel(id, ACTOR);
      return resolve(name);
    });
    expect(await clerk.refunds.cancel(id, ACTOR)).toMatchObject({ state: 'cancelled' });
    asked.mockRestore();
    const { manager } = clerk.stage.shop.dataSource;
    expect(await manager.findOneByOrFail(RefundWatchEntity, { id })).toMatchObject({ state: 'done' });
  });

  it.each(['a handler fails', 'the process ends'] as const)(
    'reads again by itself what was called off at the service when %s before that is written down',
    async (what) => {
      const { service, shop, reported } = clerk.stage;
      const orderId = await clerk.paid();
      await service.sandbox.refund(orderId, { amount: 1_000 });
      await clerk.stage.pass(5_000);
      const [row] = await clerk.rowsOf(orderId);
      service.sandbox.faults.next('notification', 'reset', 20);
      const client = shop.app.get(PaymentsClient);
      const cancelRefund = client.cancelRefund.bind(client);
      const asked = jest.spyOn(client, 'cancelRefund').mockImplementationOnce(async (...given) => {
        await cancelRefund(...given);
        if (what === 'the process ends') throw new Error('the process ends');
        reported.isBroken = true;
      });
      await expect(clerk.refunds.cancel(row!.id, ACTOR)).rejects.toThrow(/the books are closed|the process ends/);
      asked.mockRestore();
      reported.isBroken = false;
      await clerk.stage.pass(10_000);
      expect(await clerk.refunds.find(row!.id)).toMatchObject({ state: 'cancelled' });
      expect(await shop.payments.orders.find(orderId)).toMatchObject({ status: 'completed', amountRefunded: eur(0) });
      service.sandbox.faults.clear();
    },
  );

  it.each(['still lists', 'does not list any more'])(
    'reads one of the dashboard that the service %s after a call-off without an answer no more often than any other',
    async (listed) => {
      const { clock, service, shop } = clerk.stage;
      const { manager } = shop.dataSource;
      const orderId = await clerk.paid();
      await service.sandbox.refund(orderId, { amount: 1_000 });
      await clerk.stage.pass(5_000);
      const [row] = await clerk.rowsOf(orderId);
      service.sandbox.faults.next('other', 'reset');
      expect(await failureOf(clerk.refunds.cancel(row!.id, ACTOR))).toMatchObject({ code: 'REFUND_CANCEL_UNKNOWN' });
      const gone = { serviceRefundId: '4711', tag: '4711', key: 'elsewhere:4711' };
      if (listed === 'does not list any more') await manager.update(RefundEntity, { id: row!.id }, gone);
      await clerk.stage.pass(10_000);
      await clerk.stage.pass(HOUR);
      const { state, dueAt } = await manager.findOneByOrFail(RefundWatchEntity, { id: row!.id });
      expect(state).toBe('pending');
      expect(dueAt - clock.now()).toBeGreaterThan(5 * HOUR);
    },
  );

  it.each<[RefundState, string]>([
    ['sending', 'REFUND_NOT_CANCELLABLE'],
    ['unknown', 'REFUND_NOT_CANCELLABLE'],
    ['manual', 'REFUND_NOT_CANCELLABLE'],
    ['rejected', 'REFUND_NOT_CANCELLABLE'],
    ['accepted', 'REFUND_NOT_CANCELLABLE'],
    ['settled', 'REFUND_TOO_LATE'],
  ])('cannot call it off while it is %s and nothing names it at the service: %s', async (state, code) => {
    const orderId = await clerk.paid();
    const row = await clerk.stage.refund(orderId, { state, attempts: 1 });
    expect(await failureOf(clerk.refunds.cancel(row.id, ACTOR))).toMatchObject({ code, orderId });
    expect(await clerk.stage.now(row)).toMatchObject({ state, fence: 0 });
  });

  it('decides on one that waits for it, once, and on no other', async () => {
    const orderId = await clerk.paid();
    const now = clerk.stage.clock.now();
    const doubt = { state: 'manual' as const, attempts: 1, lastSentAt: now, arrivedBy: now, reason: 'ambiguous' };
    const [one, two] = [await clerk.stage.refund(orderId, doubt), await clerk.stage.refund(orderId, doubt)];
    const verdict = { verdict: 'paid', serviceRefundId: '4711', ...ACTOR } as const;
    expect(await clerk.refunds.decide(one.id, verdict)).toMatchObject({ state: 'accepted', serviceRefundId: '4711' });
    expect(await failureOf(clerk.refunds.decide(one.id, verdict))).toMatchObject({ code: 'REFUND_NOT_MANUAL' });
    const again = await clerk.refunds.decide(two.id, { verdict: 'not-paid', ...ACTOR });
    expect(again).toMatchObject({ state: 'queued' });
    expect(again.plannedAt).toBeGreaterThanOrEqual(now + 15 * 60_000);
    expect((await clerk.refunds.evidence(two.id)).map(({ kind, outcome }) => `${kind} ${outcome}`)).toEqual([
      'decision not-paid',
    ]);
    const texts = await textsOf(orderId);
    expect(texts).toContain('Refund of 10.00 EUR paid by ann: the customer called');
    expect(texts).toContain('Refund of 10.00 EUR not-paid by ann: the customer called');
    expect(texts).toContain('Refund of 10.00 EUR is accepted by the service; the money goes out with its next payout');
    expect(clerk.stage.reportedFor(orderId).inside).toEqual(['accepted 1000']);
  });

  it('finds refunds by id and key, in their terminal group, and page by page', async () => {
    const orderId = await clerk.paid();
    const asked = [];
    for (let index = 0; index < 5; index += 1) asked.push(await clerk.ask({ orderId, amount: eur(100 + index) }));
    const group = clerk.stage.shop.payments.group('web').refunds;
    const [first] = asked;
    expect(await group.findByKey(first!.key!)).toMatchObject({ id: first!.id });
    expect(await clerk.refunds.find({ group: 'web', key: randomUUID() })).toBeNull();
    expect(await clerk.refunds.find(first!.id, { group: 'attic' })).toBeNull();
    expect(await failureOf(group.evidence('nobody'))).toMatchObject({ code: 'REFUND_UNKNOWN', httpStatus: 404 });
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Page<Refund> = await group.list({ orderId, limit: 2, cursor });
      expect(page.items.length).toBeLessThanOrEqual(2);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.next;
    }
    expect(seen).toEqual(asked.map(({ id }) => id));
    const { items: waiting } = await group.list({ state: 'queued', limit: 100 });
    expect(waiting.map(({ id }) => id)).toEqual(expect.arrayContaining(asked.map(({ id }) => id)));
    const { items: refunds } = await group.list({ orderId, state: 'queued' });
    const plans = refunds.map(({ plannedAt }) => plannedAt ?? 0);
    expect(plans).toHaveLength(5);
    expect(plans.toSorted((a, b) => a - b)).toEqual(plans);
    expect(plans[4]! - plans[0]!).toBeGreaterThanOrEqual(4_000);
    await clerk.sent(orderId);
  });

  it('sees what is sent next and when, and stops and lets go the whole lane', async () => {
    await clerk.stage.clear();
    const orderId = await clerk.paid();
    const asked = [await clerk.ask({ orderId, amount: eur(100) }), await clerk.ask({ orderId, amount: eur(200) })];
    const upcoming = await clerk.refunds.upcoming('web');
    expect(upcoming.map(({ id }) => id)).toEqual(asked.map(({ id }) => id));
    expect(upcoming[0]!.plannedAt).toBeLessThan(upcoming[1]!.plannedAt!);
    expect((await clerk.refunds.upcoming('web', { limit: 1 })).map(({ id }) => id)).toEqual([asked[0]!.id]);
    expect(await clerk.refunds.pauseLane('web', ACTOR)).toMatchObject({ state: 'paused', pausedBy: 'ann' });
    expect(await clerk.refunds.upcoming('web')).toEqual([]);
    const woken = jest.spyOn(clerk.stage.shop.app.get(WorkerRegistry), 'wake');
    expect(await clerk.refunds.resumeLane('web', ACTOR)).toMatchObject({ state: 'waiting', pausedBy: null });
    expect(woken.mock.calls).toEqual([['refund-sending']]);
    woken.mockRestore();
    await clerk.refunds.cancel(asked[0]!.id, ACTOR);
    expect(await clerk.refunds.decisions(asked[0]!.id)).toMatchObject([{ decision: 'cancelled', ...ACTOR }]);
    expect(await clerk.refunds.decisions(asked[1]!.id)).toEqual([]);
    await clerk.sent(orderId);
  });

  it('finds a watch that is left waiting while its group is not configured, and goes on then', async () => {
    const orderId = await clerk.paid();
    const refund = await clerk.stage.unknown(orderId);
    const { manager } = clerk.stage.shop.dataSource;
    const move = (from: string, to: string) =>
      manager.update(RefundEntity, { id: refund.id, group: from }, { group: to });
    await move('web', 'gone');
    clerk.stage.clock.advance(MINUTE);
    await clerk.stage.shop.drain();
    const watch = await manager.findOneByOrFail(RefundWatchEntity, { id: refund.id });
    expect(watch).toMatchObject({ state: 'pending', attempts: 0, leaseToken: null, lastError: null });
    expect(watch.dueAt).toBe(clerk.stage.clock.now() + 10 * MINUTE);
    await move('gone', 'web');
    // Of what is no refund any more nothing is to be found out.
    await manager.insert(RefundWatchEntity, { ...watch, id: 'nobody', dueAt: 0 });
    await clerk.stage.shop.drain();
    expect(await manager.findOneBy(RefundWatchEntity, { id: 'nobody' })).toMatchObject({ state: 'done' });
  });

  it('erases what was said about refunds that are over; one that may be sent keeps what it must send', async () => {
    const orderId = await clerk.paid();
    const { id } = await clerk.ask({ orderId, by: 'bob' });
    const { orders } = clerk.stage.shop.payments;
    expect(await orders.erase(orderId, ACTOR)).toMatchObject({ keptRefunds: 1 });
    expect(await clerk.refunds.find(id)).toMatchObject({ reason: 'broken', askedBy: 'bob' });
    expect(await orders.find(orderId)).toMatchObject({ description: '', erasedAt: null });
    await clerk.sent(orderId);
    expect(await orders.erase(orderId, ACTOR)).toMatchObject({ keptRefunds: 0 });
    expect(await clerk.refunds.find(id)).toMatchObject({ reason: '', askedBy: null, amount: eur(1_000) });
    expect(await orders.find(orderId)).toMatchObject({ erasedAt: clerk.stage.clock.now() });
    const later = await clerk.ask({ orderId, amount: eur(500) });
    expect(await orders.find(orderId)).toMatchObject({ erasedAt: null });
    clerk.stage.clock.advance(40 * 24 * HOUR);
    await clerk.stage.shop.payments.retention.run();
    expect(await clerk.refunds.find(later.id)).toMatchObject({ reason: 'broken' });
    await clerk.stage.shop.dataSource.manager.update(RefundEntity, { id: later.id }, { state: 'cancelled' });
    await clerk.stage.shop.payments.retention.run();
    expect(await clerk.refunds.find(later.id)).toMatchObject({ reason: '' });
  });
});
