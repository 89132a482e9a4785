import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { checkDurability, installSqliteGate, Transactions } from '../../src/database/engine/index.js';
import { startNeighbour, type Neighbour } from '../support/sqlite-neighbour.js';
import { waitFor } from '../support/wait-for.js';
import { Counter, Note } from './gate.entities.js';
import { describeSqlite, insertNote, SqliteFixture } from './sqlite-fixture.js';

/** Enough for anyone who gives up, or stops the event loop, to be found out. */
const TICKS = 100;
const TRANSACTIONS = 20;
const IMPATIENT_MS = 50;

async function ticks(): Promise<void> {
  for (let tick = 0; tick < TICKS; tick += 1) await nextTurn();
}

describeSqlite('the SQLite gate beside another process', () => {
  const fixture = new SqliteFixture();
  const neighbours: Neighbour[] = [];
  afterEach(async () => {
    for (const neighbour of neighbours.splice(0)) await neighbour.kill();
  });

  async function meet(mode: 'write' | 'hold' | 'read', options?: { waitMs: number }): Promise<Neighbour> {
    installSqliteGate(fixture.dataSource, options);
    const neighbour = await startNeighbour(fixture.database.options, mode);
    neighbours.push(neighbour);
    return neighbour;
  }

  /** Whether something has ended, and how. */
  function watch(work: Promise<unknown>): { state: string; over: Promise<unknown> } {
    const watched = { state: 'waiting', over: work };
    work.then(
      () => (watched.state = 'done'),
      (error: Error) => (watched.state = error.message),
    );
    return watched;
  }

  const WRITES: Readonly<Record<string, () => Promise<unknown>>> = {
    'a statement': () => fixture.dataSource.getRepository(Note).insert({ text: 'a' }),
    'a transaction of the host': () => fixture.dataSource.transaction((em) => insertNote(em, 'a')),
    'a transaction of ours': () => new Transactions(fixture.dataSource).run((em) => insertNote(em, 'a')),
    'a runner of the host': async () => {
      const runner = fixture.dataSource.createQueryRunner();
      await runner.startTransaction();
      await insertNote(runner.manager, 'a');
      await runner.commitTransaction();
      await runner.release();
    },
  };

  describe.each(['WAL', 'DELETE'])('with the journal mode %s', (journal) => {
    it.each(Object.keys(WRITES))('%s waits for a writer while the event loop goes on', async (name) => {
      await fixture.dataSource.query(`PRAGMA journal_mode = ${journal}`);
      const neighbour = await meet('hold');
      const write = watch(WRITES[name]!());
      await ticks();
      expect(write.state).toBe('waiting');
      await neighbour.release();
      await write.over;
      expect(await fixture.texts()).toEqual(['a']);
    });
  });

  it('a writer that is killed lets go, and leaves nothing behind', async () => {
    await checkDurability(fixture.dataSource);
    const neighbour = await meet('hold');
    const write = watch(WRITES['a transaction of ours']!());
    await ticks();
    expect(write.state).toBe('waiting');
    await neighbour.kill();
    await write.over;
    expect(await fixture.dataSource.query('SELECT COUNT(*) AS n FROM neighbour')).toEqual([{ n: 0 }]);
    expect(await fixture.texts()).toEqual(['a']);
  });

  it('what a transaction has read stays so until it has written, however often the other commits', async () => {
    await checkDurability(fixture.dataSource);
    await fixture.dataSource.getRepository(Counter).insert({ id: 1, n: 0 });
    await meet('write');
    for (let each = 0; each < TRANSACTIONS; each += 1) {
      await fixture.dataSource.transaction(async (em) => {
        const { n } = await em.findOneByOrFail(Counter, { id: 1 });
        await ticks();
        await em.update(Counter, { id: 1 }, { n: n + 1 });
      });
    }
    expect(await fixture.dataSource.getRepository(Counter).findOneBy({ id: 1 })).toEqual({ id: 1, n: TRANSACTIONS });
  });

  it('a long reader hinders no one once the journal is a write-ahead log', async () => {
    await checkDurability(fixture.dataSource);
    await meet('read');
    for (const write of Object.values(WRITES)) await write();
    expect(await fixture.texts()).toEqual(['a', 'a', 'a', 'a']);
  });

  it('a commit waits for a reader where there is no write-ahead log', async () => {
    const neighbour = await meet('read');
    const write = watch(WRITES['a transaction of ours']!());
    await ticks();
    expect(write.state).toBe('waiting');
    await neighbour.release();
    await write.over;
    expect(await fixture.texts()).toEqual(['a']);
  });

  it('the write-ahead log is set as soon as a reader has ended', async () => {
    const neighbour = await meet('read');
    const warnings = checkDurability(fixture.dataSource);
    const set = watch(warnings);
    await ticks();
    expect(set.state).toBe('waiting');
    await neighbour.release();
    expect(await warnings).toEqual([]);
  });

  it('anyone who has waited in vain is told by whom, at once and not repeatedly; the next one gets in', async () => {
    const neighbour = await meet('hold', { waitMs: IMPATIENT_MS });
    const retries: unknown[] = [];
    const transactions = new Transactions(fixture.dataSource, { onRetry: (retry) => retries.push(retry) });
    await expect(transactions.run((em) => insertNote(em, 'a'))).rejects.toMatchObject({
      code: 'GATE_TIMEOUT',
      message: expect.stringContaining('Another process'),
    });
    await expect(insertNote(fixture.dataSource.manager, 'b')).rejects.toMatchObject({ code: 'GATE_TIMEOUT' });
    expect(retries).toEqual([]);
    await neighbour.release();
    await transactions.run((em) => insertNote(em, 'c'));
    expect(await fixture.texts()).toEqual(['c']);
  });

  it('waits no less well after the DataSource was closed and opened again', async () => {
    const neighbour = await meet('hold');
    await fixture.dataSource.destroy();
    Object.assign(fixture.dataSource, { options: { ...fixture.dataSource.options, synchronize: false } });
    await fixture.dataSource.initialize();
    const write = watch(WRITES['a statement']!());
    await ticks();
    expect(write.state).toBe('waiting');
    await neighbour.release();
    await waitFor(() => write.state === 'done');
  });
});
