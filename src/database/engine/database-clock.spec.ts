import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { ManualClock } from '../../support/clock.js';
import { DatabaseClock } from './database-clock.js';

/** By how much the clock of this database is ahead of ours, in milliseconds. */
const AHEAD_MS = 50_000;
/** An answer with this delay leaves an error just above the accepted one, in milliseconds. */
const LATE_MS = 4;
/** The bounds are rounded to whole milliseconds, and widened by drift. */
const ABOUT_MS = 1;

describe('the clock of a database whose answers come late', () => {
  const system = new ManualClock();
  /** How long the next answers take, in milliseconds; the last entry applies to all later answers. */
  let ways: number[];
  let aheadMs: number;
  let asked: string[];
  let timesAnew: number;
  let clock: DatabaseClock;

  const answer = (): { now: string }[] => {
    const wayMs = ways.length > 1 ? ways.shift()! : ways[0]!;
    if (wayMs === Infinity) throw new Error('the connection is gone');
    system.advance(wayMs / 2);
    const now = system.now() + aheadMs;
    system.advance(wayMs / 2);
    return [{ now: String(now) }];
  };
  const note = <T>(word: string, value: T): T => {
    asked.push(word);
    return value;
  };
  const runner = {
    // The wait for a connection must not count as delay of the first answer.
    connect: async () => {
      await nextTurn();
      system.advance(5_000);
      note('connected', undefined);
    },
    query: async (sql: string) => note(/clock_timestamp/.test(sql) ? 'read' : sql, answer()),
    release: async () => {
      await nextTurn();
      note('released', undefined);
    },
  };

  beforeEach(() => {
    [ways, aheadMs, asked, timesAnew] = [[0], AHEAD_MS, [], 0];
    const dataSource = new DataSource({ type: 'postgres' });
    Reflect.set(dataSource, 'createQueryRunner', (mode: unknown) => note(String(mode), runner));
    clock = new DatabaseClock(dataSource, system, () => (timesAnew += 1));
  });

  const reads = (): number => asked.filter((word) => word === 'read').length;

  it.each<[string, number[], number]>([
    ['one that is read at once', [2], 1],
    ['no more than the first that comes in time', [LATE_MS, LATE_MS, 2], 3],
    ['ten where all are late', [LATE_MS], 10],
  ])('is asked on the machine that is written to, behind one connection: %s', async (_, given, count) => {
    ways = given;
    await clock.sync();
    expect(asked).toEqual(['master', 'connected', ...Array<string>(count).fill('read'), 'released']);
    expect(Math.abs(clock.now() - system.now() - AHEAD_MS)).toBeLessThanOrEqual(clock.errorMs!);
    expect(clock.errorMs!).toBeLessThan(LATE_MS);
    expect(timesAnew).toBe(0);
  });

  it('reports once that a clock was set, though later answers of the same comparison agree', async () => {
    await clock.sync();
    aheadMs += 3_000;
    ways = [LATE_MS, LATE_MS, 2];
    await clock.sync();
    expect([timesAnew, reads()]).toEqual([1, 4]);
    expect(Math.abs(clock.now() - system.now() - aheadMs)).toBeLessThanOrEqual(ABOUT_MS);
    await clock.sync();
    expect(timesAnew).toBe(1);
  });

  it('keeps its last offset when no answer comes, and gives its connection back', async () => {
    expect([clock.errorMs, clock.now()]).toEqual([null, system.now()]);
    await clock.sync();
    const [errorMs, before] = [clock.errorMs!, clock.now() - system.now()];
    [ways, asked] = [[Infinity], []];
    await expect(clock.sync()).rejects.toThrow('the connection is gone');
    expect(asked).toEqual(['master', 'connected', 'released']);
    expect(clock.now() - system.now()).toBe(before);
    system.advance(600_000);
    // 200 ppm of ten minutes, and of the wait for the connection.
    expect(clock.errorMs! - errorMs).toBeCloseTo(121);
  });
});
