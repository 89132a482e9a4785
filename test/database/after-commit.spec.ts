import { beforeEach, expect, it } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { afterCommit } from '../../src/database/engine/index.js';
import { describeEngines } from '../support/engines.js';
import { CONFLICTS, EngineFixture } from './engine-fixture.js';
import { Tally } from './queue.entities.js';

describeEngines('what waits for a commit', (engine) => {
  const fixture = new EngineFixture(engine);
  let done: string[];
  beforeEach(() => void (done = []));

  /** Writes a row, and notes when it is kept. */
  async function note(em: EntityManager, id: string): Promise<void> {
    await em.getRepository(Tally).insert({ id });
    afterCommit(em, () => done.push(id));
    expect(done).not.toContain(id);
  }

  it('is done once the transaction has ended, in its order, and only once', async () => {
    await fixture.transactions.run(async (em) => {
      await note(em, 'a');
      await note(em, 'b');
    });
    expect(done).toEqual(['a', 'b']);
    await fixture.transactions.run((em) => note(em, 'c'));
    expect(done).toEqual(['a', 'b', 'c']);
  });

  it('is not done after a rollback, nor by the next transaction of the same connection', async () => {
    const failure = new Error('out of stock');
    const work = fixture.dataSource.transaction(async (em) => {
      await note(em, 'a');
      throw failure;
    });
    await expect(work).rejects.toBe(failure);
    await fixture.dataSource.transaction((em) => note(em, 'b'));
    expect(done).toEqual(['b']);
  });

  it('waits for the transaction around a savepoint', async () => {
    await fixture.dataSource.transaction(async (em) => {
      await em.transaction((inner) => note(inner, 'a'));
      expect(done).toEqual([]);
    });
    expect(done).toEqual(['a']);
  });

  it('is done by the run that was kept, when the first one had to be done again', async () => {
    if (engine === 'sqlite') return;
    let runs = 0;
    await fixture.transactions.run(async (em) => {
      runs += 1;
      await note(em, `run ${runs}`);
      if (runs === 1) await em.query(CONFLICTS[engine]);
    });
    expect(done).toEqual(['run 2']);
  });

  it('is done at once where there is no transaction', () => {
    afterCommit(fixture.dataSource.manager, () => done.push('a'));
    expect(done).toEqual(['a']);
  });
});
