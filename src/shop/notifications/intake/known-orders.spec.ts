import { describe, expect, it } from '@jest/globals';
import { KnownOrders } from './known-orders.js';

/** Statements that were run; each is answered by hand. */
function reader() {
  const asked: {
    group: string;
    ids: readonly string[];
    answer: (known: readonly string[]) => void;
    fail: () => void;
  }[] = [];
  const known = new KnownOrders(
    (group, ids) =>
      new Promise((resolve, reject) => {
        const answer = (some: readonly string[]): void => resolve(new Set(some));
        asked.push({ group, ids, answer, fail: () => reject(new Error('no database')) });
      }),
  );
  return { known, asked };
}

const tick = (): Promise<void> => new Promise((resolve) => void setImmediate(() => setImmediate(resolve)));

describe('known orders', () => {
  it('are distinguished from unknown ones by one statement at a time, which all waiting callers share', async () => {
    const { known, asked } = reader();
    const first = ['A', 'B'].map((id) => known.has('web', id));
    await tick();
    const others = Array.from({ length: 1_500 }, (_, index) => known.has('web', `N-${index}`));
    const elsewhere = known.has('till', 'A');
    await tick();
    expect(asked.map(({ ids }) => ids)).toEqual([['A', 'B']]);
    asked[0]!.answer(['A']);
    expect(await Promise.all(first)).toEqual([true, false]);
    for (const [at, count] of [
      [1, 1_000],
      [2, 500],
    ] as const) {
      await tick();
      expect([asked.length, asked[at]!.ids.length]).toEqual([at + 1, count]);
      asked[at]!.answer(['N-7']);
    }
    await tick();
    expect([asked[3]!.group, asked[3]!.ids]).toEqual(['till', ['A']]);
    asked[3]!.answer(['A']);
    expect([(await Promise.all(others)).filter(Boolean).length, await elsewhere]).toEqual([1, true]);
  });

  it('fail with the database, and are asked for again when it is back', async () => {
    const { known, asked } = reader();
    const failing = known.has('web', 'A');
    await tick();
    asked[0]!.fail();
    await expect(failing).rejects.toThrow('no database');
    const again = known.has('web', 'A');
    await tick();
    asked[1]!.answer(['A']);
    expect(await again).toBe(true);
  });

  it('are not asked for by more callers than may wait', async () => {
    const { known } = reader();
    for (let each = 0; each < 10_000; each += 1) void known.has('web', `N-${each}`);
    await expect(known.has('web', 'A')).rejects.toThrow('too many');
  });
});
