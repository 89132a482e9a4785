import { describe, expect, it } from '@jest/globals';
import { GroupedEnds } from './grouped-ends.js';

describe('ends that share a transaction', () => {
  it('are written together when they come in one turn', async () => {
    const groups: number[][] = [];
    const ends = new GroupedEnds<number>(async (rows) => groups.push([...rows]) > 0);
    expect(await Promise.all([1, 2, 3].map((row) => ends.add(row)))).toEqual([true, true, true]);
    expect(groups).toEqual([[1, 2, 3]]);
  });

  it('are written one by one when the lease of one of them was lost', async () => {
    const ends = new GroupedEnds<number>(async (rows) => !rows.includes(2));
    expect(await Promise.all([1, 2, 3].map((row) => ends.add(row)))).toEqual([true, false, true]);
  });

  it('fail one by one when they cannot be written, and the next ones are written', async () => {
    const ends = new GroupedEnds<number>(async (rows) => {
      if (rows.includes(2)) throw new Error('the database is gone');
      return true;
    });
    const outcomes = await Promise.allSettled([1, 2, 3].map((row) => ends.add(row)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await ends.add(4)).toBe(true);
  });
});
