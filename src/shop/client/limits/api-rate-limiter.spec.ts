import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import * as fc from 'fast-check';

import { callLimits, CallOptions, settled, type CallLimits } from '../../core/index.js';
import { ApiRateLimiter } from './api-rate-limiter.js';
import { CALL_PRIORITIES, type CallPriority } from './call-priority.js';
import { Circuit } from './circuit.js';
import { PriorityQueue } from './priority-queue.js';

beforeEach(() => {
  jest.useFakeTimers({ now: 0 });
});

afterEach(() => {
  jest.useRealTimers();
});

const limitsOf = (options: CallOptions): CallLimits => callLimits(settled(CallOptions, options), 30_000);

describe('the line of waiting calls', () => {
  it('serves the most urgent first, and first come first within one priority', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...CALL_PRIORITIES)), (priorities) => {
        const line = new PriorityQueue<number>(1_000);
        priorities.forEach((priority, item) => line.add({ priority, item }));
        const served: number[] = [];
        for (let next = line.first; next; next = line.first) {
          served.push(next.item);
          line.remove(next);
        }
        const expected = CALL_PRIORITIES.flatMap((wanted) =>
          priorities.flatMap((priority, item) => (priority === wanted ? [item] : [])),
        );
        expect(served).toEqual(expected);
      }),
    );
  });

  it('rejects the least urgent call when it is full', () => {
    const line = new PriorityQueue<string>(2);
    line.add({ priority: 'sweep', item: 'sweep' });
    line.add({ priority: 'poll', item: 'first poll' });
    expect(line.takeExcess()).toEqual([]);
    line.add({ priority: 'refund', item: 'refund' });
    expect(line.takeExcess().map(({ item }) => item)).toEqual(['sweep']);
    line.add({ priority: 'poll', item: 'second poll' });
    expect(line.takeExcess().map(({ item }) => item)).toEqual(['second poll']);
    expect(line.length).toBe(2);
  });
});

describe('the API budget of a terminal group', () => {
  const results: string[] = [];

  /** Asks for a call; the results stand in `results`. */
  const ask = (budget: ApiRateLimiter, priority: CallPriority, name: string = priority) =>
    void budget.acquire(priority).then((mayGo) => results.push(mayGo ? name : `not ${name}`));
  const budgetOf = (options: CallOptions) => new ApiRateLimiter(limitsOf(options));

  beforeEach(() => {
    results.length = 0;
  });

  it('lets a burst through at once, and then as many a second as it says', async () => {
    const budget = budgetOf({ callsPerSecond: 10, burst: 5, reservedCalls: 0 });
    for (let call = 0; call < 20; call += 1) ask(budget, 'checkout');
    await jest.advanceTimersByTimeAsync(0);
    expect(results).toHaveLength(5);
    expect(budget.waiting).toBe(15);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(results).toHaveLength(15);
    await jest.advanceTimersByTimeAsync(500);
    expect(results).toHaveLength(20);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('serves by priority once there is a line (design §9)', async () => {
    const budget = budgetOf({ callsPerSecond: 10, burst: 1, reservedCalls: 0 });
    ask(budget, 'sweep', 'none waited yet');
    const arrivals: CallPriority[] = ['sweep', 'poll', 'return', 'checkout', 'refund'];
    for (const priority of arrivals) ask(budget, priority);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(results).toEqual(['none waited yet', 'refund', 'checkout', 'return', 'poll', 'sweep']);
  });

  it('keeps its reserve for checkout and refunds, however many polls there are (scenario P3)', async () => {
    const budget = budgetOf({ callsPerSecond: 1, burst: 8, reservedCalls: 3 });
    for (let call = 0; call < 100; call += 1) ask(budget, 'poll');
    await jest.advanceTimersByTimeAsync(0);
    expect(results).toHaveLength(5);
    ask(budget, 'checkout');
    ask(budget, 'refund');
    await jest.advanceTimersByTimeAsync(0);
    expect(results.slice(5)).toEqual(['checkout', 'refund']);
  });

  it('gives a sweep one call in ten while polls keep coming, and none of the reserve', async () => {
    const budget = budgetOf({ callsPerSecond: 10, burst: 4, reservedCalls: 3, maxWaitMs: 60_000 });
    for (let call = 0; call < 40; call += 1) ask(budget, 'poll');
    for (let call = 0; call < 10; call += 1) ask(budget, 'sweep');
    await jest.advanceTimersByTimeAsync(2_000);
    expect([results.filter((name) => name === 'poll').length, results.indexOf('sweep')]).toEqual([19, 10]);
    for (let call = 0; call < 40; call += 1) ask(budget, 'checkout');
    const before = results.length;
    await jest.advanceTimersByTimeAsync(2_000);
    expect(new Set(results.slice(before))).toEqual(new Set(['checkout']));
    budget.close();
  });

  it('rejects a call that has waited too long, and closes at once for all', async () => {
    const budget = budgetOf({ callsPerSecond: 1, burst: 1, reservedCalls: 0, maxWaitMs: 400 });
    for (const name of ['first', 'second']) ask(budget, 'poll', name);
    await jest.advanceTimersByTimeAsync(399);
    expect(results).toEqual(['first']);
    await jest.advanceTimersByTimeAsync(1);
    expect(results).toEqual(['first', 'not second']);
    ask(budget, 'poll', 'third');
    budget.close();
    ask(budget, 'refund', 'fourth');
    await jest.advanceTimersByTimeAsync(0);
    expect(results.slice(2)).toEqual(['not third', 'not fourth']);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('accepts only more urgent calls when its line is full', async () => {
    const budget = budgetOf({ callsPerSecond: 1, burst: 1, reservedCalls: 0, maxWaiting: 1 });
    for (const [priority, name] of [
      ['poll', 'at once'],
      ['poll', 'waits'],
      ['poll', 'too many'],
      ['refund', 'refund'],
    ] as const) {
      ask(budget, priority, name);
    }
    await jest.advanceTimersByTimeAsync(1_000);
    expect(results).toEqual(['at once', 'not too many', 'not waits', 'refund']);
  });
});

describe('the circuit of a terminal group', () => {
  type Result = 'works' | 'fails';
  const works = () => Promise.resolve<Result>('works');
  const fails = () => Promise.resolve<Result>('fails');
  const circuitOf = (options: CallOptions = {}) =>
    new Circuit<Result>(
      limitsOf({ circuitFailures: 3, circuitPauseMs: 1_000, ...options }),
      (result) => result === 'fails',
    );
  const run = async (circuit: Circuit<Result>, calls: (() => Promise<Result>)[]) => {
    for (const call of calls) await circuit.run('poll', call);
  };

  it('opens after failures in a row, and lets one call through when it has waited', async () => {
    const circuit = circuitOf();
    await run(circuit, [fails, fails, works, fails, fails]);
    expect(circuit.position).toBe('closed');
    await run(circuit, [fails]);
    expect(circuit.position).toBe('open');
    expect(await circuit.run('checkout', works)).toEqual({ admitted: false });
    jest.advanceTimersByTime(999);
    expect(circuit.admits('refund')).toBe(false);
    jest.advanceTimersByTime(1);
    expect(await circuit.run('sweep', fails)).toEqual({ admitted: true, result: 'fails' });
    expect(await circuit.run('sweep', works)).toEqual({ admitted: false });
    jest.advanceTimersByTime(1_000);
    expect(await circuit.run('sweep', works)).toEqual({ admitted: true, result: 'works' });
    expect(circuit.position).toBe('closed');
  });

  it('counts its pause by a clock that never jumps', async () => {
    jest.setSystemTime(Date.UTC(2030, 0));
    const circuit = circuitOf();
    await run(circuit, [fails, fails, fails]);
    jest.setSystemTime(Date.UTC(2029, 0));
    jest.advanceTimersByTime(1_000);
    expect(await circuit.run('sweep', works)).toEqual({ admitted: true, result: 'works' });
    expect(circuit.position).toBe('closed');
  });

  it('lets only checkouts pass while one call tests the service', async () => {
    const circuit = circuitOf();
    await run(circuit, [fails, fails, fails]);
    jest.advanceTimersByTime(1_000);
    let answer: (result: Result) => void = () => undefined;
    const probe = circuit.run('sweep', () => new Promise<Result>((resolve) => (answer = resolve)));
    expect(circuit.position).toBe('half-open');
    expect(await circuit.run('poll', works)).toEqual({ admitted: false });
    expect(await circuit.run('checkout', works)).toEqual({ admitted: true, result: 'works' });
    expect(circuit.position).toBe('half-open');
    answer('works');
    await probe;
    expect(circuit.position).toBe('closed');
  });

  it('opens when half of many calls fail, though never in a row', async () => {
    const circuit = circuitOf();
    for (let pair = 0; pair < 40; pair += 1) {
      await run(circuit, [fails, fails, works]);
      jest.advanceTimersByTime(100);
    }
    expect(circuit.position).toBe('open');
  });

  it('stays closed when it is switched off', async () => {
    const circuit = circuitOf({ circuitBreaker: 'off' });
    await run(
      circuit,
      Array.from({ length: 50 }, () => fails),
    );
    expect(await circuit.run('poll', works)).toEqual({ admitted: true, result: 'works' });
  });
});
