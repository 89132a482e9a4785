import { afterEach, describe, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { OnPayment, type PaymentEvent } from 'tillbridge';
import { orderBody } from 'tillbridge/testing';
import { AttemptEntity, PaymentOrderEntity } from '../../../src/shop/orders/index.js';
import { PollEntity } from '../../../src/shop/poll-schedule/index.js';
import { PollWorker } from '../../../src/shop/polling/index.js';
import { mayHaveCrashed, MOST_SILENT_ENDS, WORK_LEASE_MS } from '../../../src/shop/workers/index.js';
import { sortsOf, statementsOf } from '../../database/statements.js';
import { canaryKey } from '../../support/canary.js';
import { describeOneEngine } from '../../support/engines.js';
import { waitFor } from '../../support/wait-for.js';
import { addUnheardOrders } from './poll-rows.js';
import { PollStage } from './poll-stage.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

@Injectable()
class Stubborn {
  isCorrected = false;

  @OnPayment(['initialized', 'completed'])
  refuse({ orderId }: PaymentEvent): void {
    if (orderId.startsWith('POISON') && !this.isCorrected) throw new Error('the stock table is broken');
  }
}

let stage: PollStage;
const find = (orderId: string) => stage.payments.orders.find(orderId);
const paid = async (ids: readonly string[]): Promise<string[]> => {
  const orders = await Promise.all(ids.map(find));
  return orders.flatMap((order) => (order?.paid ? [order.orderId] : []));
};
/** Orders that were made two minutes ago and have been paid since. */
const madeAndPaid = async (ids: readonly string[]): Promise<void> => {
  for (const id of ids) {
    await stage.create(id);
    await stage.sandbox.pay(id);
  }
  stage.clock.advance(2 * MINUTE);
};

afterEach(() => stage.close());

describeOneEngine('a poll that brings nothing', (engine) => {
  it('at one order does not keep its neighbours: one alert, and it is parked with its error (scenario P2)', async () => {
    stage = await PollStage.start({ engine, providers: [Stubborn] });
    await madeAndPaid(['A-1', 'POISON', 'A-2']);
    expect(await stage.tick()).toMatchObject({ settled: 2, failed: 1, held: false });
    expect(await paid(['A-1', 'POISON', 'A-2'])).toEqual(['A-1', 'A-2']);

    await stage.pollUntil('POISON', null);
    const error = 'handler Stubborn.refuse: Error: the stock table is broken';
    const row = await stage.row('POISON');
    expect(row).toMatchObject({ state: 'parked', reason: 'unreadable', lastError: error });
    expect(row.attempts).toBeLessThan(35);
    expect(await find('POISON')).toMatchObject({ paid: false, attention: 'unreadable' });
    expect(stage.shop.logs.matching('fail repeatedly')).toHaveLength(1);
    expect(stage.shop.logs.matching('is no longer polled')).toHaveLength(1);
  });

  it('is over when a read or a notification succeeds, by whatever road', async () => {
    const ids = ['POISON-POLL', 'POISON-SYNC', 'POISON-RETURN', 'POISON-TOLD'];
    stage = await PollStage.start({ engine, providers: [Stubborn] });
    await madeAndPaid(ids);
    for (const id of ids) await stage.pollUntil(id, { attention: 'unreadable' });
    stage.shop.app.get(Stubborn).isCorrected = true;
    await stage.payments.orders.sync('POISON-SYNC', { by: 'ann', why: 'the stock table is corrected' });
    await stage.payments.orders.settle('POISON-RETURN');
    const body = orderBody({ orderId: 'POISON-TOLD', amount: 1250, at: stage.clock.now() });
    expect((await stage.shop.notify({ orderId: 'POISON-TOLD', body, at: stage.clock.now() })).status).toBe(200);
    await stage.shop.drain();
    await stage.pollUntil('POISON-POLL', { paid: true });
    for (const id of ids) expect(await find(id)).toMatchObject({ paid: true, attention: null });
  });

  it('is over for an order that is not paid when it is read, and reported anew if reads fail again', async () => {
    stage = await PollStage.start({ engine, providers: [Stubborn] });
    await stage.create('POISON');
    await stage.pollUntil('POISON', { attention: 'unreadable' });
    const failure = 'Reading it failed, and is tried again: handler Stubborn.refuse: Error: the stock table is broken';
    const failureLines = async () =>
      (await stage.payments.orders.timeline('POISON')).filter(({ text }) => text === failure).length;
    expect(await failureLines()).toBe(1);
    const sync = () => stage.payments.orders.sync('POISON', { by: 'ann', why: 'it is corrected' });
    await expect(sync()).rejects.toThrow('the stock table is broken');
    expect(await find('POISON')).toMatchObject({ attention: 'unreadable' });
    const stubborn = stage.shop.app.get(Stubborn);
    stubborn.isCorrected = true;
    expect(await sync()).toMatchObject({ status: 'initialized', attention: null });
    expect(await stage.row('POISON')).toMatchObject({ state: 'pending', attempts: 0, reason: null, lastError: null });
    expect(await failureLines()).toBe(0);
    stubborn.isCorrected = false;
    await stage.sandbox.pay('POISON');
    await stage.pollUntil('POISON', { attention: 'unreadable' });
    expect(stage.shop.logs.matching('fail repeatedly')).toHaveLength(2);
  });

  it('is not over while another attempt of the order cannot be read', async () => {
    stage = await PollStage.start({ engine });
    await stage.create('A-1');
    stage.sandbox.cancel('A-1');
    await stage.payments.orders.settle('A-1');
    expect(await stage.create('A-1')).toMatchObject({ serviceOrderId: 'A-1-2' });
    const { manager } = stage.shop.dataSource;
    const dueAt = stage.clock.now() + DAY;
    const failing = { state: 'pending', dueAt, attempts: 6, reason: 'unreadable', lastError: 'SERVICE_1000' } as const;
    await manager.update(PollEntity, { serviceOrderId: 'A-1' }, failing);
    await manager.update(PaymentOrderEntity, { orderId: 'A-1' }, { attention: 'unreadable' });
    expect(await stage.tickAfter(2 * MINUTE)).toMatchObject({ calls: 1, waiting: 1 });
    expect(await find('A-1')).toMatchObject({ attention: 'unreadable' });
    await stage.payments.orders.sync('A-1', { by: 'ann', why: 'the service answers again' });
    expect(await find('A-1')).toMatchObject({ paid: false, attention: null });
  });

  // An outage at exactly the attempt after which a person is alerted would otherwise take the alert with it.
  it.each([
    ['at the attempt that is reported', ['row', 'row', 'row', 'row', 'service', 'row', 'row', 'service', 'row']],
    ['at every attempt until then', ['service', 'service', 'service', 'service', 'service', 'row', 'row']],
  ])('is reported once where the service was away %s', async (_, causes) => {
    stage = await PollStage.start({ engine, providers: [Stubborn], group: { calls: { circuitBreaker: 'off' } } });
    await madeAndPaid(['POISON']);
    for (const cause of causes) {
      if (cause === 'service') stage.sandbox.faults.next('read', 'error-before', { status: 503, times: 3 });
      stage.clock.set(Math.max((await stage.row('POISON')).dueAt, stage.clock.now() + MINUTE));
      expect(await stage.tick()).toMatchObject({ failed: 1 });
      stage.sandbox.faults.clear();
    }
    expect(stage.shop.logs.matching('fail repeatedly')).toHaveLength(1);
    expect(await find('POISON')).toMatchObject({ attention: 'unreadable' });
    expect(await stage.row('POISON')).toMatchObject({ state: 'pending', attempts: causes.length });
  });

  it('is reported by the id that the shop knows, not by that of an attempt', async () => {
    stage = await PollStage.start({ engine, providers: [Stubborn], group: { orderIdPrefix: 'web-' } });
    await stage.create('POISON');
    await stage.sandbox.pay('web-POISON');
    stage.clock.advance(2 * MINUTE);
    await stage.pollUntil('web-POISON', null);
    for (const message of ['could not be read', 'fail repeatedly', 'is no longer polled']) {
      const [line] = stage.shop.logs.matching(message);
      expect(line).toMatch(/rder POISON of terminal group web/);
    }
  });

  it('because its worker was killed is taken over when the lease has run out', async () => {
    stage = await PollStage.start({ engine });
    await madeAndPaid(['A-1']);
    const bound = (await stage.payments.orders.settlesWithin('A-1'))!;
    const { rows } = stage.shop.app.get(PollWorker);
    const killed = await stage.shop.dataSource.transaction((tx) =>
      rows.take(tx, { limit: 5, equal: { group: 'web' } }),
    );
    expect(killed).toHaveLength(1);
    expect(await stage.tickAfter(WORK_LEASE_MS - 1)).toMatchObject({ calls: 0 });
    expect(await stage.tickAfter(1)).toMatchObject({ settled: 1, calls: 1 });
    expect(stage.clock.now()).toBeLessThanOrEqual(bound.at);
    // The first one was only slow: what it writes now changes nothing.
    const written = await stage.shop.dataSource.transaction((tx) => rows.end(tx, killed[0]!, { state: 'pending' }));
    expect(written).toBe(false);
  });
});

describeOneEngine('a poll whose process ended repeatedly', (engine) => {
  it('is reported, and tried once in a while by itself, until its order has come to its end', async () => {
    stage = await PollStage.start({ engine });
    await madeAndPaid(['A-1', 'A-2']);
    await stage.shop.dataSource.manager.update(PollEntity, { serviceOrderId: 'A-1' }, { attempts: MOST_SILENT_ENDS });
    expect(await stage.tick()).toMatchObject({ settled: 1, failed: 1, calls: 1, held: false });
    expect(await find('A-1')).toMatchObject({ paid: false, attention: 'unreadable' });
    expect(stage.shop.logs.matching('it never came back')).toHaveLength(1);
    const { dueAt, state, lastError } = await stage.row('A-1');
    expect([state, lastError]).toEqual(['pending', null]);
    expect(dueAt - stage.clock.now()).toBeGreaterThanOrEqual(15 * MINUTE);
    const { rows } = stage.shop.app.get(PollWorker);
    stage.clock.set(dueAt);
    // Its process ends once more: the next try is as far away again.
    const [killed] = await stage.shop.dataSource.transaction((tx) =>
      rows.take(tx, { limit: 5, equal: { group: 'web' } }),
    );
    expect(mayHaveCrashed(killed!)).toBe(true);
    expect(await stage.tickAfter(WORK_LEASE_MS)).toMatchObject({ failed: 1, calls: 0 });
    expect((await stage.row('A-1')).dueAt - stage.clock.now()).toBeGreaterThanOrEqual(15 * MINUTE);
    await stage.pollUntil('A-1', { paid: true });
    expect(await stage.row('A-1')).toMatchObject({ state: 'done', attempts: 0 });
  });
});

describe('a poll that brings nothing', () => {
  it('because the key is refused ends no order and asks no more: one alert, and one try now and then', async () => {
    stage = await PollStage.start({ group: { apiKeys: [canaryKey('wrong')] } });
    const openedAt = stage.clock.now() - 2 * MINUTE;
    const ids = Array.from({ length: 60 }, (_, index) => `A-${index}`);
    await stage.service.addListed(ids.map((id) => ({ id, openedAt, status: 'initialized' as const })));
    const dueAt = (): number => stage.clock.now();
    await addUnheardOrders(stage.shop.dataSource, { ids, openedAt: () => openedAt, dueAt });
    expect(await stage.tick()).toMatchObject({ settled: 0, ended: 0, parked: 0, held: true });
    const first = stage.service.calls.list + stage.service.calls.orders;
    expect(first).toBeLessThanOrEqual(21);
    for (let hour = 0; hour < 12; hour += 1) await stage.tickAfter(5 * MINUTE);
    expect(stage.service.calls.list + stage.service.calls.orders - first).toBeLessThanOrEqual(12);
    expect(stage.shop.logs.matching('are held back')).toEqual([
      expect.stringContaining('(see docs/runbook.md#key-refused)'),
    ]);
    expect(await stage.shop.count("tillbridge_poll WHERE state = 'pending'")).toBe(60);
  });

  it('because the service knows no such order: its creation may be under way, so it is not over at once', async () => {
    stage = await PollStage.start();
    const begun = stage.clock.now();
    const ids = ['NEVER-SENT', 'REFUSED', 'ACKNOWLEDGED'];
    const times = { openedAt: () => begun, dueAt: () => begun };
    await addUnheardOrders(stage.shop.dataSource, { ids, ...times });
    const { manager } = stage.shop.dataSource;
    await manager.update(AttemptEntity, { orderId: 'NEVER-SENT' }, { createState: 'creating' });
    await manager.update(AttemptEntity, { orderId: 'REFUSED' }, { createState: 'failed' });
    expect(await stage.tick()).toMatchObject({ waiting: 2, ended: 1, calls: 3 });
    expect(await stage.row('REFUSED')).toMatchObject({ state: 'done' });
    while ((await stage.row('NEVER-SENT')).state === 'pending') await stage.tickAfter(60 * MINUTE);
    expect(stage.clock.now() - begun).toBeGreaterThanOrEqual(DAY);
    await stage.pollUntil('ACKNOWLEDGED', null);
    expect(await find('NEVER-SENT')).toMatchObject({ attention: null });
    expect(await find('ACKNOWLEDGED')).toMatchObject({ attention: 'expired_unconfirmed' });
  });

  it('because the service fails as often as a read is tried is taken once more soon', async () => {
    stage = await PollStage.start();
    await madeAndPaid(['A-1']);
    stage.sandbox.faults.next('read', 'error-before', { status: 500, times: 3 });
    expect(await stage.tick()).toMatchObject({ settled: 0, failed: 1, held: false });
    stage.shop.logs.assertNoSecret();
    expect(await stage.tickAfter(15_000)).toMatchObject({ settled: 1 });
  });

  it('because its time is over while the service is away, is waited for', async () => {
    stage = await PollStage.start({ group: { calls: { circuitBreaker: 'off' } } });
    await stage.create('A-1', { secondsActive: 3_600 });
    await stage.sandbox.hold('A-1', { method: 'IDEAL' });
    stage.sandbox.faults.next('read', 'error-before', { status: 503, times: 30 });
    stage.clock.advance(25 * 60 * MINUTE);
    await stage.tick();
    expect(await stage.row('A-1')).toMatchObject({ state: 'pending' });
    stage.sandbox.faults.clear();
    await stage.sandbox.accept('A-1');
    expect(await stage.pollUntil('A-1', { paid: true })).toBe(1);
  });
});

describe('what is due', () => {
  it('is taken newest first, and for a part longest due first, where not everything can be', async () => {
    stage = await PollStage.start();
    const begun = stage.clock.now();
    const ids = Array.from({ length: 8 }, (_, index) => `A-${index}`);
    const openedAt = (index: number): number => begun - (9 - index) * MINUTE;
    await addUnheardOrders(stage.shop.dataSource, { ids, openedAt, dueAt: openedAt });
    const listed = ids.map((id, index) => ({ id, openedAt: openedAt(index), status: 'initialized' as const }));
    await stage.service.addListed(listed);
    const { groups } = await stage.payments.polling.tick('web', { most: 4 });
    expect(groups).toMatchObject([{ waiting: 4, calls: 4 }]);
    const polled = await stage.shop.dataSource.query('SELECT id FROM tillbridge_poll WHERE polled_at > 0 ORDER BY id');
    expect(polled).toEqual(['A-0', 'A-5', 'A-6', 'A-7'].map((id) => ({ id })));
    expect(await stage.payments.polling.status('web')).toMatchObject([
      { group: 'web', dueNow: 4, oldestDueAgeMs: 8 * MINUTE, parked: 0, held: false },
    ]);
    const asked = await statementsOf(stage.shop.dataSource, () => stage.payments.polling.status('web'));
    expect(sortsOf(asked)[0]).toBe('tillbridge_poll: due_at ASC');
  });

  it('is taken by the process itself, and so is a poll that someone has asked for', async () => {
    stage = await PollStage.start({ workers: 'inline' });
    await madeAndPaid(['A-1']);
    await waitFor(async () => (await find('A-1'))?.paid, { what: 'the order to be paid' });
    await stage.create('A-2');
    await stage.sandbox.pay('A-2');
    await stage.ask('A-2');
    await waitFor(async () => (await find('A-2'))?.paid, { what: 'the second order to be paid' });
  });
});
