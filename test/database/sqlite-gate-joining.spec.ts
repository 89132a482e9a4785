import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, expect, it } from '@jest/globals';
import { installSqliteGate, joinsTransaction } from '../../src/database/engine/index.js';
import { Note } from './gate.entities.js';
import { describeSqlite, insertNote, signal, SqliteFixture } from './sqlite-fixture.js';

describeSqlite('transactions within transactions behind the SQLite gate', () => {
  const fixture = new SqliteFixture();
  beforeEach(() => {
    expect(installSqliteGate(fixture.dataSource)).toBe(true);
  });

  it('nested transactions are savepoints', async () => {
    await fixture.dataSource.transaction(async (em) => {
      await insertNote(em, 'outer');
      await em.transaction((inner) => insertNote(inner, 'kept'));
      await em
        .transaction(async (inner) => {
          await insertNote(inner, 'dropped');
          throw new Error('no');
        })
        .catch(() => undefined);
    });
    expect(await fixture.texts()).toEqual(['outer', 'kept']);
  });

  it('concurrent nested transactions do not disturb one another', async () => {
    await fixture.dataSource.transaction(async (em) => {
      const failing = em.transaction(async (inner) => {
        await insertNote(inner, 'dropped');
        await nextTurn();
        throw new Error('no');
      });
      await Promise.allSettled([
        failing,
        em.transaction((inner) => insertNote(inner, 'kept')),
        insertNote(em, 'also kept'),
      ]);
    });
    expect(await fixture.texts()).toEqual(['kept', 'also kept']);
  });

  it('work through other runners inside a transaction joins it instead of waiting for it', async () => {
    const outcome = fixture.dataSource.transaction(async () => {
      await insertNote(fixture.dataSource.manager, 'a');
      await fixture.dataSource.getRepository(Note).save({ text: 'b' });
      await fixture.dataSource.query(`INSERT INTO note (text) VALUES ('c')`);
      await fixture.dataSource.transaction((inner) => insertNote(inner, 'd'));
      expect(await fixture.texts()).toEqual(['a', 'b', 'c', 'd']);
      throw new Error('no');
    });
    await expect(outcome).rejects.toThrow('no');
    expect(await fixture.texts()).toEqual([]);
  });

  it('a runner whose transaction joins another knows that it has one', async () => {
    await fixture.dataSource.transaction(async () => {
      const runner = fixture.dataSource.createQueryRunner();
      await runner.startTransaction();
      expect(runner.isTransactionActive).toBe(true);
      await insertNote(runner.manager, 'joined');
      await runner.commitTransaction();
      expect(runner.isTransactionActive).toBe(false);
      await runner.release();
    });
    expect(await fixture.texts()).toEqual(['joined']);
  });

  it('a joined transaction that fails takes only its own work with it', async () => {
    await fixture.dataSource.transaction(async (em) => {
      await insertNote(em, 'a');
      const joined = fixture.dataSource.transaction(async (other) => {
        await insertNote(other, 'dropped');
        throw new Error('no');
      });
      await Promise.allSettled([
        joined,
        fixture.dataSource.transaction((other) => insertNote(other, 'b')),
        insertNote(em, 'c'),
      ]);
    });
    expect(await fixture.texts()).toEqual(['a', 'b', 'c']);
  });

  it('a joined transaction that no one awaits is finished before the commit', async () => {
    let joined: Promise<unknown> | undefined;
    await fixture.dataSource.transaction(async (em) => {
      await insertNote(em, 'a');
      joined = fixture.dataSource.transaction(async (other) => {
        await insertNote(other, 'b');
        await nextTurn();
        await insertNote(other, 'c');
      });
    });
    await joined;
    expect(await fixture.texts()).toEqual(['a', 'b', 'c']);
  });

  it('whoever begins one and does not wait for it stays outside of it, whichever manager begins it', async () => {
    const { dataSource } = fixture;
    for (const manager of [dataSource.manager, dataSource.createEntityManager()]) {
      const [begun, asked] = [signal(), signal()];
      const running = manager.transaction(async () => {
        begun.give();
        await asked.given;
        return joinsTransaction(dataSource);
      });
      await begun.given;
      const isInside = joinsTransaction(dataSource);
      asked.give();
      expect([isInside, await running]).toEqual([false, true]);
    }
  });

  it('work begun in a transaction and carried on after it stands on its own', async () => {
    const ended = signal();
    let later: Promise<unknown> | undefined;
    await fixture.dataSource.transaction(async (em) => {
      await insertNote(em, 'a');
      later = ended.given.then(() => insertNote(fixture.dataSource.manager, 'later'));
    });
    const failing = fixture.failLater('dropped');
    await failing.written;
    ended.give();
    await nextTurn();
    failing.fail();
    await Promise.all([later, failing.over]);
    expect(await fixture.texts()).toEqual(['a', 'later']);
  });
});
