import { expect, it, test } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import {
  claimRows,
  countUpTo,
  distinctValues,
  firstDue,
  insertNew,
  insertOrIgnore,
  insertOrIgnoreStatements,
  insertRows,
  lockRow,
  lockRows,
  readPage,
  readRows,
  renewLease,
  RowMaker,
  updateRows,
  type RowList,
} from '../../src/database/engine/index.js';
import { leaseRows } from '../../src/database/engine/claim-rows.js';
import type { PageOptions } from '../../src/support/index.js';
import { statementsIn, type StatementTranscript } from '../support/statement-transcript.js';
import { tapStatements } from '../support/statement-tap.mjs';
import { EngineFixture } from './engine-fixture.js';
import { Job, job, Tally } from './queue.entities.js';
import { describeSqlite } from './sqlite-fixture.js';

const NOON = Date.UTC(2026, 0, 15, 11);

const at = (id: string, seconds: number, rest: Partial<Job> = {}): Partial<Job> =>
  job(id, { dueAt: NOON + seconds * 1_000, body: null, ...rest });
const ids = (rows: readonly { id: string }[]): string => rows.map(({ id }) => id).join(' ');

describeSqlite('rows in a database of SQLite', () => {
  const fixture = new EngineFixture('sqlite');

  class Script {
    constructor(private readonly written: StatementTranscript) {}

    /** In a transaction. */
    committed<T>(title: string, work: (tx: EntityManager) => Promise<T>): Promise<T | undefined> {
      return this.written.step(title, () => fixture.transactions.run(work));
    }

    /** Outside of one. */
    read<T>(title: string, work: (em: EntityManager) => Promise<T>): Promise<T | undefined> {
      return this.written.step(title, () => fixture.transactions.read(work));
    }

    step<T>(title: string, work: () => Promise<T>): Promise<T | undefined> {
      return this.written.step(title, work);
    }
  }

  const transcript = (script: (written: Script) => Promise<unknown>): Promise<string> =>
    statementsIn(fixture.dataSource, NOON, async (written) => {
      await script(new Script(written));
      await written.rows();
    });

  test('they are written', async () => {
    const { transactions, dataSource } = fixture;
    const text = await transcript(async (written) => {
      await written.committed('three are inserted', (tx) =>
        insertRows(tx, Job, [at('c', 0), at('a', 0, { body: 'note' }), at('b', 0)]),
      );
      await written.committed('of two one is there', (tx) =>
        insertOrIgnore(tx, Job, [at('e', 0, { key: 'key-a' }), at('d', 0)], ['key']),
      );
      const rows = [at('f', 0), at('b', 0), at('g', 0)] as Job[];
      await written.step('of three one is there, and it is asked which', async () => {
        const areThere = await insertNew({ transactions, dataSource }, Job, { rows, unique: ['key'] });
        return [[...(await areThere(['f', 'g']))], [...(await areThere(['f', 'b', 'nobody']))]];
      });
      await written.committed('two are changed', async (tx) => {
        const locked = await lockRows(tx, Job, {
          equal: { state: 'pending' },
          property: 'id',
          values: ['b', 'a', 'x'],
        });
        const changed = locked.map((row) => ({ ...row, attempts: 7, body: null, state: 'done' }));
        await updateRows(tx, Job, changed, { keys: ['id'], changed: ['attempts', 'body'] });
      });
      await written.committed('one is there', (tx) => lockRow(tx, Job, { id: 'a', state: 'pending' }));
      await written.committed('one is not', (tx) => lockRow(tx, Job, { id: 'a', state: 'done' }));
      const outside = fixture.dataSource.manager;
      await written.step('a lock without a transaction', () => lockRow(outside, Job, { id: 'a' }));
      await written.step('locks without a transaction', async () =>
        lockRows(outside, Job, { property: 'id', values: ['a'] }),
      );
      await written.step('changes without a transaction', () =>
        updateRows(outside, Job, [], { keys: ['id'], changed: ['body'] }),
      );
    });
    expect(text).toMatchSnapshot();
  });

  test('they are claimed', async () => {
    const lease = { token: 'mine', until: NOON + 60_000 };
    const request = { state: 'pending', now: NOON, limit: 2, lease };
    const text = await transcript(async (written) => {
      const jobs = [at('d', -1), at('b', 0), at('e', -2), at('a', 0), at('c', 0.001), at('f', -9, { state: 'done' })];
      await fixture.dataSource.getRepository(Job).insert(jobs);
      await written.read('when the first is due', (em) => firstDue(em, Job, 'pending'));
      await written.read('when none is', (em) => firstDue(em, Job, 'parked'));
      await written.committed('two of those that are due', async (tx) => ids(await claimRows(tx, Job, request)));
      await written.committed('the rest', async (tx) => ids(await claimRows(tx, Job, { ...request, limit: 3 })));
      await written.committed('none is left', (tx) => claimRows(tx, Job, request));
      const later = { ...request, now: NOON + 60_000, lease: { token: 'theirs', until: NOON + 120_000 } };
      await written.committed('the newest, with a key', async (tx) =>
        ids(await claimRows(tx, Job, { ...later, first: 'newest', equal: { key: 'key-b', state: 'pending' } })),
      );
      await written.committed('the newest', async (tx) => ids(await claimRows(tx, Job, { ...later, first: 'newest' })));
      const renewed = (id: string, leaseToken: string | null) => (tx: EntityManager) =>
        renewLease(tx, Job, { row: { ...at(id, 0), leaseToken } as Job, until: NOON + 300_000 });
      await written.committed('a lease is renewed', renewed('a', 'mine'));
      await written.committed('one of another', renewed('b', 'mine'));
      await written.committed('none', renewed('c', null));
      await written.committed('one that the caller has locked', (tx) =>
        leaseRows(tx, Job, { ids: ['f'], lease: { token: 'f', until: NOON + 1 } }),
      );
      await written.step('without a transaction', () => claimRows(fixture.dataSource.manager, Job, request));
    });
    expect(text).toMatchSnapshot();
  });

  test('they are counted, up to a bound', async () => {
    await fixture.dataSource.getRepository(Job).insert(['a', 'b', 'c'].map((id) => at(id, 0)));
    const text = await transcript(async (written) => {
      for (const most of [0, 2, 3, 4])
        await written.read(`up to ${most}`, (em) => countUpTo(em, Job, { state: 'pending' }, most));
      await written.read('of another state', (em) => countUpTo(em, Job, { state: 'done' }, 2));
      await written.read('different values', (em) => distinctValues(em, Job, 'state'));
      await fixture.dataSource
        .getRepository(Job)
        .insert([at('d', 0, { state: 'done' }), at('e', 0, { state: 'dead' })]);
      await written.read('more of them', (em) => distinctValues(em, Job, 'state'));
    });
    expect(text).toMatchSnapshot();
  });

  test('they are read page by page', async () => {
    const times = { e: 30, a: 20, d: 10, b: 20, c: 20 };
    const dead = Object.entries(times).map(([id, seconds]) => at(id, seconds, { state: 'dead' }));
    await fixture.dataSource.getRepository(Job).insert([...dead, at('alive', 20)]);
    const LIST: RowList<Job> = { entity: Job, where: { state: 'dead' }, key: ['dueAt', 'id'], select: ['id', 'dueAt'] };
    const text = await transcript(async (written) => {
      const page = async (title: string, options: PageOptions, list: RowList<Job> = LIST) => {
        let ways: { next?: string | null; previous?: string | null } = {};
        await written.read(title, async (em) => {
          const { items, ...rest } = await readPage(em, list, options);
          ways = rest;
          return `${ids(items)}${rest.previous ? ', with one before' : ''}${rest.next ? ', with one after' : ''}`;
        });
        return ways;
      };
      const first = await page('the first', { limit: 2 });
      const second = await page('the second', { limit: 2, cursor: first.next });
      await page('the third', { limit: 2, cursor: second.next });
      await page('back', { limit: 2, cursor: second.previous });
      const rising = await page('the oldest first', { limit: 3 }, { ...LIST, isRising: true });
      const last = await page('and on', { limit: 3, cursor: rising.next }, { ...LIST, isRising: true });
      await page('and back', { limit: 3, cursor: last.previous }, { ...LIST, isRising: true });
      await page('all', { limit: 5 });
      await page('behind a row', { limit: 5, cursor: 'c' });
      await page('behind one that is not there', { limit: 5, cursor: 'nobody' });
      await page('behind no id', { limit: 5, cursor: 'no id' });
      await page('behind what is too long for one', { limit: 5, cursor: 'x'.repeat(37) });
      await page('behind what is as long as one', { limit: 5, cursor: 'x'.repeat(36) });
      const byId: RowList<Job> = { entity: Job, key: ['id'], select: ['id'] };
      const one = await page('by their ids alone, of all states', { limit: 2 }, byId);
      await page('and on by their ids', { limit: 2, cursor: one.next }, byId);
      const byThree: RowList<Job> = {
        ...LIST,
        key: ['state', 'dueAt', 'id'],
        where: {},
        select: ['state', 'dueAt', 'id'],
      };
      const three = await page('by three columns', { limit: 2 }, byThree);
      await page('and on by three columns', { limit: 2, cursor: three.next }, byThree);
      await page('all columns', { limit: 1 }, { entity: Job, key: ['id'] });
    });
    expect(text).toMatchSnapshot();
  });

  it.each([
    [0, []],
    [999, [999]],
    [1_000, [1_000]],
    [1_001, [1_000, 1]],
  ])('%i of them are read by as many statements as they need', async (count, sizes) => {
    const values = Array.from({ length: count }, (_, index) => `v${index}`);
    const asked: number[] = [];
    const untap = tapStatements(fixture.dataSource, { before: ({ parameters }) => asked.push(parameters.length) });
    await readRows(fixture.dataSource.manager, Tally, { property: 'id', values });
    untap();
    expect(asked).toEqual(sizes);
  });
  const tallies = (count: number): Partial<Tally>[] =>
    Array.from({ length: count }, (_, index) => ({ id: String(index) }));

  it.each([
    ['none', tallies(0), []],
    ['as many values as fit', tallies(30_000), [30_000]],
    ['one more', tallies(30_001), [30_000, 1]],
  ])('are written by as many statements as they need: %s', (_title, rows, sizes) => {
    const statements = insertOrIgnoreStatements(fixture.dataSource, Tally, rows, ['id']);
    expect(statements.map(({ parameters }) => parameters.length)).toEqual(sizes);
  });

  it('are prepared once for each table', () => {
    expect(RowMaker.of(fixture.dataSource, Job)).toBe(RowMaker.of(fixture.dataSource, Job));
  });

  it('are written in the order of their unique columns, the first of them before the others', () => {
    const rows = [at('b', 2), at('a', 2), at('d', 1), at('c', 1), at('e', 2)];
    const [statement] = insertOrIgnoreStatements(fixture.dataSource, Job, rows, ['dueAt', 'id']);
    expect(statement!.parameters.filter((value) => /^[a-e]$/.test(String(value))).join('')).toBe('cdabe');
  });
});
