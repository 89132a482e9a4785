import type { PaymentError, ServiceRequest } from '../../../protocol/index.js';

/**
 * How far a call got. `queue`: it never left this process. `resolve`, `connect`, `tls`: no byte of the request can have been
 * written. `request`: the first byte may have been written. `response-status`: the request is written, no answer has begun.
 * `response-body`: the answer has begun. `answer`: it is complete.
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

/** Identifies a call, for its errors and its telemetry. */
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

/** What is known about one call in any case. It holds no key and no address, so it may be stored. */
export interface CallEvidence {
  /** The phase in which the call ended. */
  readonly phase: CallPhase;
  /** When the call was sent, or given up before that; epoch milliseconds (UTC), by the module's clock. */
  readonly startedAt: number;
  /** Duration from then on, in milliseconds, of a monotonic clock. */
  readonly durationMs: number;
  /** HTTP status of the answer, `null` when none began. */
  readonly httpStatus: number | null;
  /** The pause that the service asked for (`Retry-After`), in milliseconds; `null` when it asked for none. */
  readonly retryAfterMs: number | null;
}

/**
 * The outcome of one request that was sent at most once (scenario N2).
 *
 * - `accepted`: a complete answer that says success.
 * - `rejected`: a complete answer that rules out that the request was carried out.
 * - `not-sent`: no byte of it left; it may be repeated safely.
 * - `unknown`: anything else. After a write: read the order before anything is sent again. A read changes nothing, so its
 *   error says `not-executed` all the same, and the read may simply be repeated.
 */
export type CallOutcome = CallEvidence & CallVerdict;

/** The class of an outcome, with its answer or its error. */
export type CallVerdict =
  | { readonly kind: 'accepted'; readonly answer: ServiceAnswer & { readonly httpStatus: number } }
  | { readonly kind: 'rejected' | 'not-sent' | 'unknown'; readonly error: PaymentError };

/** No byte of the request can have been written. */
export const BEFORE_REQUEST: ReadonlySet<CallPhase> = new Set<CallPhase>(['queue', 'resolve', 'connect', 'tls']);

/** Answers of a gateway, a limit or a race: they do not tell what happened to the request. */
const UNDECIDED_STATUSES: ReadonlySet<number> = new Set([408, 409, 425, 429]);

/** The class of a call that broke off. Only the phase decides, never the error's name. */
export const classOfBrokenCall = (phase: CallPhase): 'not-sent' | 'unknown' =>
  BEFORE_REQUEST.has(phase) ? 'not-sent' : 'unknown';

/** The facts that decide about a complete answer without success. */
export interface ErrorAnswer {
  readonly isRead: boolean;
  readonly httpStatus: number;
  /** Whether the answer is one of the service's own error shapes: JSON that says so. */
  readonly isReadable: boolean;
  /** What the error table says about a write (spec §7). */
  readonly execution: PaymentError['execution'];
}

/** The class of a complete answer without success: the error table decides for a write, the shape for a read. */
export function classOfErrorAnswer(answer: ErrorAnswer): 'rejected' | 'unknown' {
  if (!answer.isRead) return answer.execution === 'unknown' ? 'unknown' : 'rejected';
  const isDecided = answer.httpStatus < 500 && !UNDECIDED_STATUSES.has(answer.httpStatus);
  return answer.isReadable && isDecided ? 'rejected' : 'unknown';
}
