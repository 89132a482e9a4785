import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ThrottledLogger } from '../../../src/shop/core/index.js';
import { RowWorker, type BatchWork, type RowHandler, type RowSource } from '../../../src/shop/workers/index.js';
import { LogCapture } from '../../support/log-capture.js';
import { waitFor } from '../../support/wait-for.js';

/** Longer than any test. */
const PATIENCE_MS = 60_000;

/** Rows in memory, leased for milliseconds of real time: the loop itself is what is tried. */
class Rows implements RowHandler<string>, RowSource<string> {
  readonly rows = this;
  readonly leaseMs = 15;
  idleMs: number | null = null;
  readonly performed: string[] = [];
  readonly renewals: string[] = [];
  readonly contexts: unknown[] = [];
  readonly givenBack: string[] = [];
  readonly unwritten: string[] = [];
  due: string[] = [];
  suspects: ReadonlySet<string> = new Set();
  isRenewable = true;
  /** How often results were to be recorded late, and how often that fails at first. */
  records = 0;
  recordsFail = 0;
  /** Whose leases have nearly run out. */
  readonly stale = new Set<string>();
  readonly own = {
    next: () => ({ attempts: 1, dueAt: 0, leaseToken: 'own', leaseUntil: 0 }),
    isFresh: (row: string) => !this.stale.has(row),
    giveBack: async (some: readonly string[]) => void this.givenBack.push(...some),
  };
  private readonly gates = new Map<string, () => void>();

  constructor(private readonly context = new AsyncLocalStorage<string>()) {}

  async claim(limit: number): Promise<string[]> {
    this.contexts.push(this.context.getStore());
    return this.due.splice(0, limit);
  }

  /** Rows that are called slow take until they are let go. */
  async perform(row: string): Promise<void> {
    if (row.startsWith('slow')) await new Promise<void>((resolve) => this.gates.set(row, resolve));
    this.performed.push(row);
  }

  async renew(row: string): Promise<void> {
    this.renewals.push(row);
    if (!this.isRenewable) throw new Error('the database is gone');
  }

  mayHaveCrashed(row: string): boolean {
    return this.suspects.has(row);
  }

  unrecorded(rows: readonly string[]): void {
    this.unwritten.push(...rows);
  }

  async recordLate(): Promise<void> {
    this.records += 1;
    if (this.records <= this.recordsFail) throw new Error('the database is gone');
  }

  async release(rows: readonly string[]): Promise<void> {
    this.givenBack.push(...rows);
  }

  letGo(row: string): void {
    this.gates.get(row)?.();
  }
}

describe('the work loop', () => {
  let rows: Rows;
  let loop: RowWorker<string>;
  const context = new AsyncLocalStorage<string>();

  beforeEach(() => {
    Logger.overrideLogger(false);
    rows = new Rows(context);
    loop = new RowWorker(rows, new ThrottledLogger(new Logger('test')));
  });

  afterEach(async () => {
    rows.letGo('slow');
    await loop.stop(PATIENCE_MS);
  });

  it('rests until the next row is due, and no longer than it may', async () => {
    rows.idleMs = 20;
    loop.start();
    await waitFor(() => rows.contexts.length >= 3);
    rows.idleMs = Infinity;
    // A loop that rests for good would not see what another process has left.
    const impatient = new RowWorker(rows, new ThrottledLogger(new Logger('test')), () => 20);
    await loop.stop(PATIENCE_MS);
    const { length } = rows.contexts;
    impatient.start();
    await waitFor(() => rows.contexts.length >= length + 3);
    await impatient.stop(PATIENCE_MS);
  });

  it('rests when a claim fails at the moment at which a row is due', async () => {
    // What the last claim that went well has seen: by now it is due.
    rows.idleMs = 0;
    let claims = 0;
    rows.claim = async () => {
      claims += 1;
      if (claims > 50) rows.idleMs = null;
      throw new Error('the database is gone');
    };
    loop.start();
    await waitFor(() => claims > 0);
    for (let step = 0; step < 20; step += 1) await nextTurn();
    expect(claims).toBe(1);
  });

  it('begins nothing that it was given after it was stopped, and gives it back', async () => {
    let answer: (claimed: string[]) => void = () => undefined;
    rows.claim = () => new Promise((resolve) => (answer = resolve));
    loop.start();
    const stopped = loop.stop(PATIENCE_MS);
    answer(['A', 'B']);
    await stopped;
    expect(rows.performed).toEqual([]);
    expect(rows.givenBack).toEqual(['A', 'B']);
  });

  it('keeps the lease of what is slow, does the rest meanwhile, and lets go of it at the end', async () => {
    rows.due = ['slow', 'quick'];
    loop.start();
    await waitFor(() => rows.renewals.length >= 3);
    expect(rows.performed).toEqual(['quick']);
    rows.letGo('slow');
    await loop.stop(PATIENCE_MS);
    const { length } = rows.renewals;
    expect(new Set(rows.renewals)).toEqual(new Set(['slow']));
    // Long enough for several renewals, if any were still to come: a second slow row counts the time.
    rows.due = ['slow-2'];
    loop.start();
    await waitFor(() => rows.renewals.filter((row) => row === 'slow-2').length >= 3);
    rows.letGo('slow-2');
    expect(rows.renewals.filter((row) => row === 'slow')).toHaveLength(length);
  });

  it('goes on when a lease cannot be renewed', async () => {
    rows.isRenewable = false;
    rows.due = ['slow'];
    loop.start();
    await waitFor(() => rows.renewals.length >= 2);
    rows.letGo('slow');
    await waitFor(() => rows.performed.includes('slow'));
  });

  it('remembers what has ended although that could not be recorded', async () => {
    rows.perform = async (row) => {
      if (row === 'unlucky') throw new Error('the database is gone');
      rows.performed.push(row);
    };
    rows.due = ['unlucky', 'quick'];
    loop.start();
    await waitFor(() => rows.performed.includes('quick') && rows.unwritten.length > 0);
    expect(rows.unwritten).toEqual(['unlucky']);
  });

  it('works outside of whatever its waker was doing', async () => {
    rows.due = ['quick'];
    context.run('a transaction of the host', () => loop.start());
    await waitFor(() => rows.performed.includes('quick'));
    expect(new Set(rows.contexts)).toEqual(new Set([undefined]));
  });

  it('waits for what is under way when it stops, and takes nothing more', async () => {
    rows.due = ['slow'];
    loop.start();
    await waitFor(() => rows.renewals.length >= 1);
    let hasStopped = false;
    const stopping = loop.stop(PATIENCE_MS).then(() => (hasStopped = true));
    rows.due = ['quick'];
    loop.wake();
    rows.letGo('slow');
    expect(hasStopped).toBe(false);
    await stopping;
    expect(rows.performed).toEqual(['slow']);
  });

  it('records what it could not record before it stops, as soon as that is possible', async () => {
    rows.recordsFail = 1;
    await loop.stop(PATIENCE_MS);
    expect(rows.records).toBe(2);
  });

  it.each(['', 'slow'])('stops without what can never be recorded, and does not try it again: %s', async (row) => {
    const logs = new LogCapture();
    Logger.overrideLogger(logs);
    rows.recordsFail = Infinity;
    rows.due = row === '' ? [] : [row];
    loop.start();
    await waitFor(() => row === '' || rows.renewals.length >= 1);
    await loop.stop(20);
    expect(logs.matching('1 task(s) were still running')).toHaveLength(1);
    rows.letGo(row);
    const { records } = rows;
    const other = new Rows();
    other.recordsFail = 1;
    // It tries again after the same time.
    await new RowWorker(other, new ThrottledLogger(new Logger('test'))).stop(PATIENCE_MS);
    expect(rows.records).toBe(records);
    rows.recordsFail = 0;
  });

  it('does not wait forever for what hangs, and keeps no one from taking it over', async () => {
    rows.due = ['slow'];
    loop.start();
    await waitFor(() => rows.renewals.length >= 1);
    await loop.stop(20);
    const { length } = rows.renewals;
    // Long enough for several renewals, if any were still to come: a slow row of another loop counts the time.
    const other = new Rows();
    other.due = ['slow'];
    const clock = new RowWorker(other, new ThrottledLogger(new Logger('test')));
    clock.start();
    await waitFor(() => other.renewals.length >= 3);
    other.letGo('slow');
    await clock.stop(PATIENCE_MS);
    expect(rows.renewals).toHaveLength(length);
  });

  it('works on one suspect at a time, and gives the others back', async () => {
    rows.due = ['slow-suspect', 'quick', 'suspect-1', 'suspect-2'];
    rows.suspects = new Set(['slow-suspect', 'suspect-1', 'suspect-2']);
    loop.start();
    await waitFor(() => rows.performed.includes('quick'));
    expect(rows.givenBack).toEqual(['suspect-1', 'suspect-2']);
    rows.due = ['suspect-1', 'quick-2'];
    loop.wake();
    await waitFor(() => rows.performed.includes('quick-2'));
    expect(rows.givenBack).toEqual(['suspect-1', 'suspect-2', 'suspect-1']);
    rows.letGo('slow-suspect');
    await waitFor(() => rows.performed.includes('slow-suspect'));
    rows.due = ['suspect-1', 'suspect-2'];
    loop.wake();
    await waitFor(() => rows.performed.includes('suspect-1'));
    expect(rows.givenBack.slice(3)).toEqual(['suspect-2']);
  });

  it('tells a cause once, however often it meets it, and another one at once', async () => {
    const logs = new LogCapture();
    Logger.overrideLogger(logs);
    let cause = 'the database is gone';
    let tries = 0;
    rows.claim = async () => {
      tries += 1;
      throw new Error(cause);
    };
    loop.start();
    await waitFor(() => {
      loop.wake();
      return tries >= 50;
    });
    expect(logs.matching('the database is gone')).toHaveLength(1);
    cause = 'the table is gone';
    await waitFor(() => {
      loop.wake();
      return logs.matching('the table is gone').length > 0;
    });
    expect(logs.lines).toHaveLength(2);
  });

  describe('with rows that its process has written under its own lease', () => {
    beforeEach(() => {
      // The next claim would find something later: nobody has to look.
      rows.idleMs = 60_000;
    });

    /** How many of these places are free. */
    const free = (wanted: number): number => {
      const kept = loop.keepPlaces(wanted);
      kept.drop();
      return kept.count;
    };

    it('begins them at once, in a context of its own, and no more than there are places', async () => {
      loop.start();
      await waitFor(() => rows.contexts.length > 0);
      const claims = rows.contexts.length;
      const perform = rows.perform.bind(rows);
      const seen: unknown[] = [];
      rows.perform = (row) => {
        seen.push(context.getStore());
        return perform(row);
      };
      const kept = loop.keepPlaces(15);
      expect([kept.count, free(15)]).toEqual([15, 5]);
      context.run('a transaction of the host', () => kept.take(['slow', 'quick']));
      await waitFor(() => rows.performed.includes('quick'));
      expect(seen).toEqual([undefined, undefined]);
      // Thirteen of the fifteen were not needed, and one row is done.
      await waitFor(() => free(20) === 19);
      rows.letGo('slow');
      expect(rows.contexts).toHaveLength(claims);
    });

    it('gives the places back of what was not committed', async () => {
      loop.start();
      const kept = loop.keepPlaces(20);
      kept.drop();
      kept.take(['A']);
      expect(free(20)).toBe(20);
      await nextTurn();
      expect(rows.performed).toEqual([]);
    });

    it('has none while it is stopped, and gives back what is committed after it was stopped', async () => {
      expect(free(1)).toBe(0);
      loop.start();
      const kept = loop.keepPlaces(2);
      const stopped = loop.stop(PATIENCE_MS);
      expect(free(1)).toBe(0);
      await nextTurn();
      kept.take(['A', 'B']);
      await stopped;
      expect([rows.performed, rows.givenBack]).toEqual([[], ['A', 'B']]);
    });

    it('has none while older rows are left over by its claims, and some again when there are none', async () => {
      rows.due = Array.from({ length: 39 }, (_, index) => `slow-${index}`);
      loop.start();
      await waitFor(() => rows.due.length === 19);
      await nextTurn();
      expect(free(1)).toBe(0);
      for (let index = 0; index < 20; index += 1) rows.letGo(`slow-${index}`);
      await waitFor(() => rows.performed.length === 20 && rows.due.length === 0);
      await waitFor(() => free(1) === 1);
      for (let index = 20; index < 39; index += 1) rows.letGo(`slow-${index}`);
    });

    it('looks for what they have left to be tried again', async () => {
      loop.start();
      await waitFor(() => rows.contexts.length > 0);
      const perform = rows.perform.bind(rows);
      rows.perform = async (row) => {
        await perform(row);
        if (row !== 'failed') return;
        rows.idleMs = null;
        rows.due.push('again');
      };
      loop.keepPlaces(1).take(['failed']);
      await waitFor(() => rows.performed.includes('again'));
    });

    it('begins as many together as it claims, and gives back at once what had to wait for too long, or when it is stopped', async () => {
      const together: string[][] = [];
      const perform = async (some: readonly string[]): Promise<string[]> => {
        together.push([...some]);
        await Promise.all(some.map((row) => rows.perform(row)));
        return some.filter((row) => row === 'odd');
      };
      const batches: BatchWork<string> = { size: 2, atOnce: 2, ofOne: true, split: (some) => [some], perform };
      Object.assign(rows, { batches, sharesPlaces: true });
      loop.start();
      const kept = loop.keepPlaces(40);
      expect([kept.count, free(1)]).toEqual([32, 0]);
      kept.take(['slow', 'odd', 'slow-2', 'a', 'late', 'b', 'c']);
      await nextTurn();
      expect(together).toEqual([
        ['slow', 'odd'],
        ['slow-2', 'a'],
      ]);
      // What it claims has one place besides, and is not kept waiting.
      rows.due = ['claimed', 'claimed-2', 'slow-3', 'claimed-3'];
      loop.wake();
      await waitFor(() => rows.performed.includes('claimed-2') && together.length === 4);
      rows.stale.add('late');
      await waitFor(() => rows.givenBack.includes('late'));
      rows.letGo('slow');
      await waitFor(() => rows.performed.filter((row) => row === 'odd').length === 2);
      expect(together).toHaveLength(4);
      const stopped = loop.stop(PATIENCE_MS);
      await waitFor(() => rows.givenBack.length === 3);
      expect(rows.givenBack).toEqual(['late', 'b', 'c']);
      for (const row of ['slow-2', 'slow-3']) rows.letGo(row);
      await stopped;
    });

    it('renews their leases, and waits for them when it stops and when it is drained', async () => {
      loop.start();
      loop.keepPlaces(1).take(['slow']);
      await waitFor(() => rows.renewals.length >= 2);
      let ended = 0;
      const both = [loop.drain(), loop.stop(PATIENCE_MS)].map((each) => each.then(() => (ended += 1)));
      await nextTurn();
      expect(ended).toBe(0);
      rows.letGo('slow');
      await Promise.all(both);
      expect(rows.performed).toEqual(['slow']);
    });
  });

  describe('with rows that are worked on together', () => {
    const together: string[][] = [];
    /** Two batches of at most three at a time; what is called odd is left over by its batch. */
    const batches: BatchWork<string> = {
      size: 3,
      atOnce: 2,
      split: (some) => [[...some]],
      perform: async (some) => {
        together.push([...some]);
        return some.filter((row) => row.includes('odd'));
      },
    };
    beforeEach(() => {
      together.length = 0;
      Object.assign(rows, { batches });
    });

    it('takes batch after batch, and works on what they leave over one by one', async () => {
      rows.due = ['a', 'odd', 'b', 'c', 'd'];
      loop.start();
      await waitFor(() => rows.performed.includes('odd') && together.length === 2);
      expect(together).toEqual([
        ['a', 'odd', 'b'],
        ['c', 'd'],
      ]);
      expect(rows.performed).toEqual(['odd']);
    });

    it('goes on with batches while what they left over hangs', async () => {
      rows.due = ['slow-odd-1', 'a', 'slow-odd-2', 'b', 'slow-odd-3', 'c', 'd', 'e', 'f'];
      loop.start();
      await waitFor(() => together.length === 3);
      for (const row of ['slow-odd-1', 'slow-odd-2', 'slow-odd-3']) rows.letGo(row);
    });

    it('gives back what is left over when it stops', async () => {
      let end = (): void => undefined;
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      const perform = (some: readonly string[]) => ended.then(() => some);
      Object.assign(rows, { batches: { ...batches, perform } });
      rows.due = ['a', 'b'];
      loop.start();
      await waitFor(() => rows.due.length === 0);
      const stopping = loop.stop(PATIENCE_MS);
      end();
      await stopping;
      expect([rows.givenBack, rows.performed]).toEqual([['a', 'b'], []]);
    });

    it('keeps a suspect apart from them', async () => {
      rows.due = ['suspect', 'a', 'b'];
      rows.suspects = new Set(['suspect']);
      loop.start();
      await waitFor(() => together.length === 1 && rows.performed.length === 1);
      expect([together, rows.performed]).toEqual([[['a', 'b']], ['suspect']]);
    });

    it('drains them all', async () => {
      rows.due = ['a', 'odd', 'b', 'c'];
      expect(await loop.drain()).toBe(4);
      // One alone is no batch.
      expect([together, rows.performed]).toEqual([[['a', 'odd', 'b']], ['odd', 'c']]);
    });
  });
});
