import { describe, expect, it } from '@jest/globals';
import { authenticate } from '../../src/shop/notifications/intake/notification-authenticator.js';
import { Random } from '../support/random.js';
import { LeakTest, RunningMoments, SUSPICIOUS_T, welch } from './timing-statistics.js';
import { judgesWith, timeJudge } from './timing.js';

/** Durations as they occur: a bell on top of which now and then something waits for long. */
function durations(random: Random, count: number, mean: number): Float64Array {
  const bell = (): number => Array.from({ length: 12 }, () => random.next()).reduce((sum, each) => sum + each, -6);
  return Float64Array.from({ length: count }, () => mean + bell() + (random.chance(0.01) ? 5_000 * random.next() : 0));
}

function testOf(seed: number, means: readonly [number, number]): LeakTest {
  const random = new Random(seed);
  const test = new LeakTest(durations(random, 2_000, means[0]));
  for (const kind of [0, 1] as const) {
    for (const duration of durations(random, 20_000, means[kind])) test.push(kind, duration);
  }
  return test;
}

describe('the statistic by which timing is judged', () => {
  it('is that of Welch', () => {
    const [first, second] = [new RunningMoments(), new RunningMoments()];
    for (let index = 0; index < 1_000; index += 1) first.push(index % 2);
    for (let index = 0; index < 1_000; index += 1) second.push(1 + (index % 2));
    // Means 0.5 and 1.5, both with a variance of 1000 · 0.25 / 999.
    expect(welch(first, second)).toBeCloseTo(-1 / Math.sqrt((2 * (250 / 999)) / 1_000), 6);
  });

  it('says nothing of too few samples', () => {
    const [first, second] = [new RunningMoments(), new RunningMoments()];
    for (let index = 0; index < 100; index += 1) first.push(index);
    for (let index = 0; index < 100; index += 1) second.push(-index);
    expect(welch(first, second)).toBe(0);
  });

  it('sees no difference where there is none, whatever interrupts', () => {
    for (const seed of [1, 2, 3]) expect(Math.abs(testOf(seed, [100, 100]).t)).toBeLessThan(SUSPICIOUS_T);
  });

  it('sees a small difference behind interruptions that are a thousand times larger', () => {
    const test = testOf(1, [100.2, 100]);
    expect(test.t).toBeGreaterThan(SUSPICIOUS_T);
    expect(test.difference).toBeGreaterThan(0);
  });
});

// How long anything takes is for `npm run attacks -- timing` to judge, on a quiet machine: here it only has to run.
it.each(judgesWith(authenticate).map((judge) => [judge.name, judge] as const))('can be timed: %s', (_name, judge) => {
  expect(Number.isFinite(timeJudge(judge, 2_000, new Random(1)).t)).toBe(true);
});
