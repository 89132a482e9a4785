import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import * as fc from 'fast-check';
import {
  callLimits,
  CallOptions,
  settled,
  type BudgetAnswer,
  type BudgetRequest,
  type CallLimits,
} from '../../core/index.js';
import { ApiRateLimiter } from './api-rate-limiter.js';
import { CALL_PRIORITIES, isReservedFor, type CallPriority } from './call-priority.js';
import { ProcessBucket } from './process-bucket.js';
import { SharedBucket } from './shared-bucket.js';

beforeEach(() => {
  jest.useFakeTimers({ now: 0 });
});

afterEach(() => {
  jest.useRealTimers();
});

const limitsOf = (options: CallOptions): CallLimits => callLimits(settled(CallOptions, options), 30_000);

/** The row in the database as several processes see it, with the delay of a statement. */
class SharedRow {
  requests: BudgetRequest[] = [];
  isAway = false;
  pausedMs = 0;
  private readonly bucket: ProcessBucket;

  constructor(limits: CallLimits) {
    this.bucket = new ProcessBucket(limits);
  }

  async take(request: BudgetRequest): Promise<BudgetAnswer | null> {
    this.requests.push(request);
    await new Promise((resolve) => setTimeout(resolve, 2));
    if (this.isAway) return null;
    if (request.isPatient && this.pausedMs > 0)
      return { granted: 0, held: this.bucket.store.left, pausedMs: this.pausedMs };
    const { granted } = this.bucket.take(request.reserved > 0 ? 'poll' : 'checkout', request.calls);
    return { granted, held: granted > 0 ? null : this.bucket.store.left, pausedMs: 0 };
  }
}

describe('a bucket that processes share', () => {
  const made: { at: number; priority: CallPriority }[] = [];

  const limiterOn = (row: SharedRow, limits: CallLimits, onPause: (pausedMs: number) => void = () => undefined) =>
    new ApiRateLimiter(limits, { bucket: new SharedBucket({ budget: row, group: 'web', limits }), onPause });

  const ask = (limiter: ApiRateLimiter, priority: CallPriority) =>
    limiter.acquire(priority).then((mayGo) => {
      if (mayGo) made.push({ at: performance.now(), priority });
      return mayGo;
    });

  beforeEach(() => {
    made.length = 0;
  });

  it('never lets more through than one burst and the rate, for any number of processes; polls leave the reserve', async () => {
    const asked = fc.array(
      fc.record({
        process: fc.integer({ min: 0, max: 4 }),
        priority: fc.constantFrom(...CALL_PRIORITIES),
        count: fc.integer({ min: 1, max: 30 }),
        waitMs: fc.integer({ min: 0, max: 400 }),
      }),
      { minLength: 1, maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(asked, async (steps) => {
        made.length = 0;
        const limits = limitsOf({ callsPerSecond: 20, burst: 12, reservedCalls: 4, maxWaitMs: 1_000 });
        const row = new SharedRow(limits);
        const limiters = Array.from({ length: 5 }, () => limiterOn(row, limits));
        const began = performance.now();
        for (const { process, priority, count, waitMs } of steps) {
          for (let call = 0; call < count; call += 1) void ask(limiters[process]!, priority);
          await jest.advanceTimersByTimeAsync(waitMs);
        }
        await jest.advanceTimersByTimeAsync(3_000);
        made.forEach(({ at }, index) => {
          expect(index + 1).toBeLessThanOrEqual(12 + (20 * (at - began)) / 1_000);
        });
        const others = made.filter(({ priority }) => !isReservedFor(priority));
        others.forEach(({ at }, index) => {
          expect(index + 1).toBeLessThanOrEqual(8 + (20 * (at - began)) / 1_000);
        });
        expect(limiters.map(({ waiting }) => waiting)).toEqual([0, 0, 0, 0, 0]);
        expect(jest.getTimerCount()).toBe(0);
      }),
      { numRuns: 50 },
    );
  });

  it('is asked once for all that wait, and not while it is known to be empty', async () => {
    const limits = limitsOf({ callsPerSecond: 10, burst: 6, reservedCalls: 2 });
    const row = new SharedRow(limits);
    const limiter = limiterOn(row, limits);
    for (let call = 0; call < 5; call += 1) void ask(limiter, 'poll');
    await jest.advanceTimersByTimeAsync(10);
    expect(row.requests.map(({ calls, reserved, isPatient }) => [calls, reserved, isPatient])).toEqual([
      [1, 2, true],
      [3, 2, true],
    ]);
    expect(made).toHaveLength(4);
    await jest.advanceTimersByTimeAsync(80);
    expect(row.requests).toHaveLength(2);
    void ask(limiter, 'refund');
    await jest.advanceTimersByTimeAsync(2);
    expect(made.at(-1)?.priority).toBe('refund');
    limiter.close();
  });

  it('ends only polls and sweeps at once while the service asks for a pause', async () => {
    const limits = limitsOf({});
    const row = new SharedRow(limits);
    const pauses: number[] = [];
    const limiter = limiterOn(row, limits, (pausedMs) => void pauses.push(pausedMs));
    row.pausedMs = 60_000;
    const results = Promise.all((['poll', 'sweep', 'return', 'checkout'] as const).map((each) => ask(limiter, each)));
    await jest.advanceTimersByTimeAsync(10);
    expect(await results).toEqual([false, false, true, true]);
    expect(pauses).toEqual([60_000]);
  });

  it('decides alone while the database is away', async () => {
    const limits = limitsOf({ callsPerSecond: 10, burst: 4, reservedCalls: 0, maxWaitMs: 250 });
    const row = new SharedRow(limits);
    row.isAway = true;
    const limiter = limiterOn(row, limits);
    const results = Promise.all(Array.from({ length: 10 }, () => ask(limiter, 'poll')));
    await jest.advanceTimersByTimeAsync(300);
    expect((await results).filter(Boolean)).toHaveLength(6);
  });
});
