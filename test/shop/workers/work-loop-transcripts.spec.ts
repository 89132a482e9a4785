import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { ThrottledLogger } from '../../../src/shop/core/index.js';
import { RowWorker, type BatchWork, type RowHandler, type RowSource } from '../../../src/shop/workers/index.js';
import { PeriodicWorker, type Rest } from '../../../src/shop/workers/periodic-worker.js';
import { promiseSteps } from '../../support/loop-steps.js';
import { LogCapture } from '../../support/log-capture.js';

const LEASE_MS = 30_000;

/** Rows in memory, and a diary of what a loop does with them and when. Rows that are called slow take until they are let go. */
class Diary implements RowHandler<string>, RowSource<string> {
  readonly rows = this;
  readonly leaseMs = LEASE_MS;
  readonly lines: string[] = [];
  idleMs: number | null = Infinity;
  due: string[] = [];
  suspects: string[] = [];
  stale: string[] = [];
  /** What fails, by what is done: `claim`, `renew`, `release`, or the name of a row. */
  readonly broken = new Set<string>();
  places?: number;
  sharesPlaces?: boolean;
  batches?: BatchWork<string>;
  readonly own = {
    next: () => ({ attempts: 1, dueAt: 0, leaseToken: 'own', leaseUntil: 0 }),
    isFresh: (row: string) => !this.stale.includes(row),
    giveBack: async (some: readonly string[]) => this.note(`gives back ${some.join(' ')}`, 'giveBack'),
  };
  private readonly gates = new Map<string, () => void>();
  private readonly start = Date.now();

  constructor(readonly logs = new LogCapture()) {}

  /** Writes a line. @throws what is to fail */
  note(line: string, what = ''): void {
    this.lines.push(`${Date.now() - this.start} ${line}`);
    if (this.broken.has(what)) throw new Error(`${what} fails`);
  }

  async claim(limit: number): Promise<string[]> {
    const taken = this.due.splice(0, limit);
    this.note(`claims ${limit}: ${taken.join(' ') || 'nothing'}`, 'claim');
    return taken;
  }

  async perform(row: string): Promise<void> {
    this.note(`begins ${row}`);
    if (row.startsWith('slow')) await new Promise<void>((resolve) => this.gates.set(row, resolve));
    this.note(`ends ${row}`, row);
  }

  async renew(row: string): Promise<void> {
    this.note(`renews ${row}`, 'renew');
  }

  mayHaveCrashed(row: string): boolean {
    return this.suspects.includes(row);
  }

  recordLate(): Promise<void> {
    return Promise.resolve();
  }

  unrecorded(rows: readonly string[]): void {
    this.note(`remembers ${rows.join(' ')}`);
  }

  async release(rows: readonly string[]): Promise<void> {
    this.note(`lets go of ${rows.join(' ')}`, 'release');
    await promiseSteps();
    this.note('has let go');
  }

  letGo(...rows: string[]): Promise<void> {
    for (const row of rows) this.gates.get(row)?.();
    return passing(0);
  }

  /** Batches, whose rows are begun together; the odd ones are left over. */
  batched(change: Partial<BatchWork<string>> = {}): void {
    const perform = async (rows: readonly string[]): Promise<string[]> => {
      this.note(`begins together ${rows.join(' ')}`);
      for (const row of rows.filter((each) => each.startsWith('slow')))
        await new Promise<void>((resolve) => this.gates.set(row, resolve));
      this.note(`ends together ${rows.join(' ')}`, rows[0]);
      return rows.filter((row) => row.startsWith('odd'));
    };
    this.batches = { size: 3, atOnce: 2, split: (rows) => [rows, []], perform, ...change };
  }
}

/** Lets time pass, and everything end that ends by then. */
async function passing(ms: number): Promise<void> {
  await jest.advanceTimersByTimeAsync(ms);
  for (let step = 0; step < 5; step += 1) await jest.advanceTimersByTimeAsync(0);
}

const many = (name: string, count: number): string[] => Array.from({ length: count }, (_, index) => `${name}-${index}`);

describe('what a loop does with rows', () => {
  let diary: Diary;
  let logger: ThrottledLogger;
  const reported = (): string => [...diary.lines, ...diary.logs.lines].join('\n');

  beforeEach(() => {
    jest.useFakeTimers();
    diary = new Diary();
    Logger.overrideLogger(diary.logs);
    logger = new ThrottledLogger(new Logger('test'));
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const loopOf = (restMs?: () => number): RowWorker<string> => new RowWorker(diary, logger, restMs);
  /** What happens, with a line for each step of the script. */
  const step = async (title: string, ms = 0): Promise<void> => {
    diary.lines.push(`${title}:`);
    await passing(ms);
  };

  test('it rests until the next row is due, and no longer than it may', async () => {
    const loop = loopOf();
    loop.wake();
    loop.start();
    loop.start();
    await step('nobody knows', 0);
    diary.idleMs = null;
    await step('two seconds at most', 2_000);
    diary.idleMs = 300;
    await step('a second', 1_000);
    diary.idleMs = Infinity;
    await step('as it was said', 299);
    await step('and a millisecond', 1);
    diary.due = ['A'];
    loop.wake();
    await step('woken', 0);
    await loop.stop(1_000);
    loop.wake();
    await step('stopped', 5_000);
    const patient = loopOf(() => 5_000);
    patient.start();
    await step('another one with longer rests', 4_999);
    await step('and a millisecond', 1);
    await patient.stop(1_000);
    expect(reported()).toMatchSnapshot();
  });

  test('it begins as many as it has places for', async () => {
    diary.places = 3;
    diary.due = [...many('slow', 4), 'A', 'B'];
    const loop = loopOf();
    loop.start();
    await step('three are begun', 0);
    await step('nothing happens', 1_000);
    await diary.letGo('slow-1');
    await step('one has ended', 0);
    await diary.letGo('slow-0', 'slow-2', 'slow-3');
    await step('all have ended', 0);
    diary.places = undefined;
    diary.due = many('slow', 21);
    loop.wake();
    await step('twenty, where nothing was said', 0);
    await diary.letGo(...many('slow', 20));
    await diary.letGo('slow-20');
    await loop.stop(1_000);
    expect(reported()).toMatchSnapshot();
  });

  test('what fails is logged and done again', async () => {
    diary.broken.add('claim');
    const loop = loopOf();
    diary.idleMs = 0;
    loop.start();
    await step('a claim fails', 999);
    await step('and again after a second', 1);
    diary.broken.clear();
    diary.idleMs = Infinity;
    diary.due = ['A', 'B'];
    diary.broken.add('A');
    await step('the end of a row cannot be written', 1_000);
    await loop.stop(1_000);
    diary.due = ['C'];
    diary.broken.add('release');
    loop.start();
    const stopped = loop.stop(1_000);
    await step('stopped during a claim', 0);
    await stopped;
    expect(reported()).toMatchSnapshot();
  });

  test('leases are renewed three times in each', async () => {
    diary.due = ['slow'];
    const loop = loopOf(() => 3_600_000);
    loop.start();
    await step('just before a third', 9_999);
    await step('a third', 1);
    diary.broken.add('renew');
    await step('two thirds, and it fails', 10_000);
    await step('all of it', 10_000);
    const stopped = loop.stop(5_000);
    await step('it does not end in time', 5_000);
    await stopped;
    await step('others may have it', 60_000);
    await diary.letGo('slow');
    expect(reported()).toMatchSnapshot();
  });

  test('it waits for what ends in time, and no longer', async () => {
    diary.due = ['slow', 'slow-2'];
    const loop = loopOf();
    loop.start();
    await step('both are begun', 0);
    const stopped = loop.stop(1_000).then(() => diary.note('has stopped'));
    diary.due = ['later'];
    await diary.letGo('slow');
    await step('one has ended', 500);
    await diary.letGo('slow-2');
    await stopped;
    loop.start();
    await step('it starts anew', 0);
    await loop.stop(1_000);
    expect(reported()).toMatchSnapshot();
  });

  test('of those that may have ended a process one is tried at a time', async () => {
    diary.suspects = ['slow-s', 's-1', 's-2'];
    diary.due = ['A', 'slow-s', 's-1', 's-2', 'B'];
    const loop = loopOf();
    loop.start();
    await step('one of three', 0);
    diary.due = ['s-1', 'C'];
    loop.wake();
    await step('not while that is tried', 0);
    diary.due = ['s-1', 's-2'];
    await diary.letGo('slow-s');
    await step('the next', 0);
    await loop.stop(1_000);
    expect(reported()).toMatchSnapshot();
  });

  test('in batches: as many at once as may be, and what is left over by itself', async () => {
    diary.batched();
    diary.due = ['slow-1', 'A', 'B', 'slow-2', 'C', 'odd-1', 'D', 'E', 'odd-2', 'F'];
    const loop = loopOf();
    loop.start();
    await step('two batches', 0);
    await step('nothing happens', 1_000);
    await diary.letGo('slow-1');
    await step('the first has ended', 0);
    await diary.letGo('slow-2');
    await step('the second has ended', 0);
    await loop.stop(1_000);
    diary.suspects = ['s'];
    diary.due = ['s', 'G'];
    loop.start();
    await step('a suspect is not one of a batch, nor one alone', 0);
    await loop.stop(1_000);
    diary.batched({ ofOne: true });
    diary.due = ['H'];
    loop.start();
    await step('one alone is a batch', 0);
    await loop.stop(1_000);
    diary.due = ['s'];
    loop.start();
    await step('but not a suspect', 0);
    await loop.stop(1_000);
    diary.batched({ size: 1, ofOne: true, split: (rows) => rows.map((row) => [row]) });
    diary.due = ['I', 'J'];
    loop.start();
    await step('batches of one are none', 0);
    await loop.stop(1_000);
    diary.batched();
    diary.broken.add('K');
    diary.due = ['K', 'L'];
    loop.start();
    await step('the end of a batch cannot be written', 0);
    await loop.stop(1_000);
    expect(reported()).toMatchSnapshot();
  });

  test('what a batch has left over is given back where the loop is stopped', async () => {
    diary.batched();
    diary.due = ['slow-1', 'odd-1', 'odd-2'];
    const loop = loopOf();
    loop.start();
    await step('it is begun', 0);
    const stopped = loop.stop(1_000).then(() => diary.note('has stopped'));
    await diary.letGo('slow-1');
    await stopped;
    expect(reported()).toMatchSnapshot();
  });

  test('everything that is due is worked off, whether it was started or not', async () => {
    const loop = loopOf();
    diary.suspects = ['s-1', 's-2'];
    diary.due = ['A', 's-1', 'B', 's-2'];
    const count = async (title: string): Promise<void> => {
      diary.lines.push(`${title}:`);
      diary.note(`has done ${await loop.drain()}`);
    };
    await count('one by one');
    diary.places = 2;
    diary.due = ['A', 'B', 'C'];
    await count('two at a time');
    diary.batched();
    diary.due = ['A', 'odd-1', 'B', 'C', 's-1'];
    await count('in batches');
    diary.batches = undefined;
    diary.due = ['slow', 'D'];
    const run = loop.run().then(() => diary.note('has run'));
    await step('it runs', 0);
    await diary.letGo('slow');
    await run;
    loop.wake();
    await step('and is stopped then', 3_000);
    delete diary.places;
    diary.suspects = ['slow-s', 'slow-t'];
    diary.due = ['slow-s', 'slow-a'];
    const second = loop.run().then(() => diary.note('has run'));
    await step('it runs with a suspect', 0);
    diary.due = ['slow-t'];
    await diary.letGo('slow-s');
    await diary.letGo('slow-a');
    await step('what was begun meanwhile is waited for, too', 0);
    await diary.letGo('slow-t');
    await second;
    expect(reported()).toMatchSnapshot();
  });

  describe('that its own process has written', () => {
    const kept = (loop: RowWorker<string>, wanted: number) => {
      const places = loop.keepPlaces(wanted);
      diary.note(`keeps ${places.count} of ${wanted}`);
      return places;
    };

    test('they are begun when they are committed, as far as there are places', async () => {
      diary.places = 3;
      const loop = loopOf(() => 3_600_000);
      kept(loop, 1);
      loop.start();
      await step('started', 0);
      const first = kept(loop, 2);
      const second = kept(loop, 2);
      kept(loop, 1);
      first.take(['slow-1', 'A']);
      await step('two are committed', 0);
      second.drop();
      second.take(['nothing']);
      await step('the other transaction has failed', 0);
      const third = kept(loop, 5);
      third.take(['B']);
      await step('one of two was written', 0);
      diary.idleMs = null;
      kept(loop, 1).take(['C']);
      await step('where it is not known when the next is due it looks', 0);
      diary.idleMs = Infinity;
      diary.due = many('slow-c', 3);
      loop.wake();
      await step('claimed ones have places of their own', 0);
      kept(loop, 9).drop();
      await diary.letGo('slow-1', ...many('slow-c', 3));
      await step('all have ended', 0);
      kept(loop, 9).drop();
      await loop.stop(1_000);
      expect(reported()).toMatchSnapshot();
    });

    test('they share the places with those that are claimed where they have to', async () => {
      Object.assign(diary, { places: 3, sharesPlaces: true });
      const loop = loopOf(() => 3_600_000);
      diary.due = ['slow-c-1', 'slow-c-2'];
      loop.start();
      await step('two are claimed', 0);
      kept(loop, 3).take(['slow-1', 'slow-2']);
      await step('one is begun beside them', 0);
      diary.due = ['slow-c-3'];
      loop.wake();
      await step('there is no place for a third', 0);
      await diary.letGo('slow-c-1');
      await step('one has ended', 0);
      await diary.letGo('slow-1');
      await step('another has ended', 0);
      await diary.letGo('slow-2', 'slow-c-2', 'slow-c-3');
      await loop.stop(1_000);
      expect(reported()).toMatchSnapshot();
    });

    test('what has waited for too long is given back, and what is not begun when the loop stops', async () => {
      diary.batched({ size: 2, atOnce: 1 });
      const loop = loopOf(() => 3_600_000);
      loop.start();
      await step('started', 0);
      kept(loop, 20).take(['slow-1', 'A', 'B', 'C', 'D', 'E']);
      await step('two are begun together', 0);
      diary.stale = ['C', 'E'];
      await step('the others wait', 9_999);
      await step('it is looked after them three times in each lease', 1);
      diary.broken.add('giveBack');
      const more = kept(loop, 20);
      const stopped = loop.stop(60_000).then(() => diary.note('has stopped'));
      await step('stopped', 0);
      more.take(['F']);
      await diary.letGo('slow-1');
      await stopped;
      kept(loop, 1);
      expect(reported()).toMatchSnapshot();
      expect(jest.getTimerCount()).toBe(0);
    });

    test('none while older ones were left over by a claim', async () => {
      diary.places = 2;
      diary.due = ['slow-1', 'slow-2', 'A'];
      const loop = loopOf();
      loop.start();
      await step('there were more than it took', 0);
      kept(loop, 1);
      await diary.letGo('slow-1', 'slow-2');
      await step('there are no more', 0);
      kept(loop, 1).drop();
      await loop.stop(1_000);
      expect(reported()).toMatchSnapshot();
    });
  });

  test('a task without rows', async () => {
    let rest: Rest | undefined = { atMostMs: 500 };
    let count = 0;
    const signals: boolean[] = [];
    const loop = new PeriodicWorker(async (signal) => {
      count += 1;
      signals.push(signal.aborted);
      diary.note(`runs ${signal.aborted}`, 'task');
      return rest;
    }, logger);
    loop.wake();
    await step('not started', 0);
    await loop.drain();
    loop.start();
    loop.start();
    await step('started', 499);
    await step('when it has said', 1);
    rest = undefined;
    await step('it says nothing', 500);
    await step('two seconds', 1_999);
    await step('and a millisecond', 1);
    diary.broken.add('task');
    await step('it fails', 2_000);
    await step('and again after a second', 1_000);
    diary.broken.clear();
    rest = { atMostMs: 0 };
    diary.note = ((note) => (line: string, what?: string) => {
      note(line, what);
      if (count >= 12) rest = { atMostMs: 9_000 };
    })(diary.note.bind(diary));
    await step('it wants to run again at once, some times', 1_000);
    await step('it may not rest for longer than two seconds', 2_000);
    loop.wake();
    loop.wake();
    await step('woken twice', 0);
    await loop.stop(1_000);
    loop.wake();
    await step('stopped', 9_000);
    loop.open();
    await step('opened: without the timer', 9_000);
    expect(reported()).toMatchSnapshot();
  });
});
