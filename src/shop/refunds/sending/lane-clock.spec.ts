import { describe, expect, it } from '@jest/globals';
import { heldByClock, reachOf } from './lane-clock.js';
import { toRefundRules } from '../../core/index.js';

const NOW = 1_700_000_000_000;
const RULES = toRefundRules();
const REACH = { slotMs: 41_001, pauseMs: 3_600_000 };

describe('the times of a lane', () => {
  it('reach as far as a lease and the spacing after it, and as the longest pause', () => {
    expect(reachOf({ ...RULES, spacingMs: 1_000 }, 40_000)).toEqual(REACH);
    expect(reachOf({ ...RULES, lanePauseCapMs: 60_000, notSentPauseMs: 70_000 }, 0).pauseMs).toBe(70_000);
  });

  it.each([
    ['nextSlotAt', REACH.slotMs],
    ['dueAt', REACH.slotMs],
    ['pausedUntil', REACH.pauseMs],
  ] as const)('are put to the furthest where %s is beyond it, and stay otherwise', (name, reach) => {
    const times = { nextSlotAt: NOW, pausedUntil: 0, dueAt: NOW, [name]: NOW + reach };
    expect(heldByClock(times, REACH, NOW)).toBeNull();
    expect(heldByClock({ ...times, [name]: NOW + reach + 1 }, REACH, NOW)).toEqual(times);
  });
});
