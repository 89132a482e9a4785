import { CUSTOMER_TEXTS } from './customer-texts.js';
import type { ErrorCodeEntry } from './error-code.types.js';
import { ERROR_CODES, errorCodeEntry } from './error-codes.js';
import { PaymentError, type Execution, type RetryRule } from '../payment-error.js';
import type { ServiceOperation, ServiceRequest } from '../requests/request.types.js';

/** An error answer of the service, and what it answers. */
export interface ServiceErrorInput {
  /** `error_code`, `null` when the answer has none. */
  readonly code: number | null;
  /** `error_info`: may be localised and may quote what was sent, so it is looked at but never kept. */
  readonly text: string;
  readonly operation: ServiceOperation;
  /** Method of the request: a GET changes nothing. Without it the operation decides. */
  readonly method?: ServiceRequest['method'] | undefined;
  /** HTTP status of the service's answer. */
  readonly httpStatus: number;
  readonly group?: string | undefined;
  readonly orderId?: string | undefined;
}

type Meaning = ErrorCodeEntry & { readonly errorCode: string };

/** Codes after which nobody can say whether a write was carried out (design §8). */
const AMBIGUOUS_CODES = new Set([1014, 1021, 1033, 1034, 9999]);
/** Answers of a gateway or of a race, which say nothing about the request behind them. */
const AMBIGUOUS_HTTP_STATUSES = new Set([408, 409, 429]);

/** 1000 and 1006 mean "there is no such thing" wherever nothing is being created (protocol §3.3). */
const NOT_FOUND_CODES = new Set([1000, 1006]);
const NOT_FOUND = {
  name: 'Not found',
  cause: 'There is no such order for this API key.',
  kind: 'request',
  retry: 'no',
  actor: 'merchant',
  httpStatus: 404,
  operatorText: 'Check the order identifier, and that the API key is the one of the site that created the order.',
} as const;

/** Answers without a code, by HTTP status (protocol §3.1, envelopes E2 to E5). */
const FORBIDDEN = {
  errorCode: 'SERVICE_FORBIDDEN',
  name: 'Forbidden',
  kind: 'configuration',
  retry: 'no',
  actor: 'merchant',
  httpStatus: 503,
  customerText: CUSTOMER_TEXTS.unavailable,
  operatorText: 'Check that the API key is of the right kind and may do this.',
} as const;
const WITHOUT_CODE: ReadonlyMap<number, Partial<Meaning>> = new Map<number, Partial<Meaning>>([
  [401, FORBIDDEN],
  [403, FORBIDDEN],
  [404, { errorCode: 'SERVICE_NOT_FOUND', ...NOT_FOUND }],
  [429, { errorCode: 'SERVICE_BUSY', name: 'Too many requests', kind: 'temporary', retry: 'backoff', httpStatus: 503 }],
]);
const SERVER_FAULT: Partial<Meaning> = {
  errorCode: 'SERVICE_UNAVAILABLE',
  name: 'Unavailable',
  kind: 'temporary',
  retry: 'backoff',
  httpStatus: 503,
  operatorText: 'Wait until the service is back; what was under way is found out by reading.',
};

/**
 * Turns an error answer of the service into the one error class of the package (spec §7).
 *
 * `execution` tells whether the request may have been carried out all the same: reads never change anything, a write
 * may have unless its code rules that out. The service's own text is not kept.
 *
 * @example
 * throw serviceError({ code: 1032, text: 'Invalid API key', operation: 'create', httpStatus: 401, group: 'web' });
 */
export function serviceError(input: ServiceErrorInput): PaymentError {
  const { code, operation, group, orderId, httpStatus } = input;
  const meaning = meaningOf(input);
  const execution = executionOf(input);
  return new PaymentError({
    code: meaning.errorCode,
    message: `The service answered the ${operation} request with ${code ?? `HTTP ${httpStatus}`}: ${meaning.name}.`,
    kind: meaning.kind,
    execution,
    retry: retryOf(meaning, input, execution),
    httpStatus: meaning.httpStatus,
    serviceCode: code,
    advice: meaning.operatorText,
    group,
    orderId,
  });
}

/** The meaning of an error for the operation that met it. */
function meaningOf({ code, operation, httpStatus }: ServiceErrorInput): Meaning {
  const entry = errorCodeEntry(code);
  if (code === null) {
    const meaning = httpStatus >= 500 ? SERVER_FAULT : WITHOUT_CODE.get(httpStatus);
    return { ...entry, errorCode: 'BAD_RESPONSE', ...meaning };
  }
  const isNotFound = operation !== 'create' && NOT_FOUND_CODES.has(code);
  return { ...entry, errorCode: `SERVICE_${code}`, ...(isNotFound && NOT_FOUND) };
}

function isReading({ operation, method }: ServiceErrorInput): boolean {
  return method === undefined ? operation === 'read' || operation === 'list' : method === 'GET';
}

function executionOf(input: ServiceErrorInput): Execution {
  const { code, httpStatus } = input;
  if (isReading(input)) return 'not-executed';
  const isRuledOut = code !== null && ERROR_CODES.has(code) && !AMBIGUOUS_CODES.has(code);
  return isRuledOut && httpStatus < 500 && !AMBIGUOUS_HTTP_STATUSES.has(httpStatus) ? 'not-executed' : 'unknown';
}

/** A write of unknown outcome is looked up before anything else; a read may simply be read again. */
function retryOf(meaning: Meaning, input: ServiceErrorInput, execution: Execution): RetryRule {
  if (execution === 'unknown') return 'reconcile-first';
  return isReading(input) && meaning.retry === 'reconcile-first' ? 'backoff' : meaning.retry;
}
