import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Money } from 'tillbridge';
import { WAKE_MS } from '../../../src/shop/poll-schedule/index.js';
import { WORK_LEASE_MS } from '../../../src/shop/workers/index.js';
import { describeOneEngine } from '../../support/engines.js';
import { PollStage } from './poll-stage.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describeOneEngine('an order of which no notification ever came (scenario P5)', (engine) => {
  let stage: PollStage;
  const find = (orderId: string) => stage.payments.orders.find(orderId);
  const seen = (kind: string): number => stage.shop.handlers.count('transaction', kind);

  /** Takes every poll of so long a time. @returns its end */
  const pollFor = async (ms: number): Promise<number> => {
    const end = stage.clock.now() + ms;
    for (let due: number | null = 0; due !== null && due < end;) {
      stage.clock.set(Math.max(due, stage.clock.now()));
      await stage.tick();
      due = (await stage.payments.polling.status('web'))[0]!.nextDueAt;
    }
    return end;
  };

  beforeEach(async () => {
    stage = await PollStage.start({ engine });
  });
  afterEach(() => stage.close());

  it('is paid within the bound that was stated, once, and not looked at any more', async () => {
    await stage.create('A-1');
    await stage.sandbox.pay('A-1');
    const bound = (await stage.payments.group('web').orders.settlesWithin('A-1'))!;
    expect(bound.withinMs).toBe(2 * MINUTE + WAKE_MS + WORK_LEASE_MS);
    expect(await stage.tickAfter(2 * MINUTE - 1)).toMatchObject({ calls: 0 });
    expect(await stage.tickAfter(1)).toMatchObject({ settled: 1, calls: 1 });
    expect(stage.clock.now()).toBeLessThan(bound.at);
    expect(await find('A-1')).toMatchObject({ paid: true, status: 'completed' });
    expect(await stage.payments.orders.settlesWithin('A-1')).toBeNull();
    expect(await stage.tickAfter(90 * DAY)).toMatchObject({ calls: 0 });
    expect(seen('completed')).toBe(1);
  });

  it('has an expired attempt beside a paid one; the old one is looked at as long as it may be paid', async () => {
    await stage.create('A-1');
    await stage.sandbox.expire('A-1');
    await stage.pollUntil('A-1', { status: 'expired' });
    expect(await stage.create('A-1')).toMatchObject({ serviceOrderId: 'A-1-2' });
    await stage.sandbox.pay('A-1-2');
    await stage.pollUntil('A-1', { paid: true });
    expect(await find('A-1')).toMatchObject({ status: 'completed', attention: null, attempt: 2 });

    await stage.sandbox.pay('A-1', { method: 'BANKTRANS' });
    await stage.pollUntil('A-1', { attention: 'paid_twice' });
    await stage.pollUntil('A-1', null);
    expect([seen('completed'), seen('paid_twice')]).toEqual([1, 1]);
  });

  it('is paid weeks after it was declined, by the link of a second chance', async () => {
    await stage.create('A-1', { secondChance: true });
    await stage.sandbox.decline('A-1', { method: 'VISA' });
    const weeks = await pollFor(20 * DAY);
    expect(await find('A-1')).toMatchObject({ status: 'declined', paid: false });
    await stage.sandbox.sendSecondChance('A-1');
    await stage.sandbox.pay('A-1');
    await stage.pollUntil('A-1', { paid: true });
    expect(stage.clock.now()).toBeLessThanOrEqual(weeks + 12 * DAY);
    expect(seen('completed')).toBe(1);
  });

  it.each([
    ['cancelled', 'IDEAL', 'cancelled'],
    ['declined', 'VISA', 'cancelled'],
    ['expired', 'VISA', 'expired'],
  ])(
    'is paid weeks after it was %s, on the same page: a link outlives what was tried on it',
    async (status, method, outcome) => {
      stage.sandbox.adjust('web', { pageAfterEnd: 'open' });
      const { paymentUrl } = await stage.create('A-1');
      const submit = (body: Record<string, string>) =>
        fetch(String(paymentUrl), { method: 'POST', body: new URLSearchParams(body), redirect: 'manual' });
      await submit({ method, outcome });
      await pollFor(20 * DAY);
      expect(await find('A-1')).toMatchObject({ status, paid: false });
      expect((await submit({ method: 'IDEAL', outcome: 'paid' })).status).toBe(303);
      await stage.pollUntil('A-1', { paid: true });
      expect(stage.service.calls.orders).toBeLessThanOrEqual(16);
    },
  );

  it('came to no end at all: it is parked with one alert, and a payment is recognised all the same', async () => {
    await stage.create('A-1', { secondsActive: 3_600 });
    await stage.sandbox.hold('A-1', { method: 'DIRDEB' });
    await stage.pollUntil('A-1', null);
    expect(await stage.row('A-1')).toMatchObject({ state: 'parked', reason: 'expired_unconfirmed' });
    expect(await find('A-1')).toMatchObject({ status: 'uncleared', attention: 'expired_unconfirmed' });
    expect(stage.shop.logs.matching('expired_unconfirmed')).toHaveLength(1);
    const timeline = await stage.payments.orders.timeline('A-1');
    expect(timeline.at(-1)).toMatchObject({ details: { decision: 'parked', reason: 'expired_unconfirmed' } });
    expect(await stage.payments.polling.status()).toMatchObject([{ parked: 1, nextDueAt: null, dueNow: 0 }]);

    await stage.sandbox.accept('A-1');
    expect(await stage.ask('A-1')).toBe(true);
    expect(await stage.tickAfter(10_000)).toMatchObject({ settled: 1 });
    expect(await find('A-1')).toMatchObject({ paid: true });
  });

  it('is paid after the shop gave it up: that is told as what it is', async () => {
    await stage.create('A-1');
    await stage.sandbox.leave('A-1');
    await stage.pollUntil('A-1', { status: 'cancelled' });
    await stage.sandbox.pay('A-1', { method: 'BANKTRANS' });
    await stage.pollUntil('A-1', { paid: true });
    expect(await find('A-1')).toMatchObject({ status: 'completed', attention: 'paid_after_cancel' });
    expect([seen('cancelled'), seen('paid_after_cancel'), seen('completed')]).toEqual([1, 1, 0]);
  });

  it('is declined, and then paid', async () => {
    await stage.create('A-1');
    await stage.sandbox.decline('A-1', { method: 'VISA' });
    await stage.pollUntil('A-1', { status: 'declined' });
    await stage.sandbox.pay('A-1', { method: 'VISA' });
    await stage.pollUntil('A-1', { paid: true });
    expect(await find('A-1')).toMatchObject({ status: 'completed', attention: null });
    expect([seen('declined'), seen('completed')]).toEqual([1, 1]);
  });

  it('ended unpaid at the service, and is left alone when its time is over, without an error to anybody', async () => {
    await stage.create('A-1', { daysActive: 2 });
    await stage.sandbox.expire('A-1');
    const begun = stage.clock.now();
    await stage.pollUntil('A-1', null);
    expect(stage.clock.now()).toBe(begun + 3 * DAY);
    expect(await find('A-1')).toMatchObject({ status: 'expired', paid: false, attention: null });
    expect(await stage.row('A-1')).toMatchObject({ state: 'done', reason: null });
    expect(stage.service.calls.orders).toBeLessThanOrEqual(14);
  });

  it('was created by a process that died before it had the answer', async () => {
    await stage.create('A-1');
    const lost = { createState: 'creating' as const, paymentUrl: null };
    await stage.shop.dataSource.manager.update('AttemptEntity', { serviceOrderId: 'A-1' }, lost);
    await stage.sandbox.pay('A-1');
    expect(await stage.tickAfter(2 * MINUTE)).toMatchObject({ settled: 1 });
    expect(await find('A-1')).toMatchObject({ paid: true, createState: 'created' });
  });

  it('is looked at again half a minute after its shopper came back', async () => {
    await stage.create('A-1');
    expect(await stage.payments.orders.settle('A-1')).toMatchObject({ paid: false });
    await stage.sandbox.pay('A-1');
    expect(await stage.tickAfter(29_999)).toMatchObject({ calls: 0 });
    expect(await stage.tickAfter(1)).toMatchObject({ settled: 1 });
  });

  it('was paid by what another source tells: the row ends without a call', async () => {
    await stage.create('A-1');
    await stage.sandbox.pay('A-1');
    await stage.payments.orders.settle('A-1');
    const { orders } = stage.service.calls;
    expect(await stage.tickAfter(2 * MINUTE)).toMatchObject({ settled: 1, calls: 0 });
    expect(stage.service.calls.orders).toBe(orders);
  });

  it('is sent once more under the same id: it is as young as a new one', async () => {
    stage.sandbox.faults.next('create', 'error-before', { status: 503, times: 9 });
    await stage.create('A-1').catch(() => undefined);
    await stage.pollUntil('A-1', null).catch(() => undefined);
    expect(await stage.row('A-1')).toMatchObject({ state: 'done', reason: null });
    stage.sandbox.faults.clear();
    await stage.create('A-1');
    await stage.sandbox.pay('A-1');
    const bound = await stage.payments.orders.settlesWithin('A-1');
    expect(bound?.withinMs).toBeLessThanOrEqual(4 * MINUTE);
    expect(await stage.tickAfter(2 * MINUTE)).toMatchObject({ settled: 1 });
  });

  it('is followed at its own pace in each attempt, with another amount too', async () => {
    await stage.create('A-1');
    await stage.create('A-1', { amount: Money.of('20.00', 'EUR') });
    expect(await stage.row('A-1-2')).toMatchObject({ state: 'pending' });
    await stage.sandbox.pay('A-1-2');
    await stage.pollUntil('A-1', { paid: true });
    expect((await find('A-1'))?.amount.amount).toBe(2_000);
  });
});
