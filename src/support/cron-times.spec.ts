import { describe, expect, it } from '@jest/globals';
import { nextCronTime } from './cron-times.js';

describe('the next time of an expression', () => {
  it.each([
    ['*/2 * * * *', '2026-01-15T12:00:00Z', '2026-01-15T12:02:00Z'],
    ['0 4 * * *', '2026-01-15T12:00:00Z', '2026-01-16T04:00:00Z'],
    ['0 0 29 feb *', '2026-01-15T12:00:00Z', '2028-02-29T00:00:00Z'],
    ['30 0 9 * * mon-fri', '2026-01-16T09:00:30Z', '2026-01-19T09:00:30Z'],
  ])('%s after %s is %s', (text, after, next) => {
    expect(nextCronTime(text, Date.parse(after))).toBe(Date.parse(next));
  });
});
