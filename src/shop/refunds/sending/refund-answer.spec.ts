import { describe, expect, it } from '@jest/globals';
import { PaymentError } from '../../../protocol/index.js';
import type { CallOutcome } from '../../client/index.js';
import { acceptedAs, answerOf } from './refund-answer.js';

const LANE_PAUSE_MS = 60_000;
const rules = { lanePauseMs: LANE_PAUSE_MS };
const evidence = { phase: 'answer', startedAt: 0, durationMs: 1 } as const;

interface Failure {
  kind?: 'rejected' | 'not-sent' | 'unknown';
  code?: string;
  serviceCode?: number;
  httpStatus?: number | null;
  retryAfterMs?: number | null;
  /** The kind in the error table. */
  cause?: PaymentError['kind'];
}

function failed({ kind = 'unknown', code = 'SERVICE_9999', cause = 'unknown', ...rest }: Failure): CallOutcome {
  const { httpStatus = 502, retryAfterMs = null, serviceCode } = rest;
  const texts = { message: '', advice: '', execution: 'unknown', retry: 'no' } as const;
  const known = { httpStatus: httpStatus ?? 0, ...(serviceCode !== undefined && { serviceCode }) };
  const error = new PaymentError({ code, kind: cause, ...texts, ...known });
  return { ...evidence, kind, httpStatus, retryAfterMs, error };
}

describe('what an answer says about a refund', () => {
  it('is that the service has it, and what it calls it', () => {
    const answer = { data: { refund_id: 4711 }, pager: null, httpStatus: 200 };
    const outcome: CallOutcome = { ...evidence, kind: 'accepted', httpStatus: 200, retryAfterMs: null, answer };
    expect(answerOf(outcome, rules)).toEqual({ outcome: 'accepted', serviceRefundId: '4711' });
  });

  it.each<[string, Failure, number | null]>([
    ['as long as the service says', { httpStatus: 503, retryAfterMs: 5_000 }, 5_000],
    ['as long as it says, though there are too many requests', { httpStatus: 429, retryAfterMs: 5_000 }, 5_000],
    ['no longer at all, if it says so', { httpStatus: 429, retryAfterMs: 0 }, 0],
    ['as the options say, after too many requests without a time', { httpStatus: 429 }, LANE_PAUSE_MS],
    ['not, after any other failure', { httpStatus: 503 }, null],
    ['not, where no answer came', { httpStatus: null, code: 'TIMEOUT' }, null],
  ])('that its outcome is unknown: its lane rests %s', (_title, failure, retryAfterMs) => {
    const code = failure.code ?? 'SERVICE_9999';
    expect(answerOf(failed(failure), rules)).toEqual({ outcome: 'unknown', code, retryAfterMs });
  });

  it('that its outcome is unknown where its identifier is used: an earlier copy may have used it', () => {
    const outcome = failed({ kind: 'rejected', serviceCode: 1006, code: 'SERVICE_1006', httpStatus: 404 });
    expect(answerOf(outcome, rules)).toMatchObject({ outcome: 'unknown', code: 'SERVICE_1006', retryAfterMs: null });
  });

  it.each<[string, Failure, object]>([
    ['for good', { code: 'SERVICE_1001', cause: 'request' }, { retryable: false }],
    ['for good, though settings of the payment are like it', { code: 'SERVICE_1002' }, { retryable: false }],
    [
      'until the settings of the account are right',
      { code: 'SERVICE_1032', cause: 'configuration' },
      { retryable: true },
    ],
    ...['SERVICE_1002', 'SERVICE_1023', 'SERVICE_REFUSED'].map((code): [string, Failure, object] => [
      `until what concerns this payment alone is right (${code})`,
      { code, cause: 'configuration' },
      { retryable: true, isOwn: true },
    ]),
  ])('that it was refused %s', (_title, failure, expected) => {
    const outcome = failed({ ...failure, kind: 'rejected', httpStatus: 400 });
    expect(answerOf(outcome, rules)).toEqual({ outcome: 'rejected', code: failure.code, ...expected });
  });

  it('that it never left: nothing else is known of it', () => {
    const outcome = failed({ kind: 'not-sent', code: 'NETWORK', httpStatus: 429 });
    expect(answerOf(outcome, rules)).toEqual({ outcome: 'not-sent', code: 'NETWORK' });
  });
});

describe('an event of a refund', () => {
  it.each([
    ['accepted', true],
    ['untold', true],
    ['rejected', false],
    ['not-sent', false],
    ['unknown', false],
  ] as const)('of which the answer was %s says whether the service has it: %s', (outcome, isThere) => {
    const answer = { serviceRefundId: '1', code: 'X', retryable: false, retryAfterMs: null };
    const event = { type: 'answered' as const, ...answer, outcome };
    expect(acceptedAs(event)).toBe(isThere ? event : null);
  });

  it('that is no answer does not say so', () => {
    expect(acceptedAs({ type: 'withheld' })).toBeNull();
    const at = { serviceRefundId: '1', at: 0 };
    expect(acceptedAs({ type: 'reported', status: 'completed', ...at })).toBeNull();
  });
});
