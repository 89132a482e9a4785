import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { DataSource, type EntityManager } from 'typeorm';
import { tillbridgeEntities } from 'tillbridge/database';
import { ManualClock } from 'tillbridge/testing';
import { insertRows, installSqliteGate, Transactions } from '../../../src/database/engine/index.js';
import { PollEntity } from '../../../src/shop/poll-schedule/index.js';
import { LeasedRows, type SharedLease } from '../../../src/shop/workers/index.js';
import type { LeasedTable } from '../../../src/shop/workers/leased-rows.js';
import { statementsOf } from '../../database/statements.js';
import { describeOneEngine, type TestDatabase } from '../../support/engines.js';
import { createMigratedDatabase } from '../../support/migrated-database.js';
import { OverlappingStatements } from '../../support/overlapping-statements.js';

const START = 1_000_000;
const LEASE_MS = 60_000;
const UNTIL = START + LEASE_MS;

describeOneEngine('rows under leases', (engine) => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let transactions: Transactions;
  let clock: ManualClock;
  let rows: LeasedRows<PollEntity>;
  let overlapping: OverlappingStatements;

  beforeAll(async () => {
    database = await createMigratedDatabase(engine);
    const entities = { entities: [...tillbridgeEntities] };
    dataSource = await new DataSource({ ...database.options, ...entities }).initialize();
    installSqliteGate(dataSource);
    overlapping = new OverlappingStatements(dataSource);
    transactions = new Transactions(dataSource);
  });
  beforeEach(() => {
    clock = new ManualClock(START);
    rows = leased();
  });
  afterEach(() => dataSource.manager.clear(PollEntity));
  afterAll(async () => {
    await dataSource?.destroy();
    await database.drop();
    overlapping.assertNone();
  });

  const leased = (table: Partial<LeasedTable<PollEntity>> = {}): LeasedRows<PollEntity> =>
    new LeasedRows(transactions, clock, { entity: PollEntity, leaseMs: LEASE_MS, ...table });

  /** Rows that are due now, unless told otherwise. */
  const add = (...some: (Partial<PollEntity> & { id: string })[]): Promise<void> => {
    const common = { group: 'web', state: 'pending' as const, attempts: 0, dueAt: START, openedAt: 0, polledAt: 0 };
    return insertRows(
      dataSource.manager,
      PollEntity,
      some.map((row) => ({ ...common, askedAt: 0, serviceOrderId: `order-${row.id}`, ...row })),
    );
  };
  const found = (id: string): Promise<PollEntity> => dataSource.manager.findOneByOrFail(PollEntity, { id });
  const inside = <T>(work: (tx: EntityManager) => Promise<T>): Promise<T> => transactions.run(work);
  const idsOf = (some: readonly PollEntity[]): string[] => some.map(({ id }) => id);

  it('are claimed with what the claim needs, or not at all, and are known to be due later', async () => {
    await add({ id: 'a', dueAt: START - 1 }, { id: 'b' }, { id: 'later', dueAt: START + 5_000 });
    const called: string[] = [];
    const failing = leased({
      beforeClaim: async () => void called.push('before'),
      prepare: async (_tx, some) => {
        called.push(`prepare ${idsOf(some).join()}`);
        if (called.length < 3) throw new Error('cannot be read');
      },
      afterClaim: async (tx, some) => void called.push(`after ${some.length} ${tx.queryRunner?.isTransactionActive}`),
    });
    expect(failing.idleMs).toBeNull();
    await expect(failing.claim(1)).rejects.toThrow('cannot be read');
    expect(await found('a')).toMatchObject({ attempts: 0, leaseToken: null });
    const [one] = await failing.claim(1);
    expect(one).toMatchObject({ id: 'a', attempts: 1, dueAt: UNTIL, leaseUntil: UNTIL });
    expect(called).toEqual(['before', 'prepare a', 'before', 'prepare a', 'after 1 true']);
    expect(failing.idleMs).toBeNull();
    expect(idsOf(await failing.claim(9))).toEqual(['b']);
    // The claim that finds nothing does not look; the one after it knows when the next is due.
    expect(await failing.claim(9)).toEqual([]);
    expect(failing.idleMs).toBeNull();
    expect(await failing.claim(9)).toEqual([]);
    expect(failing.idleMs).toBe(5_000);
    expect(called.slice(-3)).toEqual(['after 1 true', 'before', 'before']);
    await dataSource.manager.clear(PollEntity);
    expect(await failing.claim(9)).toEqual([]);
    expect(failing.idleMs).toBe(Infinity);
  });

  it('are renewed, given back in steps, and ended by their own process only', async () => {
    await add({ id: 'a' }, { id: 'b' }, { id: 'c' });
    const [a, b, c] = await rows.claim(3);
    clock.advance(1_000);
    expect(await rows.renew(a!)).toBe(true);
    expect(await found('a')).toMatchObject({ dueAt: UNTIL + 1_000, leaseUntil: UNTIL + 1_000, attempts: 1 });
    const stranger = { leaseToken: 'another' };
    expect(await rows.renew({ ...a!, ...stranger })).toBe(false);
    expect(await inside((tx) => rows.end(tx, { ...a!, ...stranger }, { state: 'done' }))).toBe(false);
    await rows.release([a!, b!, { ...c!, ...stranger }]);
    const free = { attempts: 0, leaseToken: null, leaseUntil: null };
    expect(await found('a')).toMatchObject({ ...free, state: 'pending', dueAt: START + 2_000 });
    expect(await found('b')).toMatchObject({ ...free, dueAt: START + 3_000 });
    expect(await found('c')).toMatchObject({ attempts: 1, leaseToken: c!.leaseToken });
    // None of many waits longer than if its process had died.
    await rows.release([c!], 2 * LEASE_MS);
    expect(await found('c')).toMatchObject({ ...free, dueAt: UNTIL + 1_000 });
  });

  it('are ended together, or none of them when one has been taken over', async () => {
    await add({ id: 'a' }, { id: 'b' });
    const [a] = await rows.claim(1);
    const [b] = await rows.claim(1);
    const end = (some: PollEntity[]) => inside((tx) => rows.endAll(tx, some, { state: 'done' }));
    expect(await end([{ ...b!, leaseToken: 'another' }, a!])).toBe(false);
    expect(await found('b')).toMatchObject({ state: 'pending' });
    expect(await end([b!, a!])).toBe(true);
    for (const id of ['a', 'b']) expect(await found(id)).toMatchObject({ state: 'done', leaseToken: null });
  });

  it('are put off as if they had not been claimed, however often each was', async () => {
    await add({ id: 'a' }, { id: 'b', attempts: 4, lastError: 'gone' });
    const both = await rows.claim(2);
    await inside((tx) => rows.putOff(tx, both, START + 7_000));
    expect(await found('a')).toMatchObject({ attempts: 0, dueAt: START + 7_000, leaseToken: null });
    expect(await found('b')).toMatchObject({ attempts: 4, dueAt: START + 7_000, leaseToken: null });
  });

  it('are written as its own by a process, with one token for all', async () => {
    const own = rows.own.next();
    expect(own).toEqual({ attempts: 1, dueAt: UNTIL, leaseUntil: UNTIL, leaseToken: expect.any(String) });
    clock.advance(5);
    expect(rows.own.next()).toMatchObject({ dueAt: UNTIL + 5, leaseToken: own.leaseToken });
    expect(leased().own.next().leaseToken).not.toBe(own.leaseToken);
  });

  it('are taken by their ids, due or not, but for what is over, held, or may have killed a process', async () => {
    const held = { leaseToken: 'another', leaseUntil: START - 1 };
    await add(
      { id: 'later', dueAt: START + 9_000 },
      { id: 'over', state: 'done' },
      { id: 'held', ...held },
      { id: 'suspect', attempts: 1 },
      { id: 'failed', attempts: 2, lastError: 'gone' },
    );
    const prepared: string[][] = [];
    const taking = leased({ prepare: async (_tx, some) => void prepared.push(idsOf(some)) });
    const ids = ['suspect', 'over', 'later', 'held', 'failed', 'later'];
    const taken = await inside((tx) => taking.takeByIds(tx, ids));
    expect(idsOf(taken).toSorted()).toEqual(['failed', 'later']);
    for (const row of taken) expect(await found(row.id)).toEqual(row);
    expect(await found('later')).toMatchObject({ attempts: 1, dueAt: UNTIL, leaseUntil: UNTIL });
    expect(await found('held')).toMatchObject({ attempts: 0, ...held });
    expect(await inside((tx) => taking.takeByIds(tx, ids))).toEqual([]);
    expect(prepared).toEqual([idsOf(taken)]);
  });

  const LEASE: SharedLease = { token: 'shared', until: UNTIL, equal: { group: 'web' } };
  const UNDER = { dueAt: UNTIL, leaseUntil: UNTIL, leaseToken: 'shared', attempts: 0 };

  it('are taken under a shared lease as long as no one else has them', async () => {
    await add({ id: 'a' }, { id: 'b' }, { id: 'over', state: 'done' }, { id: 'later', dueAt: START + 1 });
    const take = (ids: string[], lease = LEASE) => inside((tx) => rows.takeShared(tx, ids, lease));
    expect(await take(['b', 'a'])).toEqual(new Set(['a', 'b']));
    expect(await found('a')).toMatchObject(UNDER);
    const other = { ...LEASE, token: 'other' };
    expect(await take(['a', 'over', 'later'], other)).toEqual(new Set());
    await add({ id: 'c' });
    expect(await take(['a', 'c', 'over', 'later'], other)).toEqual(new Set(['c']));
    expect(await found('a')).toMatchObject(UNDER);
    expect(await found('over')).toMatchObject({ state: 'done', leaseToken: null });
    expect(await found('later')).toMatchObject({ dueAt: START + 1, leaseToken: null });
  });

  it('are kept, and let go, as far as they still are under the shared lease', async () => {
    const under = { dueAt: UNTIL, leaseUntil: UNTIL, leaseToken: 'shared' };
    await add(
      { id: 'a', ...under },
      { id: 'taken-over', ...under, leaseToken: 'other' },
      { id: 'elsewhere', ...under, group: 'desk' },
      { id: 'over', ...under, state: 'parked' },
      { id: 'asked-for', ...under, dueAt: START },
    );
    const others = ['taken-over', 'elsewhere', 'over', 'asked-for'];
    const before = await Promise.all(others.map(found));
    await inside((tx) => rows.renewShared(tx, LEASE, UNTIL + 9));
    expect(await found('a')).toMatchObject({ ...UNDER, dueAt: UNTIL + 9, leaseUntil: UNTIL + 9 });
    clock.advance(3);
    // The lease ends at another time by now.
    await inside((tx) => rows.releaseShared(tx, LEASE, { askedAt: 7 }));
    expect(await found('a')).toMatchObject({ leaseToken: 'shared', askedAt: 0 });
    await inside((tx) => rows.releaseShared(tx, { ...LEASE, until: UNTIL + 9 }, { askedAt: 7 }));
    const free = { leaseToken: null, leaseUntil: null };
    expect(await found('a')).toMatchObject({ ...free, state: 'pending', dueAt: START + 3, askedAt: 7 });
    expect(await Promise.all(others.map(found))).toEqual(before);
  });

  it('whose end could not be written are due again as after a failure, before the next claim', async () => {
    await add({ id: 'a' }, { id: 'b' }, { id: 'spent', attempts: 12, lastError: 'gone' });
    const claimed = await rows.claim(3);
    const [a, b, spent] = ['a', 'b', 'spent'].map((id) => claimed.find((row) => row.id === id)!);
    rows.unrecorded([a!, { ...b!, leaseToken: 'another' }, spent!]);
    expect(idsOf(await rows.claim(3))).toEqual(['spent']);
    const ended = await found('a');
    expect(ended).toMatchObject({ attempts: 1, leaseToken: null, lastError: expect.stringMatching(/./) });
    expect(ended.dueAt).toBeGreaterThanOrEqual(START + 500);
    expect(ended.dueAt).toBeLessThanOrEqual(START + 1_000);
    expect(await found('b')).toEqual(b);
    // It is written once.
    await dataSource.manager.update(PollEntity, { id: 'a' }, { lastError: null, leaseToken: a!.leaseToken });
    await rows.recordLate();
    expect(await found('a')).toMatchObject({ lastError: null });
  });

  it('are asked for in the order of their ids, in which everyone locks them', async () => {
    await add({ id: 'c' }, { id: 'a' }, { id: 'b' });
    const inOrder = ['a', 'b', 'c'];
    const orderOf = async (work: (tx: EntityManager) => Promise<unknown>): Promise<unknown[]> => {
      const first = (await statementsOf(dataSource, work)).find(({ parameters }) => parameters.includes('a'));
      return first!.parameters.filter((each) => inOrder.includes(each as string));
    };
    const ids = ['c', 'a', 'b'];
    expect(await orderOf((tx) => rows.takeByIds(tx, ids))).toEqual(inOrder);
    const taken = await Promise.all(ids.map(found));
    expect(await orderOf((tx) => rows.endAll(tx, taken, { lastError: null }))).toEqual(inOrder);
    clock.advance(LEASE_MS);
    expect(await orderOf((tx) => rows.takeShared(tx, ids, { ...LEASE, until: clock.now() + 1 }))).toEqual(inOrder);
  });
});
