import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';

import { backoffMs } from './backoff.js';

const highest = (): number => 1 - Number.EPSILON;
const lowest = (): number => 0;
const plan = { baseMs: 200, capMs: 5_000 };

describe('backoffMs', () => {
  it.each([
    [1, 199],
    [2, 399],
    [3, 799],
    [5, 3_199],
    [6, 4_999],
    [2_000, 4_999],
    [0, 199],
  ])('after failure %d waits at most %d ms', (attempt, most) => {
    expect(backoffMs({ ...plan, attempt, random: highest })).toBe(most);
    expect(backoffMs({ ...plan, attempt, random: lowest })).toBe(0);
  });

  it('waits at least half of it with equal jitter', () => {
    expect(backoffMs({ ...plan, attempt: 3, jitter: 'equal', random: lowest })).toBe(400);
    expect(backoffMs({ ...plan, attempt: 3, jitter: 'equal', random: highest })).toBe(799);
  });

  it('gives whole milliseconds within the cap', () => {
    fc.assert(
      fc.property(
        fc.nat(2_000),
        fc.nat(10_000),
        fc.nat(60_000),
        fc.constantFrom('full', 'equal'),
        (attempt, baseMs, capMs, jitter) => {
          const wait = backoffMs({ attempt, baseMs, capMs, jitter });
          expect(Number.isInteger(wait) && wait >= 0 && wait <= capMs).toBe(true);
        },
      ),
    );
  });
});
