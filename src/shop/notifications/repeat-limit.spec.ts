import { describe, expect, it } from '@jest/globals';
import { RepeatLimit } from './repeat-limit.js';

describe('the limit on repeated log lines', () => {
  it('lets the first one through and tells later how many were held back', () => {
    const limit = new RepeatLimit();
    expect(limit.admit('mismatch', 0)).toBe(0);
    expect(limit.admit('mismatch', 1)).toBeNull();
    expect(limit.admit('mismatch', 9_999)).toBeNull();
    expect(limit.admit('stale', 9_999)).toBe(0);
    expect(limit.admit('mismatch', 10_000)).toBe(2);
    expect(limit.admit('mismatch', 20_000)).toBe(0);
  });

  it('holds nothing back for longer when the clock is put back', () => {
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
