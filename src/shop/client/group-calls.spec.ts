import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { PaymentError } from '../../protocol/index.js';
import { callLimits, CallOptions, settled } from '../core/index.js';
import { GroupCalls } from './group-calls.js';
import type { CallOutcome } from './transport/outcome.js';

const MINUTE = 60_000;
const evidence = { startedAt: 100, durationMs: 5, retryAfterMs: null, phase: 'answer', httpStatus: 200 } as const;
const accepted: CallOutcome = { ...evidence, kind: 'accepted', answer: { data: {}, pager: null, httpStatus: 200 } };

const refused = (kind: PaymentError['kind'], change: Partial<CallOutcome> = {}): CallOutcome => {
  const rest = { message: '', execution: 'not-executed', retry: 'backoff', httpStatus: 400, advice: '' } as const;
  const error = new PaymentError({ code: 'SERVICE_9999', kind, ...rest });
  return { ...evidence, kind: 'rejected', error, httpStatus: 400, ...change } as CallOutcome;
};
const crowded = (retryAfterMs: number): CallOutcome => refused('temporary', { httpStatus: 429, retryAfterMs });

describe('what all calls of one terminal group share', () => {
  let nowMs: number;
  /** The pauses that were passed on to other processes, in milliseconds. */
  let shared: [string, number][];
  let calls: GroupCalls;

  beforeEach(() => {
    nowMs = 1_000;
    shared = [];
    jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
    jest.spyOn(Math, 'random').mockReturnValue(0);
    const budget = {
      counts: () => true,
      take: () => Promise.resolve(null),
      pause: async (...pause: [string, number]) => void shared.push(pause),
    };
    calls = new GroupCalls(callLimits(settled(CallOptions, {}), 30_000), { budget, group: 'web' });
  });
  afterEach(() => void jest.restoreAllMocks());

  it('is a pause that the service asks for, passed on to other processes where it is longer than what they know', () => {
    calls.note(accepted);
    expect(shared).toEqual([]);
    calls.note(crowded(MINUTE));
    expect(shared).toEqual([['web', MINUTE]]);
    // Half a second more is not worth a statement of SQL.
    for (const moreMs of [0, 500, 501]) calls.note(crowded(MINUTE + moreMs));
    expect(shared).toEqual([['web', MINUTE]]);
    calls.note(crowded(2 * MINUTE));
    expect(shared.slice(1)).toEqual([['web', 2 * MINUTE]]);
    expect([calls.pauseMs('poll'), calls.pauseMs('checkout')]).toEqual([2 * MINUTE, 0]);
    expect([calls.admits('poll'), calls.admits('checkout')]).toEqual([false, true]);
    nowMs += 2 * MINUTE;
    expect(calls.admits('poll')).toBe(true);
  });

  it('is passed on without the random delay of this process: the others add their own', () => {
    jest.spyOn(Math, 'random').mockReturnValue(0.5);
    calls.note(crowded(MINUTE));
    expect([shared, calls.pauseMs('poll')]).toEqual([[['web', MINUTE]], 66_000]);
  });

  it('is since when nothing goes through, and when something did', () => {
    const failingSince = (...outcomes: CallOutcome[]): number | null => {
      for (const outcome of outcomes) calls.note(outcome);
      return calls.health.failingSince;
    };
    expect([calls.health.lastSuccessAt, calls.health.failingSince]).toEqual([null, null]);
    const misset = refused('configuration', { startedAt: 200 });
    expect(failingSince(misset, { ...misset, startedAt: 300 })).toBe(205);
    expect(failingSince(refused('customer'))).toBeNull();
    const broken = refused('temporary', { kind: 'unknown', phase: 'request', startedAt: 400 } as Partial<CallOutcome>);
    expect(failingSince(broken)).toBe(405);
    // A call that ended before it was sent says nothing about the service.
    expect(failingSince(refused('temporary', { kind: 'not-sent', phase: 'queue' } as Partial<CallOutcome>))).toBe(405);
    expect(failingSince(accepted)).toBeNull();
    // A service that limits every call accepts no checkout. It is not a failure of the connection.
    expect(failingSince(crowded(0), crowded(0))).toBe(105);
    expect([calls.health.circuit, failingSince(accepted)]).toEqual(['closed', null]);
    expect(calls.health.lastSuccessAt).toBe(105);
  });

  it('is by how much the clocks differ, half of the second that a date names', () => {
    calls.noteDate(null, 5_000);
    calls.noteDate('yesterday', 5_000);
    expect(calls.health.clockSkewMs).toBeNull();
    calls.noteDate('Thu, 01 Jan 1970 00:00:03 GMT', 5_000);
    expect(calls.health.clockSkewMs).toBe(1_500);
  });
});
