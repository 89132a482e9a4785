import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ManualClock, orderBody } from 'tillbridge/testing';
import { LessThan } from 'typeorm';
import { AttemptEntity } from '../../../src/shop/orders/index.js';
import { PollEntity } from '../../../src/shop/poll-schedule/index.js';
import { PollWorker, type PollResult } from '../../../src/shop/polling/index.js';
import { TerminalGroups } from '../../../src/shop/core/index.js';
import { WORK_LEASE_MS } from '../../../src/shop/workers/index.js';
import { json, refusal, ScriptedService, type Reply } from '../../support/scripted-service.js';
import { shopOptions, startShop, type ShopHost } from '../../support/shop-host.js';
import { addUnheardOrders } from './poll-rows.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** The service does not take the request for one: the order's own failure, which is not tried again at once. */
const UNREADABLE = refusal(1001, 400);

const clock = new ManualClock(Date.UTC(2026, 0, 15, 12));
let shop: ShopHost;
let service: ScriptedService;
let worker: PollWorker;
let orderId: string;
let orders = 0;

beforeAll(async () => {
  service = await ScriptedService.start();
  const [web] = shopOptions().terminalGroups;
  // Two looks at a time: what is claimed beyond them waits.
  const calls = { callsPerSecond: 2, burst: 50, maxWaitMs: 2_000 };
  const terminalGroups = [{ ...web!, baseUrl: service.url, calls }];
  shop = await startShop({ options: { workers: 'off', clock, terminalGroups } });
  worker = shop.app.get(PollWorker);
});
afterAll(async () => {
  await shop.close();
  service.close();
});

/** An order of which nothing was heard, and whose look is due. */
async function addOrder(): Promise<void> {
  orderId = `A-${(orders += 1)}`;
  const [openedAt, dueAt] = [() => clock.now() - 2 * MINUTE, () => clock.now()];
  await addUnheardOrders(shop.dataSource, { ids: [orderId], openedAt, dueAt });
}

/** It was opened so long ago that this poll is the last. */
const endItsTime = () =>
  shop.dataSource.manager.update(PollEntity, { serviceOrderId: orderId }, { openedAt: clock.now() - 100 * DAY });

const row = (): Promise<PollEntity> => shop.dataSource.manager.findOneByOrFail(PollEntity, { serviceOrderId: orderId });
const find = () => shop.payments.orders.find(orderId);
const paidTimes = (): number =>
  shop.handlers.seen.filter(({ phase, event }) => phase === 'transaction' && event.orderId === orderId).length;

/** Becomes whose look it is: another process when its lease has run out, or none. */
async function claim(): Promise<PollEntity> {
  const claimed = await shop.dataSource.transaction((tx) =>
    worker.rows.take(tx, { limit: 5, equal: { group: 'web' } }),
  );
  expect(claimed.map(({ serviceOrderId }) => serviceOrderId)).toEqual([orderId]);
  return claimed[0]!;
}

const poll = (claimed: PollEntity): Promise<PollResult> =>
  worker.poll(shop.app.get(TerminalGroups).get('web'), claimed);

const bodyOf = (status: string, id = orderId, fields: Record<string, unknown> = {}) =>
  orderBody({ orderId: id, amount: 1250, at: clock.now(), status, fields });
const answer = (...about: Parameters<typeof bodyOf>): Reply => json(200, { success: true, data: bodyOf(...about) });

/** Something happens between a request and its answer. */
const meanwhile =
  (event: () => Promise<unknown>, reply: () => Reply): Reply =>
  (response, call) =>
    void event().then(() => reply()(response, call));

/** The process stands still for longer than its lease, and another one takes the poll over. */
async function takenOver(): Promise<PollEntity> {
  clock.advance(WORK_LEASE_MS);
  return claim();
}

beforeEach(async () => {
  await shop.dataSource.query('DELETE FROM tillbridge_poll');
  await addOrder();
});

describe('a poll whose lease ran out before the service answered', () => {
  it('tells what it has found, once, and leaves the row to its new holder', async () => {
    let other: PollEntity | undefined;
    const takeOver = async () => (other = await takenOver());
    service.script(meanwhile(takeOver, () => answer('completed')));
    await poll(await claim());
    expect(await find()).toMatchObject({ paid: true });
    expect(await row()).toEqual(other);

    expect(await poll(other!)).toMatchObject({ outcome: 'settled', asked: false });
    expect([service.calls.length, paidTimes()]).toEqual([1, 1]);
    expect(await row()).toMatchObject({ state: 'done', leaseToken: null });
  });

  it('and that fails, undoes nothing of what the other one has written', async () => {
    const settled = async () => poll(await takenOver());
    service.script(
      meanwhile(settled, () => UNREADABLE),
      (response, call) => answer('completed')(response, call),
    );
    expect(await poll(await claim())).toMatchObject({ outcome: 'failed', blame: 'row' });
    expect(await row()).toMatchObject({ state: 'done', lastError: null, attempts: 0 });
    expect(paidTimes()).toBe(1);
  });
});

describe('a poll of an order that was settled meanwhile', () => {
  it('by what another source tells, troubles no one when it fails at the end of its time', async () => {
    await endItsTime();
    const notified = async () => {
      await shop.notify({ orderId, body: bodyOf('completed'), at: clock.now() });
      await shop.drain();
    };
    service.script(meanwhile(notified, () => UNREADABLE));
    expect(await poll(await claim())).toMatchObject({ outcome: 'parked' });
    expect(await find()).toMatchObject({ paid: true, attention: null });
    expect(shop.logs.matching(`Order ${orderId} of terminal group web is not looked at`)).toEqual([]);
  });
});

describe('an answer about another order', () => {
  it('is no look at this one: nothing of it is used, and it is asked again soon', async () => {
    const { manager } = shop.dataSource;
    await manager.update(AttemptEntity, { orderId }, { createState: 'creating' });
    const page = { payment_url: 'http://localhost:4000/pay/somebody-elses' };
    service.script(answer('initialized', 'SOMEBODY-ELSES', page));
    expect(await poll(await claim())).toMatchObject({ outcome: 'failed', blame: 'row' });
    const attempt = await manager.findOneByOrFail(AttemptEntity, { orderId });
    expect(attempt).toMatchObject({ createState: 'creating', paymentUrl: null });
    const { dueAt, lastError } = await row();
    expect(lastError).toContain('another order');
    expect(dueAt - clock.now()).toBeLessThanOrEqual(MINUTE);
  });

  it('ends no wait, even where it says that the other one ended: a person is told', async () => {
    await endItsTime();
    service.script(answer('cancelled', 'SOMEBODY-ELSES'));
    expect(await poll(await claim())).toMatchObject({ outcome: 'parked' });
    expect(await find()).toMatchObject({ paid: false, attention: 'unreadable' });
  });
});

const tick = async (signal?: AbortSignal) => (await shop.payments.polling.tick('web', { signal })).groups[0];
const initialized: Reply = (response, call) =>
  answer('initialized', /orders\/([^/?]+)/.exec(call.url)![1]!)(response, call);

describe('a tick that is told to end', () => {
  it('writes down the looks under way, and leaves the others due', async () => {
    for (let more = 0; more < 4; more += 1) await addOrder();
    const { manager } = shop.dataSource;
    // Asked for, so that no page of the list is a poll.
    await manager.update(PollEntity, { group: 'web' }, { askedAt: clock.now(), dueAt: clock.now() });
    const ended = new AbortController();
    const asked = async () => ended.abort();
    service.script(
      meanwhile(asked, () => initialized),
      ...Array.from({ length: 4 }, () => initialized),
    );
    // Two at a time: the second may be on its way.
    const { waiting, calls, failed } = (await tick(ended.signal))!;
    expect([waiting, failed, service.calls.length]).toEqual([calls, 0, calls]);
    expect(calls).toBeLessThanOrEqual(2);
    const soon = { group: 'web', state: 'pending' as const, dueAt: LessThan(clock.now() + MINUTE) };
    const left = await manager.findBy(PollEntity, soon);
    expect(left.map(({ attempts, leaseToken }) => [attempts, leaseToken])).toEqual(
      Array.from({ length: 5 - calls }, () => [0, null]),
    );
    expect(await tick(ended.signal)).toMatchObject({ calls: 0, spared: 0 });
    clock.advance(MINUTE);
    expect(await tick()).toMatchObject({ waiting: 5 - calls, calls: 5 - calls });
  });
});

describe('looks while the key is refused', () => {
  it('are let go, and do not count as tried; one tries after a pause, and then all of them', async () => {
    await addOrder();
    await addOrder();
    const { manager } = shop.dataSource;
    const waiting = { group: 'web', state: 'pending' as const };
    // Asked for, so that no page of the list is a poll.
    await manager.update(PollEntity, waiting, { askedAt: clock.now(), dueAt: clock.now() });
    service.script(refusal(1032, 401), refusal(1032, 401));
    expect(await tick()).toMatchObject({ failed: 2, calls: 2, held: true });
    const rows = await manager.findBy(PollEntity, waiting);
    expect(rows.map(({ attempts, leaseToken }) => [attempts, leaseToken])).toEqual(rows.map(() => [0, null]));
    expect(rows).toHaveLength(3);

    clock.advance(29_000);
    expect(await tick()).toMatchObject({ calls: 0, held: true });
    clock.advance(31_000);
    service.script(...rows.map(() => initialized));
    expect(await tick()).toMatchObject({ waiting: 3, calls: 3, held: false });
  });
});

describe('a poll of an order of another mode than this process has the group in (scenario C3)', () => {
  beforeEach(() => shop.dataSource.query("UPDATE tillbridge_order SET mode = 'live'"));

  it('is left to a process of that mode for a week after its time is over, and asks nothing', async () => {
    const openedAt = clock.now() - 32 * DAY;
    await shop.dataSource.manager.update(PollEntity, { serviceOrderId: orderId }, { openedAt });
    expect(await poll(await claim())).toMatchObject({ outcome: 'waiting', asked: false });
    expect(await row()).toMatchObject({ state: 'pending', dueAt: clock.now() + 60 * MINUTE });
    clock.advance(60 * MINUTE);
    await shop.dataSource.query("UPDATE tillbridge_order SET mode = 'sandbox'");
    service.script(answer('expired'));
    expect(await poll(await claim())).toMatchObject({ asked: true });
    expect(await find()).toMatchObject({ status: 'expired' });
  });

  it('ends after that', async () => {
    const openedAt = clock.now() - 130 * DAY;
    await shop.dataSource.manager.update(PollEntity, { serviceOrderId: orderId }, { openedAt });
    expect(await poll(await claim())).toMatchObject({ outcome: 'ended', asked: false });
    expect(await row()).toMatchObject({ state: 'done' });
  });
});
