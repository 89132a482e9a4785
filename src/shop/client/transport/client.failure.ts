import type { LocalErrorCode, PaymentError } from '../../../protocol/index.js';
import { refusal } from '../../core/index.js';
import type { CallWatch, CutReason } from '../limits/call-watch.js';
import { classOfBrokenCall, type CallPhase, type CallSubject } from './outcome.js';

/** A call without a complete answer: where and how it broke. Nothing of the transport's own error is kept. */
export interface BrokenCall {
  readonly phase: CallPhase;
  readonly httpStatus: number | null;
  readonly reason: CutReason | 'too-large' | 'network';
  /** System code such as `ECONNREFUSED`; for people, it decides nothing. */
  readonly code: string;
  readonly isStaleConnection: boolean;
}

interface FailedCall extends CallSubject {
  readonly timeoutMs: number;
}

/** Letters only: no part of a key or an address fits. */
const SYSTEM_CODE = /^[A-Z_]{2,40}$/;

/** How axios begins its error about an answer beyond the limit; the error has no code. */
const TOO_LARGE = /^maxContentLength /;

/** Determines how a call broke off, by the watch and the error's code only. */
export function brokenCall(error: unknown, watch: CallWatch): BrokenCall {
  const { code: systemCode = '', message = '' } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  const code = SYSTEM_CODE.test(systemCode) ? systemCode : 'UNKNOWN';
  const reason = watch.cutBy ?? (TOO_LARGE.test(message) ? 'too-large' : 'network');
  const { httpStatus, isStaleConnection } = watch;
  // The answer was complete, but could not be unpacked or was too large: it does not count as an answer.
  const phase = watch.phase === 'answer' ? 'response-body' : watch.phase;
  return { phase, httpStatus, reason, code, isStaleConnection };
}

/** A path as errors may show it: a stored token is a secret, and so is the reference of its customer. */
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

/** The error of a call that was not made: it is safe to repeat, even for a write. */
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

/** Not every call is about an order: calls about a stored token and raw requests are not. */
const adviceOnDoubt = ({ orderId }: CallSubject): string =>
  `It may have been executed. ${orderId === undefined ? 'Find out' : 'Read the order'} before anything is sent again.`;

/**
 * Turns a call that broke off into a typed error. It keeps no URL, headers or configuration: any of them may hold the key.
 */
export function toTransportError(broken: BrokenCall, call: FailedCall): PaymentError {
  const { group, request, orderId } = call;
  const text = FAILURE_TEXTS[broken.reason];
  const isUnknown = request.method !== 'GET' && classOfBrokenCall(broken.phase) === 'unknown';
  return refusal({
    code: text.code,
    message: `${request.method} ${shownPath(request)} of terminal group ${group} ${text.happened(broken, call)}.`,
    // A repeat would get an equally large answer.
    kind: broken.reason === 'too-large' ? 'unknown' : 'temporary',
    execution: isUnknown ? 'unknown' : 'not-executed',
    retry: isUnknown ? 'reconcile-first' : 'backoff',
    httpStatus: 502,
    advice: isUnknown ? adviceOnDoubt(call) : 'Nothing was changed. It may be tried again.',
    group,
    orderId,
  });
}
