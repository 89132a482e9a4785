import { describe, expect, it } from '@jest/globals';
import { nextMidnight } from './midnight.js';

const ZONE = 'Europe/Amsterdam';

describe('the next midnight', () => {
  it.each([
    ['in winter', Date.UTC(2026, 0, 15, 12), Date.UTC(2026, 0, 15, 23)],
    ['in summer', Date.UTC(2026, 6, 15, 12), Date.UTC(2026, 6, 15, 22)],
    ['at midnight itself', Date.UTC(2026, 0, 15, 23), Date.UTC(2026, 0, 16, 23)],
    ['just before it', Date.UTC(2026, 0, 15, 23) - 1, Date.UTC(2026, 0, 15, 23)],
    ['on a day of 23 hours', Date.UTC(2026, 2, 28, 23), Date.UTC(2026, 2, 29, 22)],
    ['on a day of 25 hours', Date.UTC(2026, 9, 24, 22), Date.UTC(2026, 9, 25, 23)],
    ['at the end of a year', Date.UTC(2026, 11, 31, 22, 59), Date.UTC(2026, 11, 31, 23)],
  ])('is that of the site %s', (_, now, midnight) => {
    expect(nextMidnight(now, ZONE)).toBe(midnight);
  });
});
