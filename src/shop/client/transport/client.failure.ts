import type { LocalErrorCode, PaymentError } from '../../../protocol/index.js';
import { refusal } from '../../core/index.js';
import type { CallWatch, CutReason } from '../limits/call-watch.js';
import { classOfBrokenCall, type CallPhase, type CallSubject } from './outcome.js';

/** A call without a complete answer: where it broke, and how. Nothing of the transport's own error is kept. */
export interface BrokenCall {
  readonly phase: CallPhase;
  readonly httpStatus: number | null;
  readonly reason: CutReason | 'too-large' | 'network';
  /** System code such as `ECONNREFUSED`; for people, decides nothing. */
  readonly code: string;
  readonly isStaleConnection: boolean;
}

interface FailedCall extends CallSubject {
  readonly timeoutMs: number;
}

/** Letters only: nothing of a key or an address fits. */
const SYSTEM_CODE = /^[A-Z_]{2,40}$/;

/** How axios begins its complaint about an answer beyond the limit; it has no code of its own. */
const TOO_LARGE = /^maxContentLength /;

/** Reads from the watch, and from nothing else but the error's code, how a call broke off. */
export function brokenCall(error: unknown, watch: CallWatch): BrokenCall {
  const { code: systemCode = '', message = '' } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  const code = SYSTEM_CODE.test(systemCode) ? systemCode : 'UNKNOWN';
  const reason = watch.cutBy ?? (TOO_LARGE.test(message) ? 'too-large' : 'network');
  const { httpStatus, isStaleConnection } = watch;
  // All of it came, and then it could not be unpacked or was too large: it was never an answer.
  const phase = watch.phase === 'answer' ? 'response-body' : watch.phase;
  return { phase, httpStatus, reason, code, isStaleConnection };
}

/** A path as errors may show it: a stored token is a secret, and whose it is is nobody's business. */
const shownPath = ({ path }: CallSubject['request']): string => path.replace(/(\/recurring\/).*/i, '$1[redacted]');

/** Why a call did not leave this process. */
export type HoldReason = 'circuit' | 'budget' | 'shutdown';

const HOLDS: Readonly<Record<HoldReason, { readonly code: LocalErrorCode; readonly why: string }>> = {
  circuit: {
    code: 'CIRCUIT_OPEN',
    why: 'because the service has not worked for a while, or asks for patience; it is tried again shortly',
  },
  budget: { code: 'API_BUDGET_EXHAUSTED', why: 'because too many calls wait for their turn' },
  shutdown: { code: 'SHUTTING_DOWN', why: 'because the application stops' },
};

/** The error of a call that was not made: it is safe to repeat, writes as well. */
export function heldBack(reason: HoldReason, { group, request, orderId }: CallSubject): PaymentError {
  const { code, why } = HOLDS[reason];
  return refusal({
    code,
    message: `${request.method} ${shownPath(request)} of terminal group ${group} was not sent, ${why}.`,
    kind: 'temporary',
    advice: 'Nothing was sent. It may be tried again in a moment.',
    group,
    orderId,
  });
}

interface FailureText {
  readonly code: LocalErrorCode;
  readonly happened: (broken: BrokenCall, call: FailedCall) => string;
}

const FAILURE_TEXTS: Readonly<Record<BrokenCall['reason'], FailureText>> = {
  timeout: { code: 'TIMEOUT', happened: (_, call) => `brought no answer within ${call.timeoutMs} ms` },
  'connect-timeout': { code: 'TIMEOUT', happened: () => 'found no connection in time' },
  shutdown: { code: 'SHUTTING_DOWN', happened: () => 'was cut because the application stops' },
  'too-large': { code: 'BAD_RESPONSE', happened: () => 'brought an answer larger than is read' },
  network: { code: 'NETWORK', happened: (broken) => `failed in transport (${broken.code})` },
};

/** Not every call is about an order: nor is that of a stored token, or one in the caller's own words. */
const adviceOnDoubt = ({ orderId }: CallSubject): string =>
  `It may have been executed. ${orderId === undefined ? 'Find out' : 'Read the order'} before anything is sent again.`;

/**
 * Turns a call that broke off into a typed error. It keeps neither URL nor headers nor configuration, any of which may
 * hold the key.
 */
export function toTransportError(broken: BrokenCall, call: FailedCall): PaymentError {
  const { group, request, orderId } = call;
  const text = FAILURE_TEXTS[broken.reason];
  const isUnknown = request.method !== 'GET' && classOfBrokenCall(broken.phase) === 'unknown';
  return refusal({
    code: text.code,
    message: `${request.method} ${shownPath(request)} of terminal group ${group} ${text.happened(broken, call)}.`,
    // The next answer would be as large.
    kind: broken.reason === 'too-large' ? 'unknown' : 'temporary',
    execution: isUnknown ? 'unknown' : 'not-executed',
    retry: isUnknown ? 'reconcile-first' : 'backoff',
    httpStatus: 502,
    advice: isUnknown ? adviceOnDoubt(call) : 'Nothing was changed. It may be tried again.',
    group,
    orderId,
  });
}
