import { expect, it } from '@jest/globals';
import { readPage, type RowList } from '../../src/database/engine/index.js';
import type { PageOptions } from '../../src/support/index.js';
import { describeEngines } from '../support/engines.js';
import { EngineFixture } from './engine-fixture.js';
import { Job, job } from './queue.entities.js';

/** Neither in the order of their ids nor in that of their times. */
const JOBS = { e: 30, a: 20, d: 10, b: 20, c: 20 };

describeEngines('a list that is read page by page', (engine) => {
  const fixture = new EngineFixture(engine);
  const LIST: RowList<Job> = { entity: Job, where: { state: 'dead' }, key: ['dueAt', 'id'] };
  const page = async (options: PageOptions, list = LIST) => {
    const { items, ...ways } = await fixture.transactions.run((tx) => readPage(tx, list, options));
    return { ids: items.map(({ id }) => id).join(''), ...ways };
  };

  it('has the newest first, those of one moment in the order of their ids, and leads to its neighbours', async () => {
    for (const [id, dueAt] of Object.entries(JOBS))
      await fixture.dataSource.manager.insert(Job, job(id, { dueAt, state: 'dead' }));
    await fixture.dataSource.manager.insert(Job, job('alive', { dueAt: 25 }));
    expect(await page({})).toMatchObject({ ids: 'ecbad', next: null, previous: null });
    const first = await page({ limit: 2 });
    expect(first).toMatchObject({ ids: 'ec', previous: null });
    const second = await page({ limit: 2, cursor: first.next! });
    expect(second.ids).toBe('ba');
    const third = await page({ limit: 2, cursor: second.next! });
    expect(third).toMatchObject({ ids: 'd', next: null });
    expect((await page({ limit: 2, cursor: third.previous! })).ids).toBe('ba');
    expect((await page({ limit: 2, cursor: second.previous! })).ids).toBe('ec');
    expect(await page({}, { ...LIST, isRising: true })).toMatchObject({ ids: 'dabce' });
  });
});
