import { describe, expect, it } from '@jest/globals';
import { ManualClock } from '../../support/index.js';
import { NextDue } from './next-due.js';
import { afterFailure, isSpent, mayHaveCrashed } from './retry-plan.js';

describe('a row that failed', () => {
  const waitAfter = (attempts: number): number | 'given-up' => {
    const verdict = afterFailure(attempts, 5_000);
    return verdict === 'given-up' ? verdict : verdict.dueAt - 5_000;
  };

  it.each([
    [1, 500, 1_000],
    [2, 1_000, 2_000],
    [10, 256_000, 512_000],
    [11, 300_000, 600_000],
    [12, 300_000, 600_000],
  ])('is tried again after attempt %i within its time', (attempts, least, most) => {
    const waited = waitAfter(attempts);
    expect(waited).toBeGreaterThanOrEqual(least);
    expect(waited).toBeLessThanOrEqual(most);
  });

  it('is given up after thirteen attempts', () => {
    expect([waitAfter(13), waitAfter(14)]).toEqual(['given-up', 'given-up']);
  });

  it('has an attempt less, and is never given up, for which the database had no room', () => {
    expect([1, 13, 14].map((attempts) => afterFailure(attempts, 5_000, true))).toEqual(
      [0, 12, 13].map((attempts) => ({ dueAt: 35_000, attempts })),
    );
  });

  it.each([
    [1, null, false, false],
    [2, null, true, false],
    [5, null, true, false],
    [6, null, true, true],
    [2, 'gone', false, false],
    [13, 'gone', false, false],
    [14, 'gone', false, true],
  ])(
    'on its attempt %i, with the error %s: may have ended a process %s, is spent %s',
    (attempts, lastError, may, is) => {
      expect([mayHaveCrashed({ attempts, lastError }), isSpent({ attempts, lastError })]).toEqual([may, is]);
    },
  );

  it('is spent after another number if one is given, except for silent ends', () => {
    expect([3, 4].map((attempts) => isSpent({ attempts, lastError: 'gone' }, 3))).toEqual([false, true]);
    expect([5, 6].map((attempts) => isSpent({ attempts, lastError: null }, 3))).toEqual([false, true]);
  });
});

describe('when the next row is due', () => {
  it('is not known at first, and then counted down to zero', () => {
    const clock = new ManualClock(1_000);
    const next = new NextDue(clock);
    expect(next.idleMs).toBeNull();
    expect([next.set(1_300), next.idleMs]).toEqual([false, 300]);
    clock.advance(400);
    expect(next.idleMs).toBe(0);
    expect([next.set(1_400), next.set(1_401), next.set(0)]).toEqual([true, false, true]);
    expect([next.set(null), next.idleMs]).toEqual([false, null]);
  });
});
