import { describe, expect, it } from '@jest/globals';
import { setImmediate as afterThisTurn } from 'node:timers';
import { inSteps } from './in-steps.js';

const collected = async <T>(steps: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const step of steps) all.push(step);
  return all;
};

describe('work in steps', () => {
  it('gives the whole, in order, for any length', async () => {
    expect(await collected(inSteps([1, 2, 3, 4, 5], 2))).toEqual([[1, 2], [3, 4], [5]]);
    expect(await collected(inSteps([1, 2], 2))).toEqual([[1, 2]]);
    expect(await collected(inSteps([], 2))).toEqual([]);
    expect(await collected(inSteps(Uint8Array.of(7, 8, 9), 2))).toEqual([Uint8Array.of(7, 8), Uint8Array.of(9)]);
  });

  it('lets other work run between two steps', async () => {
    const seen: string[] = [];
    afterThisTurn(() => seen.push('another'));
    for await (const step of inSteps([1, 2], 1)) seen.push(`step ${String(step[0])}`);
    expect(seen).toEqual(['step 1', 'another', 'step 2']);
  });
});
