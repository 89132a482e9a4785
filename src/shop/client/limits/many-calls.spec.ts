import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { callLimits, CallOptions, settled, type CallLimits } from '../../core/index.js';
import { ApiRateLimiter } from './api-rate-limiter.js';
import type { CallBucket, Taken } from './call-bucket.js';
import type { CallPriority } from './call-priority.js';

beforeEach(() => {
  jest.useFakeTimers({ now: 0 });
});

afterEach(() => {
  jest.useRealTimers();
});

const limitsOf = (options: CallOptions): CallLimits => callLimits(settled(CallOptions, options), 30_000);

describe('the API budget of a terminal group whose bucket answers for many at once', () => {
  const results: string[] = [];

  const ask = (budget: ApiRateLimiter, priority: CallPriority, name: string = priority) =>
    void budget.acquire(priority).then((mayGo) => results.push(mayGo ? name : `not ${name}`));
  /** The requests to the bucket, and its answers where they come later. */
  let asked: [CallPriority, number][];
  let answers: ((taken: Taken) => void)[];

  const askMany = (budget: ApiRateLimiter, priority: CallPriority, count: number) => {
    for (let call = 1; call <= count; call += 1) ask(budget, priority, `${priority} ${call}`);
  };

  beforeEach(() => {
    results.length = 0;
    asked = [];
    answers = [];
  });

  /** A bucket that is empty until it is opened, and then grants every request. */
  const closedBucket = () => {
    let isOpen = false;
    const bucket: CallBucket = {
      store: { left: 0, burst: 100 },
      waitMs: () => (isOpen ? 0 : 50),
      take: (priority, wanted) => {
        asked.push([priority, wanted]);
        return { granted: wanted, pausedMs: 0 };
      },
    };
    return { bucket, open: () => (isOpen = true) };
  };

  it.each<[string, [CallPriority, number][], [CallPriority, number][]]>([
    ['all of one part', [['poll', 7], ['sweep', 8]], [['poll', 15]]], // oxfmt-ignore
    [
      'the least urgent of another part after nine',
      [['return', 12], ['sweep', 2]], // oxfmt-ignore
      [['return', 9], ['sweep', 1], ['return', 3], ['sweep', 1]], // oxfmt-ignore
    ],
    [
      'calls before them are counted, of any part',
      [['refund', 4], ['return', 6], ['poll', 2]], // oxfmt-ignore
      [['refund', 4], ['return', 5], ['poll', 1], ['return', 1], ['poll', 1]], // oxfmt-ignore
    ],
  ])('it is asked once for %s', async (_title, arrivals, expected) => {
    const { bucket, open } = closedBucket();
    const budget = new ApiRateLimiter(limitsOf({}), { bucket });
    for (const [priority, count] of arrivals) askMany(budget, priority, count);
    await jest.advanceTimersByTimeAsync(49);
    expect(asked).toEqual([]);
    open();
    await jest.advanceTimersByTimeAsync(1);
    expect(asked).toEqual(expected);
    expect([budget.waiting, jest.getTimerCount()]).toEqual([0, 0]);
  });

  const slowBucket = (left = 10): CallBucket => ({
    store: { left, burst: 10 },
    waitMs: () => 0,
    take: (priority, wanted) => {
      asked.push([priority, wanted]);
      return new Promise((resolve) => answers.push(resolve));
    },
  });
  const answer = async (granted: number) => {
    answers.shift()!({ granted, pausedMs: 0 });
    await jest.advanceTimersByTimeAsync(0);
  };

  it('it gets one request at a time; a call whose time is over ends with the answer to a request for it', async () => {
    const budget = new ApiRateLimiter(limitsOf({ maxWaitMs: 100 }), { bucket: slowBucket() });
    askMany(budget, 'poll', 3);
    expect(asked).toEqual([['poll', 1]]);
    await jest.advanceTimersByTimeAsync(100);
    ask(budget, 'poll', 'came late');
    expect([results, asked.length]).toEqual([[], 1]);
    await answer(1);
    // The first request was made before the others came.
    expect([results, asked.at(-1)]).toEqual([['poll 1'], ['poll', 3]]);
    await answer(1);
    expect([results, asked.at(-1)]).toEqual([
      ['poll 1', 'poll 2', 'not poll 3'],
      ['poll', 1],
    ]);
    await answer(1);
    expect(results.at(-1)).toBe('came late');
    // The call's time ended during the request. The next request does not include it.
    ask(budget, 'poll', 'in vain');
    await jest.advanceTimersByTimeAsync(99);
    expect(results.at(-1)).toBe('came late');
    await jest.advanceTimersByTimeAsync(1);
    ask(budget, 'poll', 'next');
    await answer(0);
    expect([results.at(-1), asked.length]).toEqual(['not in vain', 5]);
    budget.close();
  });

  it.each([
    [0, ['not poll 3', 'not poll 4', 'not poll 5']],
    [3, ['not poll 5']],
  ])(
    'beside those who wait, its line has a place for calls under request, and for %d that it may hold',
    async (left, refused) => {
      const budget = new ApiRateLimiter(limitsOf({ maxWaiting: 1 }), { bucket: slowBucket(left) });
      askMany(budget, 'poll', 5);
      await jest.advanceTimersByTimeAsync(0);
      expect([results, budget.waiting]).toEqual([refused, 5 - refused.length]);
      budget.close();
    },
  );

  it('ends patient calls when it reports a pause, and keeps the others', async () => {
    const pauses: number[] = [];
    const parts = { bucket: slowBucket(), onPause: (ms: number) => void pauses.push(ms) };
    const budget = new ApiRateLimiter(limitsOf({}), parts);
    for (const priority of ['sweep', 'poll', 'return', 'refund'] as const) ask(budget, priority);
    answers.shift()!({ granted: 0, pausedMs: 1 });
    await jest.advanceTimersByTimeAsync(0);
    expect([results, pauses]).toEqual([['not poll', 'not sweep'], [1]]);
    expect(asked.at(-1)).toEqual(['refund', 1]);
    await answer(1);
    await answer(1);
    expect([results.slice(2), pauses]).toEqual([['refund', 'return'], [1]]);
  });
});
