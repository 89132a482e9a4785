import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { DataSource, EntityManager } from 'typeorm';
import { ManualClock } from 'tillbridge/testing';
import { insertRows, Transactions } from '../../../src/database/engine/index.js';
import { TRANSACTIONS } from '../../../src/shop/core/index.js';
import { PollEntity } from '../../../src/shop/poll-schedule/index.js';
import { LeasedRows, type SharedLease } from '../../../src/shop/workers/index.js';
import type { LeasedTable } from '../../../src/shop/workers/leased-rows.js';
import { startShop, type ShopHost } from '../../support/shop-host.js';
import { transcriptOf } from '../../support/transcript.js';

const NOON = Date.UTC(2026, 0, 15, 11);

describe('what a shop does with rows that are worked on under leases', () => {
  const clock = new ManualClock(NOON);
  let shop: ShopHost;
  let dataSource: DataSource;
  let transactions: Transactions;
  beforeAll(async () => {
    shop = await startShop({ options: { workers: 'off', clock } });
    ({ dataSource } = shop);
    transactions = shop.app.get<Transactions>(TRANSACTIONS);
    jest.spyOn(Math, 'random').mockReturnValue(0.5);
  });
  afterEach(async () => {
    await shop.forget();
    clock.set(NOON);
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await shop.close();
  });

  const leased = (table: Partial<LeasedTable<PollEntity>> = {}): LeasedRows<PollEntity> =>
    new LeasedRows(transactions, clock, { entity: PollEntity, ...table });
  const add = (...some: (Partial<PollEntity> & { id: string })[]): Promise<void> => {
    const common = { group: 'web', state: 'pending' as const, attempts: 0, dueAt: NOON, openedAt: NOON, polledAt: 0 };
    const rows = some.map((row) => ({ ...common, askedAt: 0, serviceOrderId: `order-${row.id}`, ...row }));
    return insertRows(dataSource.manager, PollEntity, rows);
  };
  const inside = <T>(work: (tx: EntityManager) => Promise<T>): Promise<T> => transactions.run(work);
  const idsOf = (some: readonly PollEntity[]): string[] => some.map(({ id, attempts }) => `${id} ${attempts}`);

  test('rows are claimed, oldest first, and the loop knows when the next is due', async () => {
    await add({ id: 'b' }, { id: 'c', dueAt: NOON - 1 }, { id: 'a' }, { id: 'next', dueAt: NOON + 1 });
    await add({ id: 'last', dueAt: NOON + 9 }, { id: 'over', state: 'done', dueAt: NOON - 9 });
    const called: string[] = [];
    const table = {
      beforeClaim: async () => void called.push('before'),
      prepare: async (_tx: EntityManager, some: readonly PollEntity[]) => void called.push(`prepare ${idsOf(some)}`),
      afterClaim: async (_tx: EntityManager, some: readonly PollEntity[]) => void called.push(`after ${idsOf(some)}`),
    };
    const rows = leased(table);
    const transcript = await transcriptOf(shop, clock, async (written) => {
      const claim = (title: string, limit: number) =>
        written.step(title, async () => {
          const before = rows.idleMs;
          const taken = idsOf(await rows.claim(limit));
          return { before, taken, idleMs: rows.idleMs, called: called.splice(0) };
        });
      await claim('two', 2);
      await claim('two more', 2);
      await claim('none is due: it was busy', 2);
      await claim('none is due: it looks first', 2);
      clock.advance(1);
      await claim('when the next is due', 2);
      await claim('it was busy', 2);
      clock.advance(30_000 - 2);
      await claim('just before the first leases have run out', 9);
      clock.advance(1);
      await claim('when they have run out', 9);
      await written.rows('poll');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('rows are renewed, ended and let go of, by the process that has them', async () => {
    await add({ id: 'a' }, { id: 'b' }, { id: 'c' }, { id: 'd' });
    const rows = leased({ leaseMs: 2_500 });
    const transcript = await transcriptOf(shop, clock, async (written) => {
      const [a, b, c, d] = (await written.step('claimed', () => rows.claim(9)))!;
      const lost = { ...b!, leaseToken: 'another' };
      clock.advance(10);
      await written.step('renewed', () => rows.renew(a!));
      await written.step('not renewed, since another has it', () => rows.renew(lost));
      await written.step('ended', () => inside((tx) => rows.end(tx, a!, { state: 'done' })));
      await written.step('not ended', () => inside((tx) => rows.end(tx, lost, { state: 'done' })));
      await written.step('without a lease', () => inside((tx) => rows.end(tx, { ...b!, leaseToken: null }, {})));
      await written.step('let go of', () => rows.release([d!, c!, b!]));
      await written.step('what is not known when one is to be tried again', () => String(rows.idleMs));
      const [e] = (await written.step('claimed again', async () => {
        clock.advance(1_000);
        return rows.claim(1);
      }))!;
      await written.step('let go of at once', () => rows.release([e!], 0));
      await written.rows('poll');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('rows are ended together, whatever leases they have', async () => {
    await add({ id: 'a' }, { id: 'b' }, { id: 'c' }, { id: 'd', attempts: 3, lastError: 'gone' });
    const rows = leased();
    const transcript = await transcriptOf(shop, clock, async (written) => {
      const first = (await written.step('two', () => rows.claim(2)))!;
      const second = (await written.step('two more', () => rows.claim(2)))!;
      const all = [...second, ...first].toReversed();
      const end = (title: string, some: readonly PollEntity[]) =>
        written.step(title, () => inside((tx) => rows.endAll(tx, some, { state: 'done' })));
      await end('one has been taken over', [first[0]!, { ...first[1]!, leaseToken: 'another' }]);
      await written.step('put off', () => inside((tx) => rows.putOff(tx, all, NOON + 7)));
      await written.rows('poll');
      clock.advance(7);
      await end('all of them', (await rows.claim(9)).toReversed());
      await end('none', []);
    });
    expect(transcript).toMatchSnapshot();
  });

  test('rows that a process writes as its own', async () => {
    await add({ id: 'a', dueAt: NOON + 30_000 });
    const rows = leased();
    const transcript = await transcriptOf(shop, clock, async (written) => {
      const lease = (await written.step('the first lease', () => rows.own.next()))!;
      const fresh = (title: string, leaseUntil: number | null) =>
        written.step(title, () => rows.own.isFresh({ ...lease, id: 'a', leaseUntil } as PollEntity));
      await fresh('two thirds are left', NOON + 20_000);
      await fresh('less is left', NOON + 19_999);
      await fresh('nothing is said', null);
      clock.advance(5);
      await written.step('the next has the same token', () => rows.own.next());
      await written.step('that of others is another', () => leased().own.next());
      const row = await dataSource.manager.findOneByOrFail(PollEntity, { id: 'a' });
      await dataSource.manager.update(PollEntity, { id: 'a' }, lease);
      await written.step('given back', () => rows.own.giveBack([{ ...row, ...lease }]));
      await written.step('not given back, since another has it', () =>
        rows.own.giveBack([{ ...row, ...lease, leaseToken: 'another' }]),
      );
      await written.rows('poll');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('rows are taken by their ids, but for what is over, held, or may have ended a process', async () => {
    await add(
      { id: 'b', dueAt: NOON + 9 },
      { id: 'over', state: 'done' },
      { id: 'held', leaseToken: 'another', leaseUntil: NOON - 1 },
      { id: 'suspect', attempts: 1 },
      { id: 'a', attempts: 1, lastError: 'gone' },
      { id: 'other' },
    );
    const prepared: string[] = [];
    const rows = leased({ prepare: async (_tx, some) => void prepared.push(...idsOf(some)) });
    const ids = ['suspect', 'over', 'b', 'held', 'a', 'b'];
    const transcript = await transcriptOf(shop, clock, async (written) => {
      await written.step('taken', async () => idsOf(await inside((tx) => rows.takeByIds(tx, ids))));
      await written.step('and again', async () => idsOf(await inside((tx) => rows.takeByIds(tx, ids))));
      await written.step('what was prepared', () => prepared);
      await written.rows('poll');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('rows under a shared lease', async () => {
    await add({ id: 'b' }, { id: 'a' }, { id: 'later', dueAt: NOON + 1 }, { id: 'over', state: 'done' });
    await add({ id: 'till', group: 'till' });
    const rows = leased();
    const lease: SharedLease = { token: 'shared', until: NOON + 100, equal: { group: 'web' } };
    const transcript = await transcriptOf(shop, clock, async (written) => {
      const take = (title: string, ids: string[], of = lease) =>
        written.step(title, async () => [...(await inside((tx) => rows.takeShared(tx, ids, of)))]);
      await take('both', ['b', 'a']);
      await take('some are not due, or over', ['later', 'over', 'till', 'a'], { ...lease, token: 'other' });
      await written.step('kept', () => inside((tx) => rows.renewShared(tx, lease, NOON + 200)));
      await written.step('not let go of: it ends at another time by now', () =>
        inside((tx) => rows.releaseShared(tx, lease, {})),
      );
      clock.advance(3);
      const renewed = { ...lease, until: NOON + 200 };
      await written.step('let go of', () => inside((tx) => rows.releaseShared(tx, renewed, { polledAt: NOON })));
      await written.rows('poll');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('what could not be written when the work ended is written before the next claim', async () => {
    await add({ id: 'a' }, { id: 'b', attempts: 3, lastError: 'gone' }, { id: 'c', attempts: 12, lastError: 'gone' });
    const rows = leased();
    const transcript = await transcriptOf(shop, clock, async (written) => {
      const claimed = (await written.step('claimed', () => rows.claim(9)))!;
      rows.unrecorded(claimed);
      rows.unrecorded(claimed.slice(1));
      clock.advance(1);
      await written.step('the next claim', async () => idsOf(await rows.claim(9)));
      await written.step('nothing is left to be written', () => rows.recordLate());
      await written.rows('poll');
    });
    expect(transcript).toMatchSnapshot();
  });
});
