import type { PaymentError, ServiceRequest } from '../../../protocol/index.js';

/**
 * How far a call got. `queue`: it never left this process. `resolve`, `connect`, `tls`: no byte of the request can have
 * been written. `request`: the first byte may have been. `response-status`: the request is written, no answer has
 * begun. `response-body`: the answer has begun. `answer`: it is complete.
 */
export type CallPhase =
  | 'queue'
  | 'resolve'
  | 'connect'
  | 'tls'
  | 'request'
  | 'response-status'
  | 'response-body'
  | 'answer';

/** Which call it was: for its errors and its telemetry. */
export interface CallSubject {
  /** Name of the terminal group. */
  readonly group: string;
  readonly request: ServiceRequest;
  readonly orderId?: string | undefined;
}

/** A successful answer, taken out of its envelope (spec §2.4). */
export interface ServiceAnswer {
  readonly data: unknown;
  /** Cursors of a list (spec §4.3); `null` or absent elsewhere. */
  readonly pager: unknown;
}

/** What is known about one call, whatever became of it; holds no key and no address, so it may be stored. */
export interface CallEvidence {
  /** Where it ended. */
  readonly phase: CallPhase;
  /** When the call was sent, or given up before that; epoch milliseconds (UTC), by the module's clock. */
  readonly startedAt: number;
  /** From then on, in milliseconds, by a clock that never jumps. */
  readonly durationMs: number;
  /** HTTP status of the answer, `null` when none began. */
  readonly httpStatus: number | null;
  /** How long the service asked to be left alone (`Retry-After`), in milliseconds; `null` when it did not. */
  readonly retryAfterMs: number | null;
}

/**
 * What became of one request that was sent at most once (scenario N2).
 *
 * - `accepted`: a complete answer that says success.
 * - `rejected`: a complete answer that rules out that the request was carried out.
 * - `not-sent`: no byte of it left; it may be repeated blindly.
 * - `unknown`: anything else. For a write: look before anything is sent again. A read changes nothing, so its error
 *   says `not-executed` all the same, and it may simply be read again.
 */
export type CallOutcome = CallEvidence & CallVerdict;

/** The class of an outcome, and the answer or the error that belongs to it. */
export type CallVerdict =
  | { readonly kind: 'accepted'; readonly answer: ServiceAnswer & { readonly httpStatus: number } }
  | { readonly kind: 'rejected' | 'not-sent' | 'unknown'; readonly error: PaymentError };

/** No byte of the request can have been written. */
export const BEFORE_REQUEST: ReadonlySet<CallPhase> = new Set<CallPhase>(['queue', 'resolve', 'connect', 'tls']);

/** Answers of a gateway, a limit or a race, which say nothing about the request behind them. */
const UNDECIDED_STATUSES: ReadonlySet<number> = new Set([408, 409, 425, 429]);

/** The class of a call that broke off: only where it happened decides, never the error's name. */
export const classOfBrokenCall = (phase: CallPhase): 'not-sent' | 'unknown' =>
  BEFORE_REQUEST.has(phase) ? 'not-sent' : 'unknown';

/** What decides about a complete answer that is no success. */
export interface ErrorAnswer {
  readonly isRead: boolean;
  readonly httpStatus: number;
  /** Whether it was one of the service's own shapes of error: JSON that says so. */
  readonly isReadable: boolean;
  /** What the error table says about a write (spec §7). */
  readonly execution: PaymentError['execution'];
}

/** The class of a complete answer that is no success: the error table decides for a write, the shape for a read. */
export function classOfErrorAnswer(answer: ErrorAnswer): 'rejected' | 'unknown' {
  if (!answer.isRead) return answer.execution === 'unknown' ? 'unknown' : 'rejected';
  const isDecided = answer.httpStatus < 500 && !UNDECIDED_STATUSES.has(answer.httpStatus);
  return answer.isReadable && isDecided ? 'rejected' : 'unknown';
}
