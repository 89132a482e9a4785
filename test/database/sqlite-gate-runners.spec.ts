import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, expect, it } from '@jest/globals';
import type { QueryRunner } from 'typeorm';
import { installSqliteGate } from '../../src/database/engine/index.js';
import { describeSqlite, insertNote, signal, SqliteFixture } from './sqlite-fixture.js';

describeSqlite('a runner driven by hand behind the SQLite gate', () => {
  const fixture = new SqliteFixture();
  beforeEach(() => {
    expect(installSqliteGate(fixture.dataSource)).toBe(true);
  });

  const begin = async (): Promise<QueryRunner> => {
    const runner = fixture.dataSource.createQueryRunner();
    await runner.connect();
    await runner.startTransaction();
    return runner;
  };

  it('keeps the connection until its commit', async () => {
    const runner = fixture.dataSource.createQueryRunner();
    const order: string[] = [];
    // Asked for outside of the transaction's context, as another request would.
    const { give, given } = signal();
    const other = given.then(() => insertNote(fixture.dataSource.manager, 'other')).then(() => order.push('other'));
    await runner.startTransaction();
    await runner.query(`INSERT INTO note (text) VALUES ('a')`);
    give();
    await nextTurn();
    order.push('commit');
    await runner.commitTransaction();
    await runner.release();
    await other;
    expect(order).toEqual(['commit', 'other']);
    expect(await fixture.texts()).toEqual(['a', 'other']);
  });

  it('does not shut out what its own function does through a repository', async () => {
    const runner = fixture.dataSource.createQueryRunner();
    await runner.startTransaction();
    await insertNote(fixture.dataSource.manager, 'joined');
    await runner.rollbackTransaction();
    await runner.release();
    expect(await fixture.texts()).toEqual([]);
  });

  it('that is released without an end is rolled back', async () => {
    const runner = await begin();
    await runner.query(`INSERT INTO note (text) VALUES ('a')`);
    await runner.startTransaction();
    await runner.release();
    expect(runner.isTransactionActive).toBe(false);
    expect(await fixture.texts()).toEqual([]);
    await fixture.dataSource.transaction((em) => insertNote(em, 'b'));
    expect(await fixture.texts()).toEqual(['b']);
  });

  it('that is never ended makes the others fail in plain words, not wait forever', async () => {
    const impatient = await fixture.open();
    installSqliteGate(impatient, { waitMs: 20 });
    const { give, given } = signal();
    const other = given.then(() => impatient.query('SELECT 1')).catch((error: unknown) => error);
    const runner = impatient.createQueryRunner();
    await runner.startTransaction();
    give();
    expect(await other).toMatchObject({ code: 'GATE_TIMEOUT', advice: expect.stringContaining('never committed') });
    await runner.release();
    expect(await impatient.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await impatient.destroy();
  });

  it('says as ever that there is nothing to commit or roll back', async () => {
    const runner = fixture.dataSource.createQueryRunner();
    await expect(runner.commitTransaction()).rejects.toThrow(/not started/i);
    await expect(runner.rollbackTransaction()).rejects.toThrow(/not started/i);
  });
});
