import type { ServiceErrorCode } from './errors/error-code.types.js';
import { errorDocs } from './errors/error-docs.js';
import type { LocalErrorCode } from './errors/local-errors.js';
import type { Fault } from './fault.js';
import type { ErrorKind, Execution, RetryRule } from './payment-error.types.js';
import type { ServiceOperation } from './requests/request.types.js';
import { sanitiseCause } from './sanitise-cause.js';

export * from './payment-error.types.js';

/**
 * The code of a failure. Editors complete the codes of the package. A code of the service that is newer than this
 * package is `SERVICE_` and its number.
 */
export type PaymentErrorCode = ServiceErrorCode | LocalErrorCode | (string & Record<never, never>);

/** The fields of a {@link PaymentError}. None may hold an API key, and callers never pass request URLs. */
export interface PaymentErrorInit {
  /** Stable name: `SERVICE_1032`, `TIMEOUT`, `NETWORK`, `BAD_RESPONSE`, `OPTIONS_INVALID`, `ORDER_CONFLICT`, … */
  readonly code: PaymentErrorCode;
  /** One sentence for the operator. */
  readonly message: string;
  readonly kind: ErrorKind;
  readonly execution: Execution;
  readonly retry: RetryRule;
  /** HTTP status that a shop answers to its own client because of this failure. */
  readonly httpStatus: number;
  /** Code of spec §7, if the service gave one. */
  readonly serviceCode?: number | null;
  /** The operation that was called, if any; it decides the customer's text. */
  readonly operation?: ServiceOperation | undefined;
  /** What the operator should do. */
  readonly advice: string;
  /** The terminal group of the call. */
  readonly group?: string | undefined;
  /** The merchant's identifier of the order. */
  readonly orderId?: string | undefined;
  /** All faults of an input, if these are the cause. */
  readonly faults?: readonly Fault[] | undefined;
  /** The underlying error; only its name and system code are kept. */
  readonly cause?: unknown;
}

const BRAND = Symbol.for('tillbridge.PaymentError');
const INSPECT = Symbol.for('nodejs.util.inspect.custom');

/**
 * Every failure that the package throws. It tells what happened, whether the request may have been carried out, and
 * what to do. It never holds a key, a URL, headers or a body (design §2, promise 6).
 *
 * Recognise it with {@link isPaymentError}; `instanceof` works too, even if the package is loaded twice.
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
  readonly code: PaymentErrorCode;
  readonly kind: ErrorKind;
  readonly execution: Execution;
  readonly retry: RetryRule;
  /** HTTP status that a shop answers to its own client because of this failure. */
  readonly httpStatus: number;
  /** Code of spec §7, or `null`. */
  readonly serviceCode: number | null;
  /** The operation that was called, if any. */
  readonly operation: ServiceOperation | undefined;
  readonly advice: string;
  /** Where the failure is explained: a path with an anchor, `docs/errors.md#1032`. */
  readonly docs: string;
  readonly group: string | undefined;
  readonly orderId: string | undefined;
  /** All faults of an input, if these are the cause, as with `ORDER_INVALID`. */
  readonly faults: readonly Fault[] | undefined;

  constructor(init: PaymentErrorInit) {
    super(init.message, init.cause === undefined ? undefined : { cause: sanitiseCause(init.cause) });
    this.code = init.code;
    this.kind = init.kind;
    this.execution = init.execution;
    this.retry = init.retry;
    this.httpStatus = init.httpStatus;
    this.serviceCode = init.serviceCode ?? null;
    this.operation = init.operation;
    this.advice = init.advice;
    this.docs = errorDocs(init.code);
    this.group = init.group;
    this.orderId = init.orderId;
    this.faults = init.faults;
    Object.defineProperty(this, BRAND, { value: true });
  }

  /** The same as {@link isPaymentError}: `instanceof`, and Nest's `@Catch`, work across two copies of the package. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return this === PaymentError ? isPaymentError(value) : super[Symbol.hasInstance](value);
  }

  /** The fields that may be logged. */
  toJSON(): Record<string, string | number | null | undefined | readonly Fault[]> {
    const { name, code, message, kind, execution, retry, httpStatus, serviceCode, operation } = this;
    const { advice, docs, group, orderId, faults } = this;
    const cause = this.cause instanceof Error ? this.cause.message : undefined;
    const what = { name, code, message, kind, execution, retry, httpStatus, serviceCode, operation };
    return { ...what, advice, docs, group, orderId, faults, cause };
  }

  /** The output of `console.log` and `util.inspect`: the stack and the fields of {@link toJSON}. */
  [INSPECT](): string {
    return `${this.stack ?? this.message} ${JSON.stringify(this)}`;
  }
}

/**
 * Whether a thrown value is a {@link PaymentError}, from either copy of the package. With a code: whether it has
 * exactly that code.
 *
 * @example
 * if (isPaymentError(error) && error.execution === 'unknown') await payments.orders.settle('S10042');
 * if (isPaymentError(error, 'SERVICE_1006')) return 'There is such an order already.';
 */
export function isPaymentError(error: unknown): error is PaymentError;
export function isPaymentError<Code extends PaymentErrorCode>(
  error: unknown,
  code: Code,
): error is PaymentError & { readonly code: Code };
export function isPaymentError(error: unknown, code?: unknown): boolean {
  if (typeof error !== 'object' || error === null || !(BRAND in error)) return false;
  // If `code` is not text, it does not count: as a callback of `filter`, the function gets an index.
  return typeof code !== 'string' || (error as { code?: unknown }).code === code;
}
