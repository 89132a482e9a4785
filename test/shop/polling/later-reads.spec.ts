import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ManualClock, orderBody } from 'tillbridge/testing';
import {
  LEAST_GAP_MS,
  PollScheduleRepository,
  PollEntity,
  unlessWanted,
} from '../../../src/shop/poll-schedule/index.js';
import { PollRequests, PollScheduler, PollWorker } from '../../../src/shop/polling/index.js';
import { TerminalGroups } from '../../../src/shop/core/index.js';
import { json, ScriptedService, type Reply } from '../../support/scripted-service.js';
import { shopOptions, startShop, type ShopHost } from '../../support/shop-host.js';
import { CronStage, groupsWith, scheduler } from './cron-stage.js';
import { addUnheardOrders } from './poll-rows.js';

const MINUTE = 60_000;
const LAG = 5_000;
const START = Date.UTC(2026, 0, 15, 12);

const readFrom = ({ app, dataSource }: ShopHost, serviceOrderId: string, at: number): Promise<void> =>
  dataSource.transaction((tx) => app.get(PollScheduleRepository).readFrom(tx, { group: 'web', serviceOrderId }, at));

describe('a read that is wanted later on, while a poll is being taken', () => {
  const clock = new ManualClock(START);
  let shop: ShopHost;
  let service: ScriptedService;
  let orderId: string;
  let orders = 0;

  beforeAll(async () => {
    service = await ScriptedService.start();
    const [web] = shopOptions().terminalGroups;
    const terminalGroups = [{ ...web!, baseUrl: service.url }];
    shop = await startShop({ options: { workers: 'off', clock, terminalGroups } });
  });
  afterAll(async () => {
    await shop.close();
    service.close();
  });
  beforeEach(async () => {
    await shop.dataSource.manager.clear(PollEntity);
    orderId = `L-${(orders += 1)}`;
    const [openedAt, dueAt] = [() => clock.now() - 2 * MINUTE, () => clock.now()];
    await addUnheardOrders(shop.dataSource, { ids: [orderId], openedAt, dueAt });
  });

  it.each<[string, number, object, object]>([
    ['is what was planned when no one has asked', 500, { dueAt: 90_000 }, { dueAt: 90_000 }],
    ['is what was planned when it was asked for at the latest as it began', 1_000, { dueAt: 9 }, { dueAt: 9 }],
    ['is at the time for which it was asked', 9_000, { dueAt: 90_000 }, { dueAt: 9_000, askedAt: 9_000 }],
    ['is as planned where that is sooner', 9_000, { dueAt: 8_000 }, { dueAt: 8_000, askedAt: 9_000 }],
    ['is never lost', 9_000, { state: 'done', dueAt: 1, reason: 'x' }, { dueAt: 9_000, askedAt: 9_000, reason: null }],
    ['waits for the least gap', 1_001, { state: 'parked' }, { dueAt: 1_000 + LEAST_GAP_MS, askedAt: 1_001 }],
  ])('a poll that ends at 3,000 and began at 1,000 %s', async (_, askedAt, change, expected) => {
    await shop.dataSource.manager.update(PollEntity, { serviceOrderId: orderId }, { askedAt });
    const known = { ...(await row()), askedAt: Math.min(askedAt, 1_000) };
    const at = { since: 1_000, now: 3_000 };
    const end = await shop.dataSource.transaction((tx) => unlessWanted(tx, known, { ...at, change }));
    expect(end).toEqual(askedAt > 1_000 ? { state: 'pending', reason: null, ...expected } : expected);
    // Behind its clock it was asked while the poll was under way.
    const behind = { ...known, askedAt: -1 };
    const late = await shop.dataSource.transaction((tx) => unlessWanted(tx, behind, { ...at, change: {} }));
    const least = askedAt > 3_000 ? askedAt : 1_000 + LEAST_GAP_MS;
    expect(late).toMatchObject({ askedAt: Math.max(askedAt, 1_001), dueAt: least });
    const slow = { since: 1_000, now: 50_000 };
    const slower = await shop.dataSource.transaction((tx) => unlessWanted(tx, behind, { ...slow, change: {} }));
    expect(slower.dueAt).toBe(50_000);
  });

  const row = (): Promise<PollEntity> =>
    shop.dataSource.manager.findOneByOrFail(PollEntity, { serviceOrderId: orderId });
  const claim = async (): Promise<PollEntity> => {
    const { rows } = shop.app.get(PollWorker);
    const claimed = await shop.dataSource.transaction((tx) => rows.take(tx, { limit: 5, equal: { group: 'web' } }));
    return claimed.find((each) => each.serviceOrderId === orderId)!;
  };
  const poll = (claimed: PollEntity) => shop.app.get(PollWorker).poll(shop.app.get(TerminalGroups).get('web'), claimed);
  const answer = (status: string): Reply =>
    json(200, { success: true, data: orderBody({ orderId, amount: 1250, at: START, status }) });
  /** The answer takes so long, and a later read is asked for as it is on its way. */
  const slowly =
    (ms: number, reply: Reply): Reply =>
    (response, call) =>
      void readFrom(shop, orderId, clock.now() + LAG).then(() => {
        clock.advance(ms);
        return reply(response, call);
      });

  it.each([
    ['paid', 'completed', 'settled', 'done'],
    ['not paid yet', 'initialized', 'waiting', 'pending'],
    ['ended', 'cancelled', 'waiting', 'pending'],
  ] as const)(
    'is taken when it is due, whether that poll is quick or slow: of an order that is %s',
    async (_title, status, outcome, state) => {
      for (const ms of [1_000, 8_000]) {
        clock.advance(30 * MINUTE);
        const readAt = clock.now();
        await shop.dataSource.manager.update(
          PollEntity,
          { serviceOrderId: orderId },
          { state: 'pending', dueAt: readAt },
        );
        await readFrom(shop, orderId, readAt);
        service.script(slowly(ms, answer(status)), answer(status));
        expect(await poll(await claim())).toMatchObject({ outcome: 'waiting', asked: true });
        const { dueAt } = await row();
        expect(dueAt).toBe(readAt + (ms < LAG ? LAG : 10_000));
        clock.set(dueAt);
        expect(await poll(await claim())).toMatchObject({ outcome, asked: true });
        expect(await row()).toMatchObject({ state });
        expect((await row()).dueAt).not.toBeLessThan(dueAt);
      }
    },
  );

  it.each([
    ['while that poll is on its way', true],
    ['after it', false],
  ])('is taken also when anyone who asks for it has a clock that is behind: %s', async (_title, isUnderWay) => {
    const behind = (): Promise<void> => readFrom(shop, orderId, clock.now() - 200);
    const meanwhile: Reply = (response, call) => void behind().then(() => answer('completed')(response, call));
    service.script(isUnderWay ? meanwhile : answer('completed'), answer('completed'));
    const first = await poll(await claim());
    if (!isUnderWay) await behind();
    expect(first).toMatchObject({ outcome: isUnderWay ? 'waiting' : 'settled', asked: true });
    clock.advance(MINUTE);
    expect(await poll(await claim())).toMatchObject({ outcome: 'settled', asked: true });
    expect(await row()).toMatchObject({ state: 'done' });
  });

  it('is taken also when someone has asked for a sooner one meanwhile', async () => {
    const wanted = clock.now() + LAG;
    await readFrom(shop, orderId, wanted);
    await shop.app.get(PollRequests).bringForward('web', orderId);
    service.script(answer('completed'), answer('completed'));
    clock.advance(1);
    expect(await poll(await claim())).toMatchObject({ outcome: 'waiting', asked: true });
    expect((await row()).dueAt).toBe(wanted);
    clock.set(wanted);
    expect(await poll(await claim())).toMatchObject({ outcome: 'settled', asked: true });
    expect(await row()).toMatchObject({ state: 'done' });
  });

  it('is taken also where that look asks nothing, since the order has been paid', async () => {
    const claimed = await claim();
    await shop.notify({
      orderId,
      body: orderBody({ orderId, amount: 1250, at: START, status: 'completed' }),
      at: clock.now(),
    });
    await shop.drain();
    const at = clock.now() + LAG;
    await readFrom(shop, orderId, at);
    expect(await poll(claimed)).toMatchObject({ asked: false });
    expect(await row()).toMatchObject({ state: 'pending', dueAt: at, leaseToken: null });
  });
});

describe('a read that is wanted later on, in a group whose polls come by cron', () => {
  const stage = new CronStage();

  it('is taken when it is due, no matter who has asked for it; what no one asked for waits for the job', async () => {
    const clock = new ManualClock(START);
    const service = await ScriptedService.start();
    stage.closers.push(() => service.close());
    const options = { clock, workers: 'off' as const };
    const shop = await stage.start(groupsWith({ web: '0 4 * * *' }, service.url), { imports: scheduler, options });
    const polls = shop.app.get(PollScheduler);
    const web = shop.app.get(TerminalGroups).get('web');
    const openedAt = () => START - MINUTE;
    await addUnheardOrders(shop.dataSource, { ids: ['B-1'], openedAt, dueAt: () => START });
    await polls.pollIfWanted(web);
    await addUnheardOrders(shop.dataSource, { ids: ['A-1'], openedAt, dueAt: () => START + 30 * MINUTE });
    await readFrom(shop, 'A-1', START + LAG);
    clock.advance(LAG - 1);
    await polls.pollIfWanted(web);
    expect(service.calls).toEqual([]);
    clock.advance(1);
    const paid: Reply = (response, call) => {
      const orderId = /orders\/([^/?]+)/.exec(call.url)![1]!;
      json(200, { success: true, data: orderBody({ orderId, amount: 1250, at: START, status: 'completed' }) })(
        response,
        call,
      );
    };
    service.script(paid, paid, paid);
    await polls.pollIfWanted(web);
    expect(await shop.payments.orders.find('A-1')).toMatchObject({ paid: true });
    const calls = service.calls.length;
    clock.advance(MINUTE);
    await polls.pollIfWanted(web);
    expect(service.calls).toHaveLength(calls);
  });
});
