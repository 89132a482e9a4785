import { describe, expect, it } from '@jest/globals';
import { SharedCommit } from './shared-commit.js';

/** Records what was committed together; fails if `bad` is part of it. */
const recorder = (bad: number | null = null) => {
  const batches: number[][] = [];
  const commit = async (batch: readonly number[]): Promise<number> => {
    if (bad !== null && batch.includes(bad)) throw new Error('the database refused it');
    return batches.push([...batch]);
  };
  return { batches, commit };
};

const addAll = <R>(commits: SharedCommit<number, R>, ...items: number[]) =>
  Promise.allSettled(items.map((item) => commits.add(item)));

describe('commits that are shared', () => {
  it('contain what comes in one turn, and give each caller the result', async () => {
    const { batches, commit } = recorder();
    const ends = await addAll(new SharedCommit({ commit }), 1, 2, 3);
    expect(ends).toEqual([1, 2, 3].map(() => ({ status: 'fulfilled', value: 1 })));
    expect(batches).toEqual([[1, 2, 3]]);
  });

  it('have a limit of items and of weight; a heavier item goes alone', async () => {
    const { batches, commit } = recorder();
    const weight = { most: 10, of: (item: number) => item };
    await addAll(new SharedCommit({ commit, most: 3, weight }), 5, 5, 1, 1, 1, 1, 99, 4);
    expect(batches).toEqual([[5, 5], [1, 1, 1], [1], [99], [4]]);
  });

  it('are made one by one when they fail together: only the bad one is refused, and the next ones are written', async () => {
    const { batches, commit } = recorder(2);
    const commits = new SharedCommit({ commit });
    expect((await addAll(commits, 1, 2, 3)).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect([batches, await commits.add(4)]).toEqual([[[1], [3], [4]], 3]);
  });

  it('are refused whole if trying each one is useless', async () => {
    const { batches, commit } = recorder(2);
    const ends = await addAll(new SharedCommit({ commit, isSeparable: () => false }), 1, 2, 3);
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(batches).toEqual([]);
  });

  it('run in parallel only where allowed', async () => {
    let [underWay, most] = [0, 0];
    const commit = async (): Promise<void> => {
      most = Math.max(most, (underWay += 1));
      await new Promise(setImmediate);
      underWay -= 1;
    };
    const items = Array.from({ length: 12 }, (_, item) => item);
    await addAll(new SharedCommit<number>({ commit, most: 2 }), ...items);
    expect(most).toBe(1);
    await addAll(new SharedCommit<number>({ commit, most: 2, mayJoin: (_waiting, now) => now < 3 }), ...items);
    expect(most).toBe(3);
  });
});
