import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { afterAsking, askAgainMs } from './ask-again.js';
import { CALL_PRIORITIES, isPatient } from './call-priority.js';

const input = fc.record({
  priority: fc.constantFrom(...CALL_PRIORITIES),
  vain: fc.integer({ min: 0, max: 12 }),
  refillMs: fc.double({ min: 1, max: 1_000, noNaN: true }),
  maxWaitMs: fc.integer({ min: 0, max: 60_000 }),
  random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
});

describe('asking again for calls that others use up, too', () => {
  it('lets each call try four times before it has waited too long, and urgent ones twice a second', () => {
    fc.assert(
      fc.property(input, (given) => {
        const waitMs = askAgainMs(given);
        expect(waitMs).toBeGreaterThanOrEqual(0);
        expect(waitMs).toBeLessThanOrEqual(given.maxWaitMs / 4);
        expect(waitMs).toBeLessThanOrEqual(isPatient(given.priority) ? 2_000 : 500);
      }),
    );
  });

  it('never waits less after more failed requests', () => {
    fc.assert(
      fc.property(input, (given) => {
        expect(askAgainMs({ ...given, vain: given.vain + 1 })).toBeGreaterThanOrEqual(askAgainMs(given));
      }),
    );
  });

  it('asks less often after failed requests, and more often after calls were granted', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 1, max: 100 }), (vain, granted) => {
        expect(afterAsking(vain, granted)).toBe(Math.max(0, vain - 1));
        expect(afterAsking(vain, 0)).toBeGreaterThanOrEqual(vain);
        expect(afterAsking(vain, 0)).toBeLessThanOrEqual(12);
      }),
    );
  });
});
