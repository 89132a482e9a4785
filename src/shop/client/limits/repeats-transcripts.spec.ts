import { describe, expect, it } from '@jest/globals';
import { PaymentError, serviceError } from '../../../protocol/index.js';
import {
  BEFORE_REQUEST,
  classOfBrokenCall,
  classOfErrorAnswer,
  type CallOutcome,
  type CallPhase,
} from '../transport/outcome.js';
import { afterAsking, askAgainMs } from './ask-again.js';
import { CALL_PRIORITIES, isPatient, isReservedFor, partOf } from './call-priority.js';
import { RetryAfterPause } from './retry-after-pause.js';
import { RetryBudget } from './retry-budget.js';
import { isInfrastructureFailure, retryAfterMs, retryDelay } from './retry-policy.js';

const PHASES: readonly CallPhase[] = [
  'queue',
  'resolve',
  'connect',
  'tls',
  'request',
  'response-status',
  'response-body',
  'answer',
];
const evidence = { startedAt: 0, durationMs: 1, retryAfterMs: null };
const most = (): number => 1 - Number.EPSILON;

const errorOf = (code: string, kind: PaymentError['kind']): PaymentError =>
  new PaymentError({
    code,
    kind,
    message: '',
    execution: 'not-executed',
    retry: 'backoff',
    httpStatus: 502,
    advice: '',
  });
const brokenIn = (phase: CallPhase, error: PaymentError): CallOutcome => ({
  ...evidence,
  phase,
  httpStatus: null,
  kind: classOfBrokenCall(phase),
  error,
});
const answered = (httpStatus: number, kind: 'rejected' | 'unknown', error: PaymentError): CallOutcome => ({
  ...evidence,
  phase: 'answer',
  httpStatus,
  kind,
  error,
});
const accepted: CallOutcome = {
  ...evidence,
  phase: 'answer',
  httpStatus: 200,
  kind: 'accepted',
  answer: { data: {}, pager: null, httpStatus: 200 },
};

const OUTCOMES: readonly CallOutcome[] = [
  accepted,
  ...PHASES.slice(0, -1).map((phase) => brokenIn(phase, errorOf('NETWORK', 'temporary'))),
  brokenIn('request', errorOf('SHUTTING_DOWN', 'temporary')),
  brokenIn('response-body', errorOf('BAD_RESPONSE', 'unknown')),
  ...[199, 200, 204, 299, 300, 400, 404, 408, 409, 425, 429, 499, 500, 503].flatMap((status) =>
    (['rejected', 'unknown'] as const).map((kind) => answered(status, kind, errorOf('BAD_RESPONSE', 'unknown'))),
  ),
  ...[1006, 1032, 9999].flatMap((code) =>
    [200, 429, 500].map((httpStatus) =>
      answered(
        httpStatus,
        'rejected',
        serviceError({ code, text: '', operation: 'read', method: 'GET', httpStatus, envelope: 'E1' }),
      ),
    ),
  ),
];

const titleOf = (outcome: CallOutcome): string => {
  const code = outcome.kind === 'accepted' ? '' : ` ${outcome.error.code} ${outcome.error.kind}`;
  return `${outcome.phase} ${outcome.httpStatus ?? '-'} ${outcome.kind}${code}`;
};

describe('whether a read is repeated, case by case', () => {
  const limits = { readAttempts: 3, readPatienceMs: 1_000 };

  it('by what came of it: the longest and the shortest wait, and whether it counts for the circuit', () => {
    const lines = OUTCOMES.map((outcome) => {
      const [longest, shortest] = [most, () => 0].map((random) =>
        retryDelay({ outcome, attempt: 1, elapsedMs: 0, limits, random }),
      );
      const wait = longest === null ? 'no' : `${shortest} to ${longest} ms`;
      return `${titleOf(outcome)}: ${wait}${isInfrastructureFailure(outcome) ? ', counts' : ''}`;
    });
    expect(lines.join('\n')).toMatchSnapshot();
  });

  it('by attempts, time that has gone by, and what the service asks for', () => {
    const attempts = Array.from({ length: 9 }, (_, index) => index + 1);
    const waits = (status: number) =>
      attempts.map((attempt) =>
        retryDelay({
          outcome: answered(status, 'unknown', errorOf('BAD_RESPONSE', 'unknown')),
          attempt,
          elapsedMs: 0,
          limits: { readAttempts: 9, readPatienceMs: 60_000 },
          random: most,
        }),
      );
    const within = (elapsedMs: number, asksMs: number | null) =>
      retryDelay({
        outcome: { ...answered(503, 'unknown', errorOf('BAD_RESPONSE', 'unknown')), retryAfterMs: asksMs },
        attempt: 2,
        elapsedMs,
        limits,
        random: () => 0.25,
      });
    expect(
      [
        `attempts after 503: ${waits(503).join(', ')}`,
        `attempts after 429: ${waits(429).join(', ')}`,
        ...[0, 899, 900, 901].map((elapsedMs) => `after ${elapsedMs} ms: ${within(elapsedMs, null)}`),
        ...[0, 99, 101, 1_000, 1_001].map((asksMs) => `asked to wait ${asksMs} ms: ${within(0, asksMs)}`),
        ...[500, 501].map((asksMs) => `after 500 ms asked to wait ${asksMs} ms: ${within(500, asksMs)}`),
      ].join('\n'),
    ).toMatchSnapshot();
  });

  it('by the header Retry-After', () => {
    const now = Date.UTC(2026, 0, 1, 12);
    const headers = [
      null, '', ' ', '0', ' 7 ', '7.5', '-1', '+1', '1e3', '3600', '3601', '9'.repeat(100), '9'.repeat(101), 'soon',
      'Thu, 01 Jan 2026 12:00:00 GMT', 'Thu, 01 Jan 2026 12:00:01 GMT', 'Thu, 01 Jan 2026 11:59:59 GMT',
      'Thu, 01 Jan 2026 13:00:01 GMT', 'Thu, 01 Jan 2026 12:00:01', 'thu, 01 Jan 2026 12:00:01 GMT', 'Thu, 1 Jan 2026 12:00:01 GMT',
      'Thu, 41 Jan 2026 12:00:01 GMT',
    ]; // oxfmt-ignore
    const lines = headers.map(
      (header) => `${header === null ? 'none' : `"${header.slice(0, 40)}"`}: ${retryAfterMs(header, now)}`,
    );
    expect(lines.join('\n')).toMatchSnapshot();
  });
});

it('the class of a call by where it broke, and of an answer by its status', () => {
  const broken = PHASES.map(
    (phase) => `${phase}: ${classOfBrokenCall(phase)}, before the request: ${BEFORE_REQUEST.has(phase)}`,
  );
  const answers = [200, 400, 404, 408, 409, 425, 429, 499, 500, 503].map((httpStatus) => {
    const each = (isReadable: boolean) =>
      classOfErrorAnswer({ isRead: true, httpStatus, isReadable, execution: 'unknown' });
    return `read ${httpStatus}: ${each(true)}, unreadable ${each(false)}`;
  });
  const writes = (['executed', 'not-executed', 'unknown'] as const).map(
    (execution) =>
      `write ${execution}: ${classOfErrorAnswer({ isRead: false, httpStatus: 500, isReadable: false, execution })}`,
  );
  expect([...broken, ...answers, ...writes].join('\n')).toMatchSnapshot();
});

it('what each kind of call is to the budget, and how long it is left alone when that is used up', () => {
  const lines = CALL_PRIORITIES.map((priority) => {
    const input = { priority, refillMs: 50, maxWaitMs: 60_000, random: 0.5 };
    const waits = [0, 1, 2, 3, 5, 12].map((vain) => askAgainMs({ ...input, vain }));
    const rest = [
      askAgainMs({ ...input, vain: 12, maxWaitMs: 1_000 }),
      askAgainMs({ ...input, vain: 0, maxWaitMs: 0 }),
      askAgainMs({ ...input, vain: 0, random: 0 }),
      askAgainMs({ ...input, vain: 1, refillMs: 1_000 }),
    ];
    const facts = `${partOf(priority)}${isReservedFor(priority) ? ', reserved' : ''}${isPatient(priority) ? ', patient' : ''}`;
    return `${priority}: ${facts}; ${waits.join(', ')}; ${rest.join(', ')}`;
  });
  const vain = [0, 1, 2, 10, 11, 12].map(
    (each) => `${each}: in vain ${afterAsking(each, 0)}, granted ${afterAsking(each, 1)}`,
  );
  expect([...lines, ...vain].join('\n')).toMatchSnapshot();
});

it('a pause, answer by answer', () => {
  const shown = (random: () => number): string[] => {
    const pause = new RetryAfterPause(random);
    const busy = (retryAfter: number | null, status = 429): CallOutcome => ({
      ...answered(status, 'unknown', errorOf('BAD_RESPONSE', 'unknown')),
      retryAfterMs: retryAfter,
    });
    const steps: [number, string, CallOutcome | number][] = [
      [0, 'a refusal', busy(null, 404)],
      [0, '503 asks for nothing', busy(0, 503)],
      [0, '503 asks for 1,000', busy(1_000, 503)],
      [999, 'too many', busy(null)],
      [1_500, 'too many', busy(null)],
      [1_600, 'a success', accepted],
      [4_000, 'too many', busy(null)],
      [9_000, 'too many, asks for 20,000', busy(20_000)],
      [10_000, 'too many, asks for 30,000', busy(30_000)],
      [10_000, 'another process asks for 5,000', 5_000],
      [10_000, 'another process asks for 40,000', 40_000],
      [60_000, 'a success', accepted],
      [60_000, 'too many', busy(null)],
    ];
    return steps.map(([now, title, what]) => {
      if (typeof what === 'number') pause.join(what, now);
      else pause.note(what, now);
      const left = CALL_PRIORITIES.map(
        (priority) => `${pause.leftMs(priority, now)}${pause.holds(priority, now) ? '!' : ''}`,
      );
      return `${now} ${title}: ${left.join(' ')}`;
    });
  };
  expect(['the shortest', ...shown(() => 0), 'half way', ...shown(() => 0.5)].join('\n')).toMatchSnapshot();
});

it('repeats that the calls of a minute pay for', () => {
  const budget = new RetryBudget();
  const lines: string[] = [];
  const take = (nowMs: number, calls: number): void => {
    for (let call = 0; call < calls; call += 1) budget.noteCall(nowMs);
    let repeats = 0;
    while (repeats < 1_000 && budget.takeRepeat(nowMs)) repeats += 1;
    lines.push(`${nowMs}: ${calls} calls, ${repeats} repeats`);
  };
  const steps: [number, number][] = [[500, 4], [999, 1], [1_000, 4], [30_000, 6], [59_999, 0], [60_000, 0], [60_999, 5], [61_000, 0], [89_999, 0], [90_000, 0], [150_000, 100], [209_999, 0], [210_000, 0]]; // oxfmt-ignore
  for (const [nowMs, calls] of steps) take(nowMs, calls);
  expect(lines.join('\n')).toMatchSnapshot();
});
