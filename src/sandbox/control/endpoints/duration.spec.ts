import { describe, expect, it } from '@jest/globals';
import { ManualClock, type Clock } from '../../../support/index.js';
import { readDuration, readInstant } from './duration.js';
import { SandboxClock } from '../../core/index.js';

describe('a duration', () => {
  it.each([
    [0, 0],
    [900_000, 900_000],
    ['PT45M', 2_700_000],
    ['P1D', 86_400_000],
    ['P1W2DT3H4M5.006S', 604_800_000 + 2 * 86_400_000 + 3 * 3_600_000 + 4 * 60_000 + 5_006],
    ['PT0S', 0],
  ])('may be %s', (value, ms) => expect(readDuration(value)).toBe(ms));

  it.each(['', 'P', 'PT', '45M', 'P1Y', 'P1M', 'PT-5M', 'PT1.5H', '900000', Number.NaN, Infinity, null, [], {}, true])(
    'may not be %p',
    (value) => expect(readDuration(value)).toBeNull(),
  );
});

describe('an instant', () => {
  it.each([
    [1_767_225_600_000, 1_767_225_600_000],
    ['2026-01-01T00:00:00Z', 1_767_225_600_000],
    ['2026-01-01T01:00:00.000+01:00', 1_767_225_600_000],
    ['2026-01-01T00:00Z', 1_767_225_600_000],
  ])('may be %s', (value, epochMs) => expect(readInstant(value)).toBe(epochMs));

  it.each(['2026-01-01', '2026-01-01T00:00:00', '2026-13-01T00:00:00Z', 'tomorrow', '', null, Number.NaN, {}])(
    'may not be %p',
    (value) => expect(readInstant(value)).toBeNull(),
  );
});

describe("the sandbox's clock", () => {
  const fixed = (now: number): Clock => ({ now: () => now });

  it('shows its source until it is moved, then keeps its distance, then follows again', () => {
    const clock = new SandboxClock(fixed(1_000));
    expect(clock.reading()).toEqual({ now: 1_000, offsetMs: 0 });
    clock.set(5_000);
    expect(clock.reading()).toEqual({ now: 5_000, offsetMs: 4_000 });
    clock.forwardTo(4_000);
    expect(clock.now()).toBe(5_000);
    clock.follow();
    expect(clock.now()).toBe(1_000);
  });

  it('moves a source that can be moved, so that a shop with the same clock stays with it', () => {
    const source = new ManualClock(1_000);
    const clock = new SandboxClock(source);
    clock.forwardTo(5_000);
    expect([source.now(), clock.reading()]).toEqual([5_000, { now: 5_000, offsetMs: 0 }]);
  });
});
