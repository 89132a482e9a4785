import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';

import { PaymentError, serviceError } from '../../../protocol/index.js';
import { CALL_PRIORITIES } from './call-priority.js';
import { classOfBrokenCall, classOfErrorAnswer, type CallOutcome, type CallPhase } from '../transport/outcome.js';
import { RetryAfterPause } from './retry-after-pause.js';
import { RetryBudget } from './retry-budget.js';
import { isInfrastructureFailure, retryAfterMs, retryDelay } from './retry-policy.js';

const errorOf = (code: string, kind: PaymentError['kind']) => {
  const rest = { message: '', execution: 'not-executed', retry: 'backoff', httpStatus: 502, advice: '' } as const;
  return new PaymentError({ code, kind, ...rest });
};
const evidence = { startedAt: 0, durationMs: 1, retryAfterMs: null };

const broken = (phase: CallPhase, code = 'NETWORK', kind: PaymentError['kind'] = 'temporary'): CallOutcome => {
  const error = errorOf(code, kind);
  return { ...evidence, phase, httpStatus: null, kind: classOfBrokenCall(phase), error };
};
const answered = (httpStatus: number, kind: 'rejected' | 'unknown', after: number | null = null): CallOutcome => {
  const error = errorOf('SERVICE_9999', 'unknown');
  return { ...evidence, phase: 'answer', httpStatus, retryAfterMs: after, kind, error };
};
const answer = { data: {}, pager: null, httpStatus: 200 };
const accepted: CallOutcome = { ...evidence, phase: 'answer', httpStatus: 200, kind: 'accepted', answer };

const limits = { readAttempts: 3, readPatienceMs: 60_000 };
const delayOf = (outcome: CallOutcome, attempt = 1, elapsedMs = 0): number | null =>
  retryDelay({ outcome, attempt, elapsedMs, limits, random: () => 1 - Number.EPSILON });

describe('the class of a call (scenario N2)', () => {
  it.each<[CallPhase, string]>([
    ['queue', 'not-sent'],
    ['resolve', 'not-sent'],
    ['connect', 'not-sent'],
    ['tls', 'not-sent'],
    ['request', 'unknown'],
    ['response-status', 'unknown'],
    ['response-body', 'unknown'],
    ['answer', 'unknown'],
  ])('that broke in the phase %s is %s', (phase, expected) => {
    expect(classOfBrokenCall(phase)).toBe(expected);
  });

  it.each<[string, Parameters<typeof classOfErrorAnswer>[0], string]>([
    ['write ruled out', { isRead: false, httpStatus: 400, isReadable: true, execution: 'not-executed' }, 'rejected'],
    ['write done before', { isRead: false, httpStatus: 400, isReadable: true, execution: 'executed' }, 'rejected'],
    ['write in doubt', { isRead: false, httpStatus: 400, isReadable: true, execution: 'unknown' }, 'unknown'],
    ['read refused', { isRead: true, httpStatus: 404, isReadable: true, execution: 'not-executed' }, 'rejected'],
    ['read of a page', { isRead: true, httpStatus: 404, isReadable: false, execution: 'not-executed' }, 'unknown'],
    ['read in a crowd', { isRead: true, httpStatus: 429, isReadable: true, execution: 'not-executed' }, 'unknown'],
    ['read of a failure', { isRead: true, httpStatus: 500, isReadable: true, execution: 'not-executed' }, 'unknown'],
  ])('that was answered: %s', (_title, answer, expected) => {
    expect(classOfErrorAnswer(answer)).toBe(expected);
  });
});

describe('whether a read is repeated', () => {
  it.each<[string, CallOutcome, boolean, boolean]>([
    ['a success', accepted, false, false],
    ['a broken call', broken('response-body'), true, true],
    ['a host that is not found', broken('resolve'), true, true],
    ['a call held back', broken('queue', 'CIRCUIT_OPEN'), false, false],
    ['a call cut by the shutdown', broken('request', 'SHUTTING_DOWN'), false, true],
    ['an answer too large', broken('response-body', 'BAD_RESPONSE', 'unknown'), false, false],
    ['an answer cut short', answered(200, 'unknown'), true, false],
    ['a refusal under status 200', answered(200, 'rejected'), false, false],
    ['a redirect', answered(302, 'unknown'), false, false],
    ['no such order', answered(404, 'rejected'), false, false],
    ['a slow request', answered(408, 'unknown'), true, true],
    ['too many requests', answered(429, 'unknown'), true, false],
    ['a failure of the service', answered(503, 'unknown'), true, true],
  ])('after %s, and whether it counts for the circuit', (_title, outcome, isRepeated, isFailure) => {
    expect(delayOf(outcome) !== null).toBe(isRepeated);
    expect(isInfrastructureFailure(outcome)).toBe(isFailure);
  });

  it('and a refusal with a reason is no failure of the service, with any status', () => {
    const error = (code: number) =>
      serviceError({ code, text: '', operation: 'read', method: 'GET', httpStatus: 500, envelope: 'E1' });
    const outcome = (code: number): CallOutcome => ({
      ...answered(500, 'unknown'),
      kind: 'unknown',
      error: error(code),
    });
    expect([1006, 1032, 9999, 1777].map((code) => isInfrastructureFailure(outcome(code)))).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  it('up to the attempts, and with growing, jittered waits', () => {
    expect([1, 2, 3].map((attempt) => delayOf(broken('connect'), attempt))).toEqual([199, 399, null]);
    const outcome = broken('connect');
    expect(retryDelay({ outcome, attempt: 1, elapsedMs: 0, limits, random: () => 0 })).toBe(0);
    const crowd = answered(429, 'unknown');
    expect(retryDelay({ outcome: crowd, attempt: 1, elapsedMs: 0, limits, random: () => 0 })).toBe(100);
  });

  it('not before the time that the service asks for, and not at all when that is too late', () => {
    expect(delayOf(answered(503, 'unknown', 7_000))).toBe(7_000);
    expect(delayOf(answered(503, 'unknown', 60_001))).toBeNull();
    expect(delayOf(answered(503, 'unknown', 7_000), 1, 53_001)).toBeNull();
    expect(delayOf(broken('connect'), 1, 59_900)).toBeNull();
  });

  it.each<[string | null, number | null]>([
    ['7', 7_000],
    [' 0 ', 0],
    ['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
    ['Wed, 31 Dec 2025 00:00:30 GMT', 0],
    ['999999', 3_600_000],
    ['99999999999999999999', 3_600_000],
    ['NaN', null],
    ['-1', null],
    ['1.5', null],
    ['soon', null],
    ['2026-01-01', null],
    ['', null],
    [null, null],
  ])('Retry-After: %s', (header, expected) => {
    expect(retryAfterMs(header, Date.UTC(2026, 0, 1))).toBe(expected);
  });
});

describe('the budget of repeats', () => {
  it('is ten a minute, and a fifth of the calls', () => {
    const budget = new RetryBudget();
    const taken = (nowMs: number) => {
      let count = 0;
      while (count < 1_000 && budget.takeRepeat(nowMs)) count += 1;
      return count;
    };
    expect(taken(0)).toBe(10);
    for (let call = 0; call < 100; call += 1) budget.noteCall(1_000);
    expect(taken(1_000)).toBe(20);
    expect(taken(59_999)).toBe(0);
    expect(taken(60_000)).toBe(10);
  });

  it('is never more than that in any minute', () => {
    const steps = fc.array(fc.record({ waitMs: fc.nat(5_000), calls: fc.nat(5), repeats: fc.nat(5) }), {
      maxLength: 200,
    });
    fc.assert(
      fc.property(steps, (plan) => {
        const budget = new RetryBudget();
        const events: { at: number; calls: number; repeats: number }[] = [];
        let now = 0;
        for (const { waitMs, calls, repeats } of plan) {
          now += waitMs;
          for (let call = 0; call < calls; call += 1) budget.noteCall(now);
          const granted = Array.from({ length: repeats }, () => budget.takeRepeat(now)).filter(Boolean).length;
          events.push({ at: Math.floor(now / 1_000), calls, repeats: granted });
          const recent = events.filter(({ at }) => at > Math.floor(now / 1_000) - 60);
          const sum = (key: 'calls' | 'repeats') => recent.reduce((total, event) => total + event[key], 0);
          if (granted > 0) expect(sum('repeats')).toBeLessThanOrEqual(10 + Math.floor(sum('calls') * 0.2));
        }
      }),
    );
  });
});

describe('pausing for the service', () => {
  const held = (pause: RetryAfterPause, nowMs: number) => CALL_PRIORITIES.filter((each) => pause.holds(each, nowMs));

  it('holds polls and sweeps back as long as it asks, and no call that someone waits for (scenario P3)', () => {
    const pause = new RetryAfterPause(() => 0);
    expect(held(pause, 0)).toEqual([]);
    pause.note(answered(503, 'unknown', 30_000), 1_000);
    expect(held(pause, 30_999)).toEqual(['poll', 'sweep']);
    expect(held(pause, 31_000)).toEqual([]);
  });

  it('pauses after a 429 that says no time, longer when that was too short, a minute at most', () => {
    const pause = new RetryAfterPause(() => 0.999);
    const pauses: number[] = [];
    for (let now = 0, wave = 0; wave < 8; wave += 1) {
      pause.note(answered(429, 'unknown'), now);
      const began = now;
      while (pause.holds('poll', now)) now += 100;
      pauses.push((now - began) / 1_000);
    }
    expect(pauses.map((pause) => Math.round(pause / 1.2))).toEqual([2, 4, 8, 16, 32, 60, 60, 60]);
    pause.note(accepted, 1_000_000);
    pause.note(answered(429, 'unknown'), 1_000_000);
    expect(pause.holds('poll', 1_002_500)).toBe(false);
  });

  it('counts answers to calls made together as one', () => {
    const pause = new RetryAfterPause(() => 0);
    for (let call = 0; call < 20; call += 1) pause.note(answered(429, 'unknown'), call);
    expect(held(pause, 1_000)).toEqual([]);
    expect(held(pause, 999)).toEqual(['poll', 'sweep']);
  });

  it('pauses for no other answer', () => {
    const pause = new RetryAfterPause();
    for (const outcome of [accepted, answered(500, 'unknown'), answered(404, 'rejected')]) pause.note(outcome, 0);
    expect(held(pause, 1)).toEqual([]);
  });
});
