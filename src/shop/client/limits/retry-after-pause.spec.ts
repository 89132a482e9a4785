import { describe, expect, it } from '@jest/globals';
import { RetryAfterPause } from './retry-after-pause.js';

const NOW = 1_000_000;
const leftMs = (pause: RetryAfterPause): number => pause.leftMs('poll', NOW);

describe('a pause that another process was asked for', () => {
  it.each([
    [0, 10_000],
    [0.5, 11_000],
    [1, 12_000],
  ])('is taken as it was asked, and a fifth longer at most (chance %s)', (chance, expected) => {
    const pause = new RetryAfterPause(() => chance);
    pause.join(10_000, NOW);
    expect(leftMs(pause)).toBe(expected);
  });

  it('does not end a longer one, and holds back no call that someone waits for', () => {
    const pause = new RetryAfterPause(() => 0);
    pause.join(10_000, NOW);
    pause.join(1_000, NOW);
    expect(leftMs(pause)).toBe(10_000);
    expect((['refund', 'checkout', 'return'] as const).map((who) => pause.leftMs(who, NOW))).toEqual([0, 0, 0]);
    expect([pause.holds('sweep', NOW), pause.holds('sweep', NOW + 10_000)]).toEqual([true, false]);
  });
});
