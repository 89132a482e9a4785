import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { boundClock, errorAfter, type ClockReading } from './clock-bounds.js';

const MINUTE = 60_000;
const SECOND = 1_000;
const PPM = 1 / 1_000_000;

/** How long one answer takes, in milliseconds: to the database, back, and in the queue of a busy event loop. */
const way = fc.record({
  pauseMs: fc.double({ min: 1, max: 2 * MINUTE, noNaN: true }),
  thereMs: fc.double({ min: 0, max: 300, noNaN: true }),
  backMs: fc.double({ min: 0, max: 300, noNaN: true }),
});
const ways = fc.array(way, { minLength: 1, maxLength: 60 });
const start = fc.integer({ min: -100_000, max: 100_000 });
const drifts = fc.double({ min: -200, max: 200, noNaN: true });

interface World {
  readonly offsetAt: (ours: number) => number;
}

/**
 * Readings in a simulation that knows all times to fractions of a millisecond; its clocks show whole milliseconds only.
 */
function* readings(
  { offsetAt }: World,
  travels: readonly { pauseMs: number; thereMs: number; backMs: number }[],
): Generator<ClockReading & { readonly truth: number }> {
  let ours = 1_800_000_000_000.25;
  for (const { pauseMs, thereMs, backMs } of travels) {
    const sent = ours + pauseMs;
    const there = sent + thereMs;
    ours = there + backMs;
    const theirs = Math.floor(there + offsetAt(there));
    yield { before: Math.floor(sent), theirs, after: Math.floor(ours), truth: offsetAt(ours) };
  }
}

describe('the bounds of a clock', () => {
  it('hold the true offset, with any delays and with clocks that drift apart by 200 ppm', () => {
    const property = fc.property(ways, start, drifts, (travels, offset, ppm) => {
      const origin = 1_800_000_000_000;
      let known: readonly ClockReading[] = [];
      for (const reading of readings({ offsetAt: (ours) => offset + ppm * PPM * (ours - origin) }, travels)) {
        const bounds = boundClock(known, reading);
        expect(bounds.isAnew).toBe(false);
        expect(Math.abs(bounds.offsetMs - reading.truth)).toBeLessThanOrEqual(bounds.errorMs + 1e-3);
        known = bounds.readings;
      }
    });
    fc.assert(property, { numRuns: 2_000 });
  });

  it('are never wider than the newest reading alone makes them, but for rounding', () => {
    const property = fc.property(ways, start, (travels, offset) => {
      let known: readonly ClockReading[] = [];
      for (const reading of readings({ offsetAt: () => offset }, travels)) {
        const bounds = boundClock(known, reading);
        expect(bounds.errorMs).toBeLessThanOrEqual(boundClock([], reading).errorMs + 1);
        known = bounds.readings;
      }
    });
    fc.assert(property, { numRuns: 500 });
  });

  it('are those of the shortest delays there and back, though no single answer was read in time', () => {
    const late: ClockReading = { before: 1_000, theirs: 6_001, after: 1_150 };
    const slow: ClockReading = { before: 2_000, theirs: 7_149, after: 2_150 };
    expect(boundClock([], late)).toMatchObject({ offsetMs: 4_926, errorMs: expect.closeTo(76.03) });
    const both = boundClock([late], slow);
    expect(Math.abs(both.offsetMs - 5_000)).toBeLessThanOrEqual(1);
    expect(both.errorMs).toBeLessThan(3);
  });

  it('start anew from the newest reading when a clock was set, and only then', () => {
    const reading = (at: number, offset: number): ClockReading => ({ before: at, theirs: at + offset, after: at + 2 });
    const before = boundClock([], reading(0, 500));
    const stepped = boundClock(before.readings, reading(MINUTE, 4_500));
    expect(stepped).toMatchObject({ isAnew: true, offsetMs: 4_499, readings: [reading(MINUTE, 4_500)] });
    expect(boundClock(stepped.readings, reading(2 * MINUTE, 4_500))).toMatchObject({ isAnew: false, offsetMs: 4_499 });
  });

  it('contain the new offset after any step of the database, at the latest when ten minutes have passed', () => {
    const property = fc.property(start, fc.integer({ min: -5_000, max: 5_000 }), (offset, step) => {
      let known: readonly ClockReading[] = [];
      const travels = Array.from({ length: 40 }, () => ({ pauseMs: 30 * SECOND, thereMs: 5, backMs: 40 }));
      const stepAt = 1_800_000_000_000 + 5 * MINUTE;
      for (const reading of readings({ offsetAt: (ours) => offset + (ours >= stepAt ? step : 0) }, travels)) {
        const bounds = boundClock(known, reading);
        const isSettled = reading.before > stepAt + 11 * MINUTE;
        // A step smaller than the intervals is not detected at first. Then the offset is wrong by at most one round trip.
        const most = isSettled ? bounds.errorMs : 50;
        expect(Math.abs(bounds.offsetMs - reading.truth)).toBeLessThanOrEqual(most + 1e-3);
        known = bounds.readings;
      }
    });
    fc.assert(property, { numRuns: 500 });
  });

  it('forget readings after ten minutes', () => {
    const old: ClockReading = { before: 0, theirs: 0, after: 1 };
    const { readings: kept } = boundClock([old], { before: 10 * MINUTE + 1, theirs: 10 * MINUTE + 1, after: 601_002 });
    expect(kept).not.toContainEqual(old);
    const last: ClockReading = { before: 10 * MINUTE, theirs: 10 * MINUTE, after: 10 * MINUTE };
    expect(boundClock([old], last).readings).toEqual([old, last]);
  });

  it('may meet in a single point', () => {
    const one: ClockReading = { before: 0, theirs: 0, after: 0 };
    const other: ClockReading = { before: 0, theirs: 2, after: 0 };
    expect(boundClock([one], other)).toEqual({ offsetMs: 1, errorMs: 0, readings: [one, other], isAnew: false });
  });

  it('grow with the time since the last reading', () => {
    expect(errorAfter(2, MINUTE)).toBeCloseTo(14);
    expect(errorAfter(2, -MINUTE)).toBe(2);
  });
});
