import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';

import { ManualClock } from './clock.js';
import { createId, firstIdAt } from './ids.js';

describe('createId', () => {
  it('makes a UUID of version 7 that begins with its time', () => {
    const id = createId(new ManualClock(0x019b_7767_4c00));
    expect(id).toMatch(/^019b7767-4c00-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('never repeats and always grows, also within a millisecond', () => {
    const clock = new ManualClock();
    const ids = Array.from({ length: 20_000 }, () => createId(clock));
    expect(new Set(ids).size).toBe(ids.length);
    expect([...ids].sort()).toEqual(ids);
  });

  it('grows even if the clock is moved', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -50, max: 50 }), { maxLength: 50 }), (steps) => {
        const clock = new ManualClock();
        const ids = steps.map((step) => {
          clock.advance(step);
          return createId(clock);
        });
        expect([...ids].sort()).toEqual(ids);
      }),
    );
  });

  it('follows the clock again once that has caught up', () => {
    const clock = new ManualClock(5_000);
    createId(clock);
    clock.set(1_000);
    createId(clock);
    clock.set(6_000);
    expect(createId(clock).slice(0, 13)).toBe('00000000-1770');
  });

  it('differs between clocks of the same time', () => {
    expect(createId(new ManualClock())).not.toBe(createId(new ManualClock()));
  });

  it('has a lowest one for each time, and no later one sorts before it', () => {
    const clock = new ManualClock(0x019b_7767_4c00);
    const ids = Array.from({ length: 100 }, () => createId(clock));
    expect(ids.every((id) => id >= firstIdAt(clock.now()))).toBe(true);
    expect(ids.every((id) => id < firstIdAt(clock.now() + 1))).toBe(true);
  });
});
