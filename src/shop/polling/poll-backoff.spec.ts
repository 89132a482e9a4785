import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { PollBackoff } from './poll-backoff.js';

const NOON = Date.UTC(2026, 0, 15, 12);
const SECOND = 1_000;

let backoff: PollBackoff;
let now: number;
const fail = (isRefusal = false): boolean => backoff.failed(now, isRefusal);
const failTimes = (times: number): boolean[] => Array.from({ length: times }, () => fail());
/** Moves the clock to the end of the pause, where one poll may begin; returns the length of the pause in milliseconds. */
function sitOut(): number {
  const since = now;
  while (backoff.room(now) === 0) now += 100;
  return now - since;
}

beforeEach(() => {
  backoff = new PollBackoff();
  now = NOON;
});

describe('polls while the service is away', () => {
  it('continue after two failures, and pause after the third, the only one that is reported', () => {
    expect(failTimes(2)).toEqual([false, false]);
    expect(backoff.room(now)).toBe(Infinity);
    expect(failTimes(1)).toEqual([true]);
    expect(backoff.room(now)).toBe(0);
  });

  it('are tried one at a time after a pause, and all again after a success', () => {
    failTimes(3);
    expect(sitOut()).toBeGreaterThanOrEqual(SECOND / 2);
    expect(backoff.room(now)).toBe(1);
    backoff.succeeded();
    expect(backoff.room(now)).toBe(Infinity);
    expect(failTimes(3)).toEqual([false, false, true]);
  });

  it('pause for longer each time, up to half a minute, without another report', () => {
    failTimes(3);
    const pauses = [sitOut()];
    for (let tries = 0; tries < 9; tries += 1) {
      expect(fail()).toBe(false);
      pauses.push(sitOut());
    }
    for (const [index, pause] of pauses.entries()) {
      const longest = Math.min(30 * SECOND, SECOND * 2 ** index);
      expect(pause).toBeGreaterThanOrEqual(longest / 2);
      expect(pause).toBeLessThanOrEqual(longest + 100);
    }
  });

  it('pause no longer for polls that were in progress when the pause began', () => {
    failTimes(20);
    expect(sitOut()).toBeLessThanOrEqual(SECOND + 100);
  });

  it('pause at once, and for half a minute at least, where the key is refused', () => {
    expect(fail(true)).toBe(true);
    expect(sitOut()).toBeGreaterThanOrEqual(30 * SECOND);
    expect(fail(true)).toBe(false);
    expect(sitOut()).toBeGreaterThanOrEqual(60 * SECOND);
  });

  it('pause no longer because the clock was put back', () => {
    failTimes(3);
    now -= 3_600 * SECOND;
    expect(backoff.room(now)).toBe(1);
  });

  it.each([
    ['the service fails', false, [750, 1_500, 3_000, 6_000, 12_000, 22_500, 22_500]],
    ['the key is refused', true, [45_000, 90_000, 180_000, 225_000, 225_000]],
  ])('pause for this, where %s and chance is even', (_, isRefusal, pauses) => {
    jest.spyOn(Math, 'random').mockReturnValue(0.5);
    if (!isRefusal) failTimes(2);
    for (const pause of pauses) {
      fail(isRefusal);
      // Failures meanwhile do not extend the pause.
      fail(isRefusal);
      expect([now, now + pause - 1, now + pause].map((at) => backoff.room(at))).toEqual([0, 0, 1]);
      now += pause;
    }
    jest.restoreAllMocks();
  });

  it('continue the pause after the clock was put back by as much as a pause may last, and no more after that', () => {
    jest.spyOn(Math, 'random').mockReturnValue(0.5);
    fail(true);
    jest.restoreAllMocks();
    const end = now + 45_000;
    expect([end - 300_000, end - 300_001].map((at) => backoff.room(at))).toEqual([0, 1]);
  });
});
