import { describe, expect, it } from '@jest/globals';

import { ManualClock, SystemClock } from './clock.js';

describe('clocks', () => {
  it('the clock of the machine gives epoch milliseconds and moves forward', () => {
    const clock = new SystemClock();
    const first = clock.now();
    expect(Number.isSafeInteger(first)).toBe(true);
    expect(clock.now()).toBeGreaterThanOrEqual(first);
  });

  it('a manual clock stands still until it is moved', () => {
    const clock = new ManualClock(1_000);
    expect(clock.now()).toBe(1_000);
    clock.advance(500);
    expect(clock.now()).toBe(1_500);
    clock.set(200);
    expect([clock.now(), clock.now()]).toEqual([200, 200]);
  });

  it('a manual clock starts at a time whose seconds have ten digits', () => {
    expect(String(Math.floor(new ManualClock().now() / 1000))).toHaveLength(10);
  });
});
