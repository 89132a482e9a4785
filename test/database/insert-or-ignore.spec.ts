import { expect, it } from '@jest/globals';
import { insertOrIgnore } from '../../src/database/engine/index.js';
import { describeEngines } from '../support/engines.js';
import { EngineFixture } from './engine-fixture.js';
import { Job, job } from './queue.entities.js';
import { statementsOf } from './statements.js';

describeEngines('inserting or ignoring', (engine) => {
  const fixture = new EngineFixture(engine);
  const insert = (rows: Partial<Job>[]) => fixture.transactions.run((em) => insertOrIgnore(em, Job, rows, ['key']));
  const stored = () => fixture.dataSource.getRepository(Job).find({ order: { key: 'ASC' } });

  it('inserts what is new and leaves alone what is there', async () => {
    await insert([job('1', { key: 'a', body: 'first' })]);
    await insert([job('2', { key: 'b' }), job('3', { key: 'a', body: 'second' })]);
    expect(await stored()).toMatchObject([
      { id: '1', key: 'a', body: 'first', attempts: 0, leaseToken: null, dueAt: 1_000 },
      { id: '2', key: 'b' },
    ]);
  });

  it('keeps the first of several with one key', async () => {
    await insert([job('1', { key: 'a' }), job('2', { key: 'a' })]);
    expect(await stored()).toMatchObject([{ id: '1', key: 'a' }]);
  });

  it('does nothing with no rows', async () => {
    await insert([]);
    expect(await stored()).toEqual([]);
  });

  it('takes more rows than one statement can hold', async () => {
    await insert(Array.from({ length: 5_000 }, (_, i) => job(`${i}`)));
    expect(await fixture.dataSource.getRepository(Job).count()).toBe(5_000);
  });

  it('does not swallow a value that does not fit', async () => {
    // SQLite knows no lengths; NOT NULL it knows.
    const unfit = engine === 'sqlite' ? { id: '1', key: 'a' } : job('1', { key: 'k'.repeat(99) });
    await expect(insert([unfit])).rejects.toThrow();
    expect(await stored()).toEqual([]);
  });

  it('inserts in the order of the keys, so that concurrent batches lock in one order', async () => {
    const rows = ['d', 'a', 'c', 'b'].map((key) => job(`id-${key}`, { key }));
    const statements = await statementsOf(fixture.dataSource, (em) => insertOrIgnore(em, Job, rows, ['key']));
    const parameters = statements.find(({ sql }) => sql.startsWith('INSERT'))?.parameters ?? [];
    expect(parameters.filter((value) => String(value).startsWith('id-'))).toEqual(['id-a', 'id-b', 'id-c', 'id-d']);
  });

  it('stores each key once when 20 batches bring the same keys in other orders (scenario B2)', async () => {
    const keys = Array.from({ length: 12 }, (_, i) => `k${i}`);
    const batch = (n: number) => keys.map((_, i) => job(`${n}-${i}`, { key: keys[(i * 5 + n) % 12] ?? '' }));
    await Promise.all(Array.from({ length: 20 }, (_, n) => insert(batch(n))));
    expect((await stored()).map(({ key }) => key)).toEqual(keys.toSorted());
  });
});
