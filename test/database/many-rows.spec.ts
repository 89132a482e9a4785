import { expect, it } from '@jest/globals';
import {
  changeRows,
  lockRows,
  readJoinedRows,
  readRow,
  readRows,
  updateRows,
} from '../../src/database/engine/index.js';
import { describeEngines } from '../support/engines.js';
import { EngineFixture } from './engine-fixture.js';
import { Job, job } from './queue.entities.js';

/** More than one statement reads. */
const MANY = 1_003;
const named = (index: number): string => `n-${String(index).padStart(4, '0')}`;

describeEngines('many rows at a time', (engine) => {
  const fixture = new EngineFixture(engine);
  const insert = (...jobs: Partial<Job>[]) => fixture.dataSource.getRepository(Job).insert(jobs);
  const bodies = (rows: readonly Job[]): (string | null)[] => rows.map(({ body }) => body);

  it('are locked in the order of the property by which they are told apart, whatever index finds them', async () => {
    await insert(...['d', 'b', 'c', 'a'].map((body, index) => job(String(index), { body })));
    const wanted = { property: 'body', values: ['c', 'd', 'a', 'c', 'b'] } as const;
    const locked = await fixture.transactions.run((tx) => lockRows(tx, Job, wanted));
    expect(bodies(locked)).toEqual(['a', 'b', 'c', 'd']);
    expect(() => lockRows(fixture.dataSource.manager, Job, wanted)).toThrow('outside of a transaction');
  });

  it('are read each once, by as many statements as they need, where all that is equal holds', async () => {
    const all = Array.from({ length: MANY }, (_, index) => named(index));
    for (let start = 0; start < MANY; start += 100)
      await insert(...all.slice(start, start + 100).map((id) => job(id, { dueAt: id === named(7) ? 2 : 1 })));
    const read = (values: string[]) =>
      readRows(fixture.dataSource.manager, Job, { equal: { state: 'pending', dueAt: 1 }, property: 'id', values });
    expect((await read([...all.toReversed(), named(3)])).map(({ id }) => id)).toEqual(
      all.filter((id) => id !== named(7)),
    );
    expect(await read([])).toEqual([]);
  });

  it('are read with those that belong to them: all of them, and to the letter whatever the database takes for the same', async () => {
    await insert(
      job('1', { body: 'a' }),
      job('2', { body: 'a', dueAt: 7 }),
      job('3', { body: 'A' }),
      job('4', { body: 'b' }),
    );
    const wanted = {
      equal: { state: 'pending' },
      property: 'id',
      values: ['1', '3', '5'],
      on: ['body', 'state'],
    } as const;
    const found = await readJoinedRows(fixture.dataSource.manager, [Job, Job], wanted);
    const byId = found.toSorted((a, b) => a.row.id.localeCompare(b.row.id));
    expect(byId.map(({ row, parts }) => [row.id, parts.map(({ id }) => id).toSorted()])).toEqual([
      ['1', ['1', '2']],
      ['3', ['3']],
    ]);
    expect(byId[0]!.row).toEqual(await readRow(fixture.dataSource.manager, Job, { id: '1' }));
    expect(byId[0]!.parts.find(({ id }) => id === '2')).toMatchObject({ dueAt: 7, body: 'a' });
    const alone = { ...wanted, values: ['4'], on: ['body', 'leaseToken'] } as const;
    expect(await readJoinedRows(fixture.dataSource.manager, [Job, Job], alone)).toMatchObject([
      { row: { id: '4' }, parts: [] },
    ]);
  });

  it('are written with one statement, and no more of them than is named', async () => {
    await insert(job('1'), job('2'));
    await fixture.transactions.run(async (tx) => {
      const rows = await lockRows(tx, Job, { property: 'id', values: ['1', '2'] });
      const changed = rows.map((row) => ({ ...row, attempts: 7, state: 'done' }));
      await updateRows(tx, Job, changed, { keys: ['id'], changed: ['attempts'] });
    });
    const rows = await fixture.dataSource.getRepository(Job).find({ order: { id: 'ASC' } });
    expect(rows).toMatchObject([
      { id: '1', attempts: 7, state: 'pending' },
      { id: '2', attempts: 7, state: 'pending' },
    ]);
  });

  it('are changed where all that is named holds, and what is undefined stays as it is', async () => {
    const held = { leaseToken: 'mine', leaseUntil: 9, attempts: 1 };
    await insert(
      job('1', { dueAt: 3 }),
      job('2', { dueAt: 4 }),
      job('3', { dueAt: 5 }),
      job('4', { dueAt: 4, ...held }),
    );
    const among = { property: 'id', values: ['1', '2', '3', '4'] } as const;
    const free = { equal: { state: 'pending', leaseToken: null }, more: { dueAt: 3 }, less: { dueAt: 5 }, among };
    const change = { dueAt: 7, leaseToken: 'ours', attempts: undefined } as Partial<Job>;
    const run = fixture.transactions.run.bind(fixture.transactions);
    expect(await run((tx) => changeRows(tx, Job, free, change))).toBe(1);
    expect(await run((tx) => changeRows(tx, Job, { equal: { id: '4', leaseToken: 'other' } }, change))).toBe(0);
    const { manager } = fixture.dataSource;
    expect(await readRow(manager, Job, { id: '2' })).toMatchObject({ dueAt: 7, leaseToken: 'ours', attempts: 0 });
    expect(await readRow(manager, Job, { id: '4', dueAt: 4 })).toMatchObject(held);
    expect(await readRow(manager, Job, { id: '1', dueAt: 7 })).toBeNull();
    await expect(changeRows(manager, Job, free, change)).rejects.toThrow('outside of a transaction');
  });
});
