import type { Fault } from './fault.js';
import { sanitiseCause } from './sanitise-cause.js';

/** What sort of failure it is, which decides who can do something about it (spec §7, protocol §3.3). */
export type ErrorKind = 'configuration' | 'request' | 'customer' | 'refused' | 'temporary' | 'already-done' | 'unknown';

/** Whether and how the same thing may be tried again. */
export type RetryRule = 'no' | 'new-attempt' | 'backoff' | 'reconcile-first';

/** Whether the service carried the request out. `unknown` must be resolved by reading, never by repeating. */
export type Execution = 'not-executed' | 'executed' | 'unknown';

/** What a {@link PaymentError} is made of. No field may hold an API key, and callers never pass request URLs. */
export interface PaymentErrorInit {
  /** Stable name: `SERVICE_1032`, `TIMEOUT`, `NETWORK`, `BAD_RESPONSE`, `OPTIONS_INVALID`, `ORDER_CONFLICT`, … */
  readonly code: string;
  /** One sentence for the operator. */
  readonly message: string;
  readonly kind: ErrorKind;
  readonly execution: Execution;
  readonly retry: RetryRule;
  /** HTTP status that a shop answers to its own client because of this failure. */
  readonly httpStatus: number;
  /** Code of spec §7, where the service gave one. */
  readonly serviceCode?: number | null;
  /** What to do about it. */
  readonly advice: string;
  /** Terminal group that was used. */
  readonly group?: string | undefined;
  /** The merchant's identifier of the order. */
  readonly orderId?: string | undefined;
  /** Everything that is wrong with an input, where that is why. */
  readonly faults?: readonly Fault[] | undefined;
  /** What lies beneath; only its name and system code are kept. */
  readonly cause?: unknown;
}

const BRAND = Symbol.for('tillbridge.PaymentError');
const INSPECT = Symbol.for('nodejs.util.inspect.custom');

/**
 * Every failure that the package throws. It says what happened, whether the request may have been carried out, and
 * what to do; it never holds a key, a URL, headers or a body (design §2, promise 6).
 *
 * Recognise it with {@link isPaymentError}, not with `instanceof`: a package may be loaded twice.
 *
 * @example
 * try {
 *   await payments.group('web').orders.create(order);
 * } catch (error) {
 *   if (isPaymentError(error) && error.kind === 'customer') return error.advice;
 *   throw error;
 * }
 */
export class PaymentError extends Error {
  override readonly name = 'PaymentError';
  readonly code: string;
  readonly kind: ErrorKind;
  readonly execution: Execution;
  readonly retry: RetryRule;
  /** HTTP status that a shop answers to its own client because of this failure. */
  readonly httpStatus: number;
  /** Code of spec §7, or `null`. */
  readonly serviceCode: number | null;
  readonly advice: string;
  readonly group: string | undefined;
  readonly orderId: string | undefined;
  /** Everything that is wrong with an input, where that is why: `ORDER_INVALID` and its like. */
  readonly faults: readonly Fault[] | undefined;

  constructor(init: PaymentErrorInit) {
    super(init.message, init.cause === undefined ? undefined : { cause: sanitiseCause(init.cause) });
    this.code = init.code;
    this.kind = init.kind;
    this.execution = init.execution;
    this.retry = init.retry;
    this.httpStatus = init.httpStatus;
    this.serviceCode = init.serviceCode ?? null;
    this.advice = init.advice;
    this.group = init.group;
    this.orderId = init.orderId;
    this.faults = init.faults;
    Object.defineProperty(this, BRAND, { value: true });
  }

  /** The fields that may be logged, and nothing else. */
  toJSON(): Record<string, string | number | null | undefined | readonly Fault[]> {
    const { name, code, message, kind, execution, retry, httpStatus, serviceCode, advice, group, orderId } = this;
    const cause = this.cause instanceof Error ? this.cause.message : undefined;
    const about = { group, orderId, faults: this.faults, cause };
    return { name, code, message, kind, execution, retry, httpStatus, serviceCode, advice, ...about };
  }

  /** What `console.log` and `util.inspect` show: the stack and the fields of {@link toJSON}. */
  [INSPECT](): string {
    return `${this.stack ?? this.message} ${JSON.stringify(this)}`;
  }
}

/**
 * Whether a thrown value is a {@link PaymentError}, whichever copy of the package threw it.
 *
 * @example
 * if (isPaymentError(error) && error.execution === 'unknown') await payments.orders.settle(orderId);
 */
export function isPaymentError(error: unknown): error is PaymentError {
  return typeof error === 'object' && error !== null && BRAND in error;
}
