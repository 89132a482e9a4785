import { describe, expect, it } from '@jest/globals';
import { judge, type Evidence, type NotedRun, type StoredEffect } from './oracle.mjs';

const effect = (id: string, changes: Partial<StoredEffect> = {}): StoredEffect => ({
  id,
  orderId: 'Q-1',
  handler: 'Office.mail',
  kind: 'completed',
  version: 2,
  state: 'done',
  ...changes,
});
const run = (of: string, begunAt: number, changes: Partial<NotedRun> = {}): NotedRun => ({
  effect: of,
  process: 'worker-1',
  begunAt,
  endedAt: begunAt + 20,
  outcome: 'well',
  ...changes,
});
const unended = { endedAt: null, outcome: null };
const first = effect('a', { kind: 'initialized', version: 1 });
const second = effect('b');
const found = (changes: Partial<Evidence> = {}) =>
  judge({
    effects: [first, second],
    runs: [run('a', 100), run('b', 200)],
    deaths: new Map(),
    orders: ['Q-1'],
    handlers: ['Office.mail'],
    ...changes,
  });

describe('the judge of effects in queues', () => {
  it('finds nothing wrong where each has ended well once, in order', () => {
    const sentAt = new Map([
      ['Q-1 initialized', 90],
      ['Q-1 completed', 100],
    ]);
    const judgement = found({ sentAt });
    expect(judgement).toEqual({ violations: [], doubled: 0, retried: 0, p50: 30, p99: 120, longest: 120 });
  });

  it.each<[string, Partial<Evidence>, string]>([
    ['is not worked off', { effects: [first, effect('b', { state: 'pending' })] }, '1 effects are not worked off'],
    ['is given up', { effects: [first, effect('b', { state: 'dead' })] }, '1 effects are given up'],
    ['is done without a run', { runs: [run('a', 100)] }, '1 effects are done and have never ended well'],
    [
      'is done and only failed',
      { runs: [run('a', 100), run('b', 200, { outcome: 'failed' })] },
      '1 effects are done and have never ended well',
    ],
    ['was never written', { effects: [first], runs: [run('a', 100)] }, '1 effects were never written'],
    ['ran and is not there', { runs: [run('a', 100), run('b', 200), run('c', 1)] }, '1 runs of effects that are not'],
    [
      'ran again although it had ended well and its process lived',
      { runs: [run('a', 100), run('b', 200), run('b', 300)] },
      '1 runs of effects that had ended well',
    ],
    [
      'ran again although its process was killed only long after it had ended well',
      { runs: [run('a', 100), run('b', 200), run('b', 99_000)], deaths: new Map([['worker-1', 60_000]]) },
      '1 runs of effects that had ended well',
    ],
    [
      'ran twice at a time',
      { runs: [run('a', 100), run('b', 200), run('b', 210, { process: 'worker-2' })] },
      '1 runs began while an earlier one',
    ],
    [
      'ran again before the process of its first run was killed',
      {
        runs: [run('a', 100), run('b', 200, unended), run('b', 300, { process: 'worker-2' })],
        deaths: new Map([['worker-1', 400]]),
      },
      '1 runs began while an earlier one',
    ],
    [
      'began before the one before it had ended',
      { runs: [run('a', 100), run('b', 110)] },
      '1 effects began before an earlier one',
    ],
    [
      'began after the one before it had only failed',
      { runs: [run('a', 100, { outcome: 'failed' }), run('b', 200), run('a', 300)] },
      '1 effects began before an earlier one',
    ],
  ])('says so when an effect %s', (_, changes, what) => {
    expect(found(changes).violations).toEqual([expect.stringContaining(what)]);
  });

  it('lets an effect run again after a kill and after a failure, and counts both', () => {
    const runs = [
      run('a', 100, unended),
      run('a', 40_000, { process: 'worker-2', outcome: 'failed' }),
      run('a', 42_000, { process: 'worker-2' }),
      run('b', 43_000, { process: 'worker-2' }),
    ];
    const deaths = new Map([['worker-1', 130]]);
    expect(found({ runs, deaths })).toMatchObject({ violations: [], doubled: 1, retried: 1 });
  });

  it('wants the effect that ends its process to be given up, and no other', () => {
    const poison = { id: 'b' };
    const runs = [run('a', 100), run('b', 200, unended)];
    const deaths = new Map([['worker-1', 210]]);
    const dead = effect('b', { state: 'dead' });
    expect(found({ effects: [first, dead], runs, deaths, poison }).violations).toEqual([]);
    expect(found({ effects: [first, second], runs, deaths, poison }).violations).toEqual([
      'the effect that ends its process is done, not given up',
    ]);
    const often = [run('a', 100), ...Array.from({ length: 6 }, (_, index) => run('b', 200 + index, unended))];
    expect(found({ effects: [first, dead], runs: often, deaths, poison }).violations).toEqual(['it ended 6 processes']);
  });
});
