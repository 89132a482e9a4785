import { describe, expect, it } from '@jest/globals';
import { BatchSize } from './batch-size.js';

describe('the size of a batch', () => {
  const limits = { budgetMs: 100, most: 64 };
  const after = (...batches: (readonly [rows: number, tookMs: number])[]): number => {
    const size = new BatchSize(limits);
    for (const [rows, tookMs] of batches) size.learn(rows, tookMs);
    return size.current;
  };

  it('grows step by step while full batches are quick, up to a limit', () => {
    expect(after([8, 1])).toBe(12);
    expect(after(...Array.from({ length: 20 }, () => [64, 10] as const))).toBe(64);
  });

  it('does not grow by batches that were not full, or took more than half of the time', () => {
    expect(after([3, 1])).toBe(8);
    expect(after([8, 60])).toBe(8);
    expect([after([8, 50]), after([8, 51]), after([7, 50]), after([3, 100])]).toEqual([12, 8, 8, 8]);
    expect([after([3, 101]), after([9, 50])]).toEqual([2, 12]);
  });

  it('shrinks at once to the rows that there was time for, and to one where handlers are slow', () => {
    expect(after([8, 200])).toBe(4);
    expect(after([8, 5_000])).toBe(1);
    expect(after([8, 5_000], [1, 5_000])).toBe(1);
    expect(after([8, 5_000], [1, 1])).toBe(2);
  });

  it('halves when a batch was rolled back', () => {
    const size = new BatchSize(limits);
    const sizes = Array.from({ length: 5 }, () => {
      size.fail();
      return size.current;
    });
    expect(sizes).toEqual([4, 2, 1, 1, 1]);
  });
});
