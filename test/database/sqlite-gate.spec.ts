import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { installSqliteGate } from '../../src/database/engine/index.js';
import { createTestDatabase } from '../support/engines.js';
import { Counter, Note } from './gate.entities.js';
import { describeSqlite, insertNote, SqliteFixture } from './sqlite-fixture.js';

describeSqlite('the SQLite gate', () => {
  const fixture = new SqliteFixture();

  it('is needed: without it a rollback takes an acknowledged write with it', async () => {
    const failing = fixture.failLater('a');
    await failing.written;
    await fixture.dataSource.getRepository(Note).insert({ text: 'acknowledged' });
    failing.fail();
    await failing.over;
    expect(await fixture.texts()).toEqual([]);
  });

  describe('installed', () => {
    beforeEach(() => {
      expect(installSqliteGate(fixture.dataSource)).toBe(true);
    });

    it.each<[string, () => Promise<unknown>]>([
      ['a repository', () => fixture.dataSource.getRepository(Note).insert({ text: 'b' })],
      ['save()', () => fixture.dataSource.getRepository(Note).save({ text: 'b' })],
      ['a raw query', () => fixture.dataSource.query(`INSERT INTO note (text) VALUES ('b')`)],
      [
        'a query builder',
        () => fixture.dataSource.createQueryBuilder().insert().into(Note).values({ text: 'b' }).execute(),
      ],
      ['a transaction', () => fixture.dataSource.transaction((em) => insertNote(em, 'b'))],
      [
        'a runner’s own manager',
        () => fixture.dataSource.createQueryRunner().manager.transaction((em) => insertNote(em, 'b')),
      ],
    ])('a write through %s survives the rollback of another transaction', async (_, write) => {
      const failing = fixture.failLater('a');
      await failing.written;
      const written = write();
      await nextTurn();
      failing.fail();
      await written;
      expect(await failing.over).toBe('rolled back on purpose');
      expect(await fixture.texts()).toEqual(['b']);
    });

    it('transactions started in the same breath do not become one', async () => {
      const outcomes = await Promise.allSettled([
        fixture.dataSource.transaction(async (em) => {
          await insertNote(em, 'a');
          await nextTurn();
          throw new Error('no');
        }),
        fixture.dataSource.transaction((em) => insertNote(em, 'b')),
        fixture.dataSource.transaction((em) => insertNote(em, 'c')),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
      expect(await fixture.texts()).toEqual(['b', 'c']);
    });

    it('a caller that goes on beside a transaction it has started is not drawn into it', async () => {
      const failing = fixture.failLater('a');
      await failing.written;
      const beside = insertNote(fixture.dataSource.manager, 'beside');
      failing.fail();
      await Promise.all([beside, failing.over]);
      expect(await fixture.texts()).toEqual(['beside']);
    });

    it('20 concurrent read-modify-writes count to 20', async () => {
      await fixture.dataSource.getRepository(Counter).insert({ id: 1, n: 0 });
      const increment = () =>
        fixture.dataSource.transaction(async (em) => {
          const counter = await em.findOneByOrFail(Counter, { id: 1 });
          await nextTurn();
          await em.save(Counter, { ...counter, n: counter.n + 1 });
        });
      await Promise.all(Array.from({ length: 20 }, increment));
      expect(await fixture.dataSource.getRepository(Counter).findOneBy({ id: 1 })).toEqual({ id: 1, n: 20 });
    });

    it('serves in the order of asking', async () => {
      const order: number[] = [];
      const visit = (i: number) =>
        i % 2 === 0
          ? fixture.dataSource.transaction(async () => void order.push(i))
          : fixture.dataSource.query('SELECT 1').then(() => order.push(i));
      await Promise.all(Array.from({ length: 10 }, (_, i) => visit(i)));
      expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    });
  });

  it('refuses to be installed in the middle of a transaction', async () => {
    await fixture.dataSource.transaction(async () => {
      expect(() => installSqliteGate(fixture.dataSource)).toThrow(expect.objectContaining({ code: 'GATE_BUSY' }));
    });
  });

  it('also stands around the runner that was made before it', async () => {
    const early = fixture.dataSource.createQueryRunner();
    installSqliteGate(fixture.dataSource);
    const failing = fixture.failLater('a');
    await failing.written;
    const written = early.query(`INSERT INTO note (text) VALUES ('b')`);
    failing.fail();
    await Promise.all([written, failing.over]);
    expect(await fixture.texts()).toEqual(['b']);
  });

  it('keeps two DataSources apart', async () => {
    const otherDatabase = await createTestDatabase('sqlite');
    const other = await new DataSource({ ...otherDatabase.options, entities: [Note], synchronize: true }).initialize();
    installSqliteGate(fixture.dataSource);
    installSqliteGate(other);
    const outcome = fixture.dataSource.transaction(async () => {
      await other.transaction((em) => insertNote(em, 'elsewhere'));
      throw new Error('no');
    });
    await expect(outcome).rejects.toThrow('no');
    expect(await other.getRepository(Note).count()).toBe(1);
    await other.destroy();
    await otherDatabase.drop();
  });
});
