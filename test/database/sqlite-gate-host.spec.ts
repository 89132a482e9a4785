import { beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { installSqliteGate } from '../../src/database/engine/index.js';
import { AddNotes1700000000000, Counter, Note } from './gate.entities.js';
import { describeSqlite, insertNote, SqliteFixture } from './sqlite-fixture.js';

describeSqlite('the host behind the SQLite gate', () => {
  const fixture = new SqliteFixture();
  beforeEach(() => {
    expect(installSqliteGate(fixture.dataSource)).toBe(true);
  });

  describe('a failure', () => {
    const expectFree = async (): Promise<void> => {
      await fixture.dataSource.transaction((em) => insertNote(em, 'next'));
      expect(await fixture.texts()).toEqual(['next']);
    };

    it('of a statement gives the connection back', async () => {
      await expect(fixture.dataSource.query('SELECT nonsense FROM nowhere')).rejects.toThrow();
      await expectFree();
    });

    it('of BEGIN gives the connection back', async () => {
      const runner = fixture.dataSource.createQueryRunner();
      await expect(runner.startTransaction('REPEATABLE READ')).rejects.toThrow(/isolation/i);
      expect(runner.isTransactionActive).toBe(false);
      await expectFree();
    });

    it('of COMMIT rolls back and gives the connection back', async () => {
      await fixture.dataSource.query(
        'CREATE TABLE child (note_id int REFERENCES note(id) DEFERRABLE INITIALLY DEFERRED)',
      );
      const outcome = fixture.dataSource.transaction((em) => em.query('INSERT INTO child VALUES (999)'));
      await expect(outcome).rejects.toThrow(/FOREIGN KEY/);
      expect(await fixture.dataSource.query('SELECT * FROM child')).toEqual([]);
      await expectFree();
    });

    it('of COMMIT is not hidden by the rollback that a host’s own handler does after it', async () => {
      await fixture.dataSource.query(
        'CREATE TABLE child (note_id int REFERENCES note(id) DEFERRABLE INITIALLY DEFERRED)',
      );
      const runner = fixture.dataSource.createQueryRunner();
      await runner.startTransaction();
      await runner.query('INSERT INTO child VALUES (999)');
      await expect(runner.commitTransaction()).rejects.toThrow(/FOREIGN KEY/);
      await runner.rollbackTransaction();
      await runner.release();
      await expectFree();
    });

    it('of ROLLBACK gives the connection back', async () => {
      const outcome = fixture.dataSource.transaction(async (em) => {
        await em.query('ROLLBACK');
        throw new Error('the transaction was already gone');
      });
      await expect(outcome).rejects.toThrow('already gone');
      await expectFree();
    });

    it('of ROLLBACK leaves a runner that begins as if nothing had been', async () => {
      const runner = fixture.dataSource.createQueryRunner();
      await runner.startTransaction();
      await runner.query('ROLLBACK');
      await expect(runner.rollbackTransaction()).rejects.toThrow(/no transaction/);
      expect(runner.isTransactionActive).toBe(false);
      await runner.startTransaction();
      await insertNote(runner.manager, 'next');
      await runner.commitTransaction();
      await runner.release();
      expect(await fixture.texts()).toEqual(['next']);
    });

    it('of a subscriber before ROLLBACK gives the connection back, and nothing of the transaction stays', async () => {
      const subscriber = { beforeTransactionRollback: () => Promise.reject(new Error('subscriber')) };
      fixture.dataSource.subscribers.push(subscriber);
      const failing = fixture.dataSource.transaction(async (em) => {
        await insertNote(em, 'undone');
        throw new Error('of the host');
      });
      await expect(failing).rejects.toThrow('of the host');
      fixture.dataSource.subscribers.pop();
      await expectFree();
    });

    const refuse = () => Promise.reject(new Error('subscriber'));

    it.each([
      ['after BEGIN', { afterTransactionStart: refuse }],
      ['after BEGIN and before its ROLLBACK', { afterTransactionStart: refuse, beforeTransactionRollback: refuse }],
    ])('of a subscriber %s gives the connection back', async (_when, subscriber) => {
      fixture.dataSource.subscribers.push(subscriber);
      await expect(fixture.dataSource.transaction((em) => insertNote(em, 'a'))).rejects.toThrow('subscriber');
      fixture.dataSource.subscribers.pop();
      await expectFree();
    });

    it('of a subscriber after SAVEPOINT leaves the transaction around it as it was', async () => {
      const runner = fixture.dataSource.createQueryRunner();
      await runner.startTransaction();
      await insertNote(runner.manager, 'kept');
      fixture.dataSource.subscribers.push({ afterTransactionStart: refuse });
      await expect(runner.startTransaction()).rejects.toThrow('subscriber');
      fixture.dataSource.subscribers.pop();
      await insertNote(runner.manager, 'kept, too');
      await runner.commitTransaction();
      await runner.release();
      expect(await fixture.texts()).toEqual(['kept', 'kept, too']);
    });
  });

  it('a subscriber may query while it is called within a statement', async () => {
    const seen: unknown[] = [];
    const subscriber = {
      afterInsert: async () => void seen.push(await fixture.dataSource.query('SELECT count(*) AS n FROM note')),
    };
    fixture.dataSource.subscribers.push(subscriber);
    await fixture.dataSource.getRepository(Note).save({ text: 'a' });
    expect(seen).toEqual([[{ n: 1 }]]);
  });

  it('migrations and synchronisation work as before', async () => {
    await fixture.dataSource.synchronize(true);
    await fixture.dataSource.getRepository(Note).insert({ text: 'a' });
    fixture.dataSource.setOptions({ migrations: [AddNotes1700000000000] });
    await fixture.dataSource.destroy();
    fixture.dataSource = new DataSource({
      ...fixture.database.options,
      entities: [Counter, Note],
      migrations: [AddNotes1700000000000],
    });
    installSqliteGate(fixture.dataSource);
    await fixture.dataSource.initialize();
    expect(await fixture.dataSource.runMigrations()).toHaveLength(1);
    expect(await fixture.texts()).toEqual(['a', 'migrated']);
    await fixture.dataSource.undoLastMigration();
    expect(await fixture.texts()).toEqual(['a']);
    expect(await fixture.dataSource.query('PRAGMA foreign_keys')).toEqual([{ foreign_keys: 1 }]);
  });

  it('changes nothing when it is installed again', async () => {
    const create = fixture.dataSource.driver.createQueryRunner;
    expect(installSqliteGate(fixture.dataSource)).toBe(true);
    expect(fixture.dataSource.driver.createQueryRunner).toBe(create);
  });

  it('outlives the connection: a DataSource may be closed and opened again', async () => {
    await fixture.dataSource.destroy();
    await fixture.dataSource.initialize();
    const failing = fixture.failLater('a');
    await failing.written;
    const other = insertNote(fixture.dataSource.manager, 'b');
    failing.fail();
    await Promise.all([other, failing.over]);
    expect(await fixture.texts()).toEqual(['b']);
  });
});
