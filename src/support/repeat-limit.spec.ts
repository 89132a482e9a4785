import { describe, expect, it } from '@jest/globals';
import { RepeatLimit } from './repeat-limit.js';

describe('the limit on repeated log lines', () => {
  it('admits the first one, and later reports how many were held back', () => {
    const limit = new RepeatLimit();
    expect(limit.admit('mismatch', 0)).toBe(0);
    expect(limit.admit('mismatch', 1)).toBeNull();
    expect(limit.admit('mismatch', 9_999)).toBeNull();
    expect(limit.admit('stale', 9_999)).toBe(0);
    expect(limit.admit('mismatch', 10_000)).toBe(2);
  });

  it('reports what never ends at growing gaps, in the end one hour apart', () => {
    const limit = new RepeatLimit();
    const reported: number[] = [];
    for (let s = 0; s < 6 * 3_600; s += 1) if (limit.admit('no database', s * 1_000) !== null) reported.push(s);
    expect(reported.slice(0, 6)).toEqual([0, 10, 30, 70, 150, 310]);
    expect(reported.at(-1)! - reported.at(-2)!).toBe(3_600);
  });

  it('grows the gaps of what comes once a minute as well', () => {
    const limit = new RepeatLimit();
    const minutes = Array.from({ length: 24 * 60 }, (_, minute) => minute * 60_000);
    expect(minutes.filter((at) => limit.admit('no clock', at) !== null).length).toBeLessThan(35);
  });

  it('reports at once what comes back after it had ended', () => {
    const limit = new RepeatLimit();
    for (let s = 0; s < 3_000; s += 1) limit.admit('no database', s * 1_000);
    expect(limit.admit('no database', 3_100_000)).toBeNull();
    expect(limit.admit('no database', 3_700_001)).toBeGreaterThan(0);
    expect(limit.admit('no database', 3_711_000)).toBe(0);
  });

  it('holds nothing back for longer when the clock is set back', () => {
    const limit = new RepeatLimit();
    limit.admit('mismatch', 1_000_000);
    expect(limit.admit('mismatch', 0)).toBe(0);
  });

  it('remembers a bounded number of lines', () => {
    const limit = new RepeatLimit();
    for (let line = 0; line <= 100; line += 1) limit.admit(`line ${line}`, 0);
    expect(limit.admit('line 100', 1)).toBeNull();
    expect(limit.admit('line 0', 1)).toBe(0);
  });
});
