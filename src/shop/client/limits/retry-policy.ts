import type { PaymentError } from '../../../protocol/index.js';
import { backoffMs } from '../../../support/index.js';
import type { CallLimits } from '../../core/index.js';
import type { CallOutcome } from '../transport/outcome.js';

const BASE_MS = 200;
const CAP_MS = 5_000;
/** A longer wait is not kept; the caller decides when to try again. */
const MAX_RETRY_AFTER_MS = 3_600_000;
/** The status of an answer that means: later. */
export const TOO_MANY_REQUESTS = 429;
const REPEATABLE_STATUSES: ReadonlySet<number> = new Set([408, TOO_MANY_REQUESTS]);
/** A date of HTTP in today's form. `Date.parse` alone would accept almost any text. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * How long the service asks for a pause.
 *
 * @param header - `Retry-After`: seconds, or a date of HTTP
 * @param nowMs - epoch milliseconds, for the date
 * @returns milliseconds from 0 to an hour, or `null` when it says nothing that can be read
 */
export function retryAfterMs(header: string | null, nowMs: number): number | null {
  const text = header?.trim() ?? '';
  const wait = /^\d{1,100}$/.test(text)
    ? Number(text) * 1_000
    : HTTP_DATE.test(text)
      ? Date.parse(text) - nowMs
      : Number.NaN;
  return Number.isNaN(wait) ? null : Math.min(Math.max(0, wait), MAX_RETRY_AFTER_MS);
}

/**
 * When the service answered, by its own clock: a pause until a certain time is meant by that, and our clock may be wrong.
 *
 * @param date - header `Date` of the answer
 * @param nowMs - ours, epoch milliseconds, where the header says nothing that can be read
 */
export const answeredAt = (date: string | null, nowMs: number): number =>
  date !== null && HTTP_DATE.test(date) ? Date.parse(date) : nowMs;

/** The input of {@link retryDelay}. */
export interface RetryInput {
  readonly outcome: CallOutcome;
  /** Attempts made, from 1. */
  readonly attempt: number;
  /** Since the first attempt began. */
  readonly elapsedMs: number;
  readonly limits: Pick<CallLimits, 'readAttempts' | 'readPatienceMs'>;
  /** Source of chance in [0, 1). */
  readonly random?: () => number;
}

/**
 * How long to wait before a read is sent again: full jitter, and never less than the service asked for. After a 429 the wait
 * is at least half of its time, because full jitter may come out as almost nothing.
 *
 * @returns milliseconds, or `null` when it is not to be sent again
 */
export function retryDelay({ outcome, attempt, elapsedMs, limits, random }: RetryInput): number | null {
  if (attempt >= limits.readAttempts || !isWorthRepeating(outcome)) return null;
  const jitter = outcome.httpStatus === TOO_MANY_REQUESTS ? 'equal' : 'full';
  const own = backoffMs({ attempt, baseMs: BASE_MS, capMs: CAP_MS, jitter, ...(random ? { random } : {}) });
  const wait = Math.max(own, outcome.retryAfterMs ?? 0);
  return elapsedMs + wait > limits.readPatienceMs ? null : wait;
}

/** Whether the same read may succeed later: after a broken call, an overload, or an answer that is not one. */
function isWorthRepeating(outcome: CallOutcome): boolean {
  if (outcome.kind === 'accepted' || outcome.phase === 'queue') return false;
  if (outcome.phase !== 'answer') return outcome.error.kind === 'temporary' && outcome.error.code !== 'SHUTTING_DOWN';
  const status = outcome.httpStatus ?? 0;
  const isCutOff = outcome.kind === 'unknown' && status >= 200 && status < 300;
  return isCutOff || status >= 500 || REPEATABLE_STATUSES.has(status);
}

/**
 * Whether an outcome means that the service, or the connection to it, does not work. A refusal does not, nor does a 429: the
 * circuit would block checkouts of a working service. Patient calls pause instead (`RetryAfterPause`).
 */
export function isInfrastructureFailure(outcome: CallOutcome): boolean {
  if (outcome.kind === 'accepted' || outcome.phase === 'queue') return false;
  if (outcome.phase !== 'answer') return outcome.error.kind === 'temporary';
  if (isOwnRefusal(outcome.error)) return false;
  const status = outcome.httpStatus ?? 0;
  return status >= 500 || (status !== TOO_MANY_REQUESTS && REPEATABLE_STATUSES.has(status));
}

/** A code that says what is wrong with the request: a service that can say so works, with any HTTP status (spec §7). */
const isOwnRefusal = ({ serviceCode, kind }: PaymentError): boolean =>
  serviceCode !== null && kind !== 'temporary' && kind !== 'unknown';
