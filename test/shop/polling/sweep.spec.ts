import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Poller, PollRequests, Sweep, type SweepReport } from '../../../src/shop/polling/index.js';
import { SelectQueryBuilder, type ObjectLiteral } from 'typeorm';
import type { Transactions } from '../../../src/database/engine/index.js';
import { TransactionsClient } from '../../../src/shop/client/index.js';
import { refusal, TRANSACTIONS } from '../../../src/shop/core/index.js';
import { SweepEntity } from '../../../src/shop/polling/sweep/sweep.entity.js';
import { SweepRepository } from '../../../src/shop/polling/sweep/sweep.repository.js';
import { SweepPolls } from '../../../src/shop/polling/sweep/sweep-polls.js';
import { describeOneEngine } from '../../support/engines.js';
import type { ShopHost } from '../../support/shop-host.js';
import { waitFor } from '../../support/wait-for.js';
import { ListStage, type ListedOrder } from './list-stage.js';

type AnyQuery = SelectQueryBuilder<ObjectLiteral>;

const MINUTE_MS = 60_000;
const LEASE_MS = 30_000;

/** Orders, a second apart, the oldest first. */
const orders = (name: string, count: number, fields: Partial<ListedOrder> & { from: number }): ListedOrder[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `${name}-${index}`,
    openedAt: fields.from + index * 1_000,
    status: fields.status === undefined ? 'initialized' : fields.status,
  }));

describeOneEngine('a sweep of the list', (engine) => {
  let stage: ListStage;
  let shop: ShopHost;

  beforeAll(async () => {
    stage = await ListStage.start();
    shop = await stage.shop(engine);
  });
  beforeEach(async () => {
    await stage.clear(shop);
    // A service may give less than it is asked for.
    stage.pageSize = 100;
  });
  afterAll(async () => {
    await shop?.close();
    await stage?.close();
  });

  const sweep = (pages?: number): Promise<SweepReport> =>
    shop.app.get(Sweep).run(stage.groupOf(shop), pages === undefined ? {} : { pages });
  const rows = (where: string): Promise<number> => shop.count(`tillbridge_poll WHERE ${where}`);
  const singly = (): Promise<number> => rows('asked_at > polled_at');

  it('spares the looks at orders that are as the shop knows them', async () => {
    await stage.addDue(shop, orders('A', 250, { from: stage.clock.now() - 10_000_000 }));
    expect(await sweep()).toEqual({ ending: 'worked-off', pages: 3, spared: 250, left: 0 });
    expect(stage.calls).toEqual({ list: 3, orders: 0, other: 0 });
    expect(await rows(`state = 'pending' AND due_at > ${stage.clock.now() + MINUTE_MS}`)).toBe(250);
    expect(await rows('lease_token IS NOT NULL')).toBe(0);
    expect(await sweep()).toMatchObject({ ending: 'needless', pages: 0 });
  });

  it('leaves what differs, and what no page shows, to a get-order of its own through the funnel', async () => {
    const from = stage.clock.now() - 10_000_000;
    const changed = orders('PAID', 20, { from, status: 'completed' });
    const unlisted = orders('SESSION', 10, { from, status: null });
    await stage.addDue(shop, [...orders('A', 60, { from }), ...changed, ...unlisted]);
    expect(await sweep()).toEqual({ ending: 'worked-off', pages: 1, spared: 60, left: 30 });
    expect(await singly()).toBe(30);
    expect(shop.handlers.seen).toEqual([]);
    expect(await sweep()).toEqual({ ending: 'needless', pages: 0, spared: 0, left: 0 });
    const tick = await shop.payments.polling.tick();
    expect(tick.groups).toMatchObject([{ settled: 20, waiting: 10, calls: 30, spared: 0 }]);
    expect(shop.handlers.count('transaction', 'completed')).toBe(20);
    expect(stage.calls).toMatchObject({ list: 1, orders: 30 });
  });

  it('is part of a tick, before the single polls', async () => {
    const from = stage.clock.now() - 10_000_000;
    await stage.addDue(shop, [...orders('A', 150, { from }), ...orders('PAID', 3, { from, status: 'completed' })]);
    const { groups } = await shop.payments.polling.tick('web');
    expect(groups).toMatchObject([{ group: 'web', spared: 150, settled: 3, calls: 5 }]);
    expect(stage.calls).toMatchObject({ list: 2, orders: 3 });
  });

  it('does nothing where single reads cost less', async () => {
    await stage.addListed(orders('OTHERS', 300, { from: stage.clock.now() - 1_000_000, status: 'completed' }));
    // A page never costs less than a single read: nobody asks how the last sweep ended.
    const asked = jest.spyOn(SweepRepository.prototype, 'find');
    for (const [name, count, left, times] of [
      ['A', 1, 1, 0],
      ['B', 1, 2, 1],
      ['C', 3, 5, 2],
    ] as const) {
      await stage.addDue(shop, orders(name, count, { from: stage.clock.now() - 9_000_000 }));
      expect(await sweep()).toEqual({ ending: 'needless', pages: 0, spared: 0, left });
      expect(asked.mock.calls.length).toBe(times);
    }
    asked.mockRestore();
    expect(await shop.count('tillbridge_sweep')).toBe(0);
    expect(stage.calls.list).toBe(0);
  });

  it('is not about orders of which the shop has heard, nor about looks that another worker has taken', async () => {
    await stage.addDue(shop, orders('HEARD', 60, { from: stage.clock.now() - 10_000_000, status: 'completed' }));
    await shop.dataSource.query('UPDATE tillbridge_order SET paid_at = 1');
    expect(await sweep()).toMatchObject({ ending: 'needless', left: 0 });
    await stage.addDue(shop, orders('A', 60, { from: stage.clock.now() - 10_000_000 }));
    stage.beforePage = () => {
      stage.beforePage = () => undefined;
      return shop.dataSource.query("UPDATE tillbridge_poll SET lease_token = 'w' WHERE service_order_id = 'A-7'");
    };
    expect(await sweep()).toMatchObject({ spared: 59 });
    expect(await rows("lease_token = 'w' AND polled_at = 0")).toBe(1);
  });

  it('goes on from its checkpoint where its budget ran out', async () => {
    await stage.addDue(shop, orders('A', 350, { from: stage.clock.now() - 10_000_000 }));
    expect(await sweep(2)).toEqual({ ending: 'cut-short', pages: 2, spared: 200, left: 150 });
    expect(await singly()).toBe(0);
    expect(await sweep()).toEqual({ ending: 'worked-off', pages: 2, spared: 150, left: 0 });
    expect(stage.calls).toEqual({ list: 4, orders: 0, other: 0 });
  });

  it('is about those that have been due for longest, where there are more than it may hold', async () => {
    const from = stage.clock.now() - 10_000_000;
    const times = { LATE: 10, LAST: 9, B: 20, A: 20, EARLY: 30 };
    for (const [name, ago] of Object.entries(times))
      await stage.addDue(shop, orders(name, 1, { from }), stage.clock.now() - ago);
    const { limit } = SelectQueryBuilder.prototype;
    // An index may give them in that order by chance: the statement has to ask for it.
    const asked: unknown[] = [];
    jest.spyOn(SelectQueryBuilder.prototype, 'limit').mockImplementationOnce(function few(this: AnyQuery) {
      asked.push(...Object.entries(this.expressionMap.orderBys));
      return limit.call(this, 2);
    });
    const polls = new SweepPolls(shop.app.get<Transactions>(TRANSACTIONS), stage.clock, stage.groupOf(shop));
    const due = await polls.due();
    jest.restoreAllMocks();
    expect(asked).toEqual([
      ['p.dueAt', 'ASC'],
      ['p.id', 'ASC'],
    ]);
    expect(due.map(({ id }) => id).sort()).toEqual(['A-0', 'EARLY-0']);
  });

  it.each([
    ['temporary', 1, 'walking'],
    ['unknown', 1, 'walking'],
    ['configuration', 60, 'idle'],
  ] as const)(
    'that cannot go on (%s) lets go of its polls, and is tried again after %i minutes, from where it was unless that was refused',
    async (kind, minutes, state) => {
      await stage.addDue(shop, orders('A', 250, { from: stage.clock.now() - 10_000_000 }));
      expect(await sweep(1)).toMatchObject({ ending: 'cut-short', spared: 100 });
      const error = refusal({ code: 'LIST_UNREADABLE', message: 'no list today', kind, advice: 'wait' });
      const list = jest.spyOn(shop.app.get(TransactionsClient), 'list').mockImplementationOnce(() => {
        throw error;
      });
      expect(await sweep()).toMatchObject({ ending: 'failed', left: 150 });
      list.mockRestore();
      const [row] = await shop.dataSource.manager.find(SweepEntity);
      expect(row).toMatchObject({ state, notBefore: stage.clock.now() + minutes * MINUTE_MS, leaseToken: null });
      expect(row!.lastError).toContain('no list today');
      expect(row!.cursor === null).toBe(state === 'idle');
      expect(await rows('lease_token IS NOT NULL')).toBe(0);
      stage.clock.set(row!.notBefore - 1);
      expect(await sweep()).toMatchObject({ ending: 'needless', pages: 0 });
      // The same, where that was written down after it had looked.
      const repository = Reflect.get(shop.app.get(Sweep), 'repository') as SweepRepository;
      const find = jest.spyOn(repository, 'find').mockResolvedValueOnce(null);
      expect(await sweep()).toMatchObject({ ending: 'needless', pages: 0 });
      expect(find).toHaveBeenCalledTimes(1);
      find.mockRestore();
      stage.clock.advance(1);
      expect(await sweep(1)).toMatchObject({ pages: 1, spared: state === 'idle' ? 0 : 100 });
      expect(await shop.dataSource.manager.find(SweepEntity)).toMatchObject([{ notBefore: 0, lastError: null }]);
    },
  );

  describe('while a page takes long', () => {
    const ticks: (() => void)[] = [];
    const setReal = setInterval;
    beforeEach(() => {
      jest.spyOn(globalThis, 'setInterval').mockImplementation((tick, ms) => {
        if (ms === LEASE_MS / 3) ticks.push(tick);
        return setReal(tick, ms);
      });
    });
    afterEach(() => {
      ticks.length = 0;
      jest.restoreAllMocks();
    });

    /** Before each page the timer of the lease comes; then the time goes on. @returns what is held by then, page by page */
    function renewing(meanwhile: () => Promise<void> = () => Promise.resolve()): unknown[] {
      const held: unknown[] = [];
      stage.beforePage = async () => {
        stage.clock.advance(20_000);
        for (const tick of ticks) tick();
        const until = stage.clock.now() + LEASE_MS;
        const isKept = waitFor(async () => (await shop.count(`tillbridge_sweep WHERE lease_until = ${until}`)) === 1);
        held.push(await isKept.then(() => rows(`lease_until = ${until} AND due_at = ${until}`)).catch(() => 'lost'));
        stage.clock.advance(20_000);
        await meanwhile();
      };
      return held;
    }

    it('keeps its lease, so that nobody begins the same polls a second time', async () => {
      await stage.addDue(shop, orders('A', 150, { from: stage.clock.now() - 10_000_000 }));
      const others: unknown[] = [];
      const held = renewing(async () => {
        others.push(await sweep(), await shop.payments.polling.tick());
      });
      expect(await sweep()).toMatchObject({ ending: 'worked-off', pages: 2, spared: 150 });
      expect(held).toEqual([150, 50]);
      const nothing = [{ pages: 0 }, { groups: [{ calls: 0, spared: 0 }] }];
      expect(others).toMatchObject([...nothing, ...nothing]);
    });

    it('lets go of all that no page has shown, and keeps none until the end of its lease', async () => {
      const from = stage.clock.now() - 10_000_000;
      await stage.addDue(shop, [...orders('A', 90, { from }), ...orders('SESSION', 10, { from, status: null })]);
      expect(renewing()).toEqual([]);
      expect(await sweep()).toMatchObject({ ending: 'worked-off', spared: 90, left: 10 });
      expect(await rows('lease_token IS NOT NULL')).toBe(0);
      expect(await rows(`due_at <= ${stage.clock.now()}`)).toBe(10);
    });
  });

  it('is made by one process at a time, and single polls leave its orders alone meanwhile', async () => {
    await stage.addDue(shop, orders('A', 150, { from: stage.clock.now() - 10_000_000 }));
    const others: unknown[] = [];
    stage.beforePage = async () => {
      stage.beforePage = () => undefined;
      await stage.addDue(shop, orders('NEW', 20, { from: stage.clock.now() - 90_000_000 }));
      others.push(await sweep(), await shop.payments.polling.tick());
    };
    expect(await sweep()).toMatchObject({ pages: 2, spared: 150 });
    expect(others).toMatchObject([{ ending: 'elsewhere' }, { groups: [{ waiting: 20, calls: 20 }] }]);
    expect(stage.calls).toMatchObject({ list: 2, orders: 20 });
  });

  it('takes back that it spared a poll when a later page reports money by an earlier try', async () => {
    const from = stage.clock.now() - 10_000_000;
    await stage.addDue(shop, orders('A', 150, { from }));
    await stage.addEarlierTry({ id: 'A-149', openedAt: from - 1_000, status: 'completed' });
    await stage.addEarlierTry({ id: 'A-148', openedAt: from - 2_000, status: 'declined' });
    await stage.addDue(shop, orders('OLD', 20, { from: from - 100_000 }));
    stage.beforePage = () => stage.clock.advance(1_000);
    expect(await sweep()).toEqual({ ending: 'worked-off', pages: 2, spared: 169, left: 1 });
    expect(await singly()).toBe(1);
    expect(await rows(`service_order_id = 'A-149' AND due_at <= ${stage.clock.now()}`)).toBe(1);
  });

  it('takes no hint for an order that someone asked about meanwhile, nor for the last poll of all', async () => {
    const asked = orders('ASKED', 1, { from: stage.clock.now() - 5_000_000 });
    const last = orders('LAST', 1, { from: stage.clock.now() - 33 * 24 * 60 * MINUTE_MS });
    await stage.addDue(shop, [...orders('A', 50, { from: stage.clock.now() - 10_000_000 }), ...asked, ...last]);
    stage.beforePage = () => shop.app.get(PollRequests).bringForward('web', 'ASKED-0');
    expect(await sweep()).toMatchObject({ pages: 1, spared: 50 });
    expect(await singly()).toBe(2);
  });

  it('falls back to single reads when the list may not be read, and tries again an hour later', async () => {
    await stage.addDue(shop, orders('A', 40, { from: stage.clock.now() - 10_000_000 }));
    stage.sandbox.adjust('web', { mayListTransactions: false });
    expect(await sweep()).toEqual({ ending: 'failed', pages: 0, spared: 0, left: 40 });
    expect(await sweep()).toMatchObject({ ending: 'needless' });
    expect(stage.calls.list).toBe(1);
    expect((await shop.payments.polling.tick()).groups).toMatchObject([{ waiting: 40, calls: 40, held: false }]);
    stage.sandbox.adjust('web', { mayListTransactions: true });
    await stage.addDue(shop, orders('B', 40, { from: stage.clock.now() - 10_000_000 }));
    stage.clock.advance(61 * MINUTE_MS);
    expect(await sweep()).toMatchObject({ spared: 40, pages: 1 });
  });

  it('is waited for where its process stops: it ends with its page, and no single poll follows', async () => {
    const stopping = await stage.shop(engine, shop.database);
    await stage.addDue(shop, orders('A', 250, { from: stage.clock.now() - 10_000_000 }));
    let goOn = (): void => undefined;
    stage.beforePage = () => new Promise<void>((resolve) => (goOn = resolve));
    const ticked = stopping.payments.polling.tick();
    await waitFor(() => stage.calls.list === 1);
    let isStopped = false;
    const stopped = stopping.app
      .get(Poller)
      .stop(60_000)
      .then(() => (isStopped = true));
    for (let step = 0; step < 100; step += 1) await nextTurn();
    expect(isStopped).toBe(false);
    goOn();
    await stopped;
    expect(await rows('lease_token IS NOT NULL')).toBe(0);
    expect((await ticked).groups).toMatchObject([{ calls: 1, spared: 100 }]);
    await stopping.close();
    expect(stage.calls).toMatchObject({ list: 1, orders: 0 });
  });

  it('is taken over from a process that vanished in the middle of it, once its lease has run out', async () => {
    await stage.addDue(shop, orders('A', 250, { from: stage.clock.now() - 10_000_000 }));
    const gone = new AbortController();
    const vanishing = await stage.shop(engine, shop.database);
    let page = 0;
    stage.beforePage = () => {
      page += 1;
      // Its lease is another's by the time the answer comes, as after a long pause of the process.
      return page === 2 ? shop.dataSource.query("UPDATE tillbridge_sweep SET lease_token = 'another'") : undefined;
    };
    const report = await vanishing.app.get(Sweep).run(stage.groupOf(vanishing), { signal: gone.signal });
    expect(report).toMatchObject({ ending: 'cut-short', pages: 2 });
    stage.clock.advance(2 * MINUTE_MS);
    await vanishing.close();
    expect(await sweep()).toMatchObject({ pages: 2, spared: 50 });
    await shop.payments.polling.tick();
    expect(await rows(`state = 'pending' AND due_at <= ${stage.clock.now()}`)).toBe(0);
  });
});
