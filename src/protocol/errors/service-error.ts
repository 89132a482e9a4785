import type { ErrorEnvelope } from '../envelope.js';
import { PaymentError } from '../payment-error.js';
import type { Execution, RetryRule } from '../payment-error.types.js';
import type { ServiceOperation, ServiceRequest } from '../requests/request.types.js';
import type { ErrorMeaning } from './error-code.types.js';
import { errorMeaning, OPERATION_SUBJECTS } from './error-meaning.js';
import { answerWithoutCode, nameWithoutCode } from './answers-without-code.js';

/** An error answer of the service, and the request that it answers. */
export interface ServiceErrorInput {
  /** `error_code`, or `null`. */
  readonly code: number | null;
  /**
   * `error_info`. It may be localised and may quote the request, so it is not kept. It only tells what a 403 to a
   * refund is about.
   */
  readonly text: string;
  /** The form of the answer. Without it, an answer without a code does not count as the service's. */
  readonly envelope?: ErrorEnvelope | undefined;
  readonly operation: ServiceOperation;
  /** Method of the request: a GET changes nothing. If absent, the operation decides. */
  readonly method?: ServiceRequest['method'] | undefined;
  /** HTTP status of the service's answer. */
  readonly httpStatus: number;
  readonly group?: string | undefined;
  readonly orderId?: string | undefined;
}

/** A meaning, with the code of the error. */
type NamedMeaning = ErrorMeaning & { readonly errorCode: string };

/** Answers of a gateway or of a race, which tell nothing about the request. */
const DOUBTFUL_HTTP_STATUSES = new Set([408, 409, 425, 429]);

/**
 * Turns an error answer of the service into the one error class of the package (spec §7). Total: every answer has a
 * meaning.
 *
 * `execution` tells whether the request may still have been carried out: reads never change anything, and a write may
 * have been carried out unless the table excludes it. The service's own text is not kept.
 *
 * @example
 * throw serviceError({ code: 1032, text: '', operation: 'create', method: 'POST', httpStatus: 401, group: 'web' });
 */
export function serviceError(input: ServiceErrorInput): PaymentError {
  const { code, operation, group, orderId, httpStatus } = input;
  const meaning = meaningOf(input);
  const execution = executionOf(input, meaning);
  return new PaymentError({
    code: meaning.errorCode,
    message: `The service answered the ${operation === 'other' ? '' : `${operation} `}request with ${code ?? `HTTP ${httpStatus}`}: ${meaning.name}.`,
    kind: meaning.kind,
    execution,
    retry: retryOf(input, meaning, execution),
    httpStatus: meaning.httpStatus,
    serviceCode: code,
    operation,
    advice: meaning.operatorText,
    group,
    orderId,
  });
}

/**
 * The specification's name of the service's answer; null if the error is not an answer of the service.
 *
 * @example
 * const error = serviceError({ code: 1032, text: '', operation: 'create', method: 'POST', httpStatus: 401, group: 'web' });
 * serviceMeaning(error); // 'Invalid API key'
 */
export function serviceMeaning({ code, serviceCode, operation = 'other' }: PaymentError): string | null {
  return serviceCode === null ? nameWithoutCode(code) : errorMeaning(serviceCode, operation).name;
}

function meaningOf(input: ServiceErrorInput): NamedMeaning {
  const { code, operation } = input;
  const meaning = errorMeaning(code, operation);
  if (code === null) return { ...meaning, ...answerWithoutCode(input) };
  return { ...meaning, errorCode: `SERVICE_${code}` };
}

/** Decided by the method if it is known: the operation `other` may be a read or a write. */
function isReading({ operation, method }: ServiceErrorInput): boolean {
  return method === undefined ? OPERATION_SUBJECTS[operation] === 'look-up' : method === 'GET';
}

/** A clear code in an answer of another server is not reliable. */
function isDoubtful(httpStatus: number): boolean {
  const isSuccess = httpStatus >= 200 && httpStatus < 300;
  const isRefusal = httpStatus >= 400 && httpStatus < 500;
  return !(isSuccess || isRefusal) || DOUBTFUL_HTTP_STATUSES.has(httpStatus);
}

function executionOf(input: ServiceErrorInput, meaning: ErrorMeaning): Execution {
  if (isReading(input)) return 'not-executed';
  return isDoubtful(input.httpStatus) ? 'unknown' : meaning.execution;
}

/** A write of unknown outcome needs a read first; a read may simply be repeated. */
function retryOf(input: ServiceErrorInput, meaning: ErrorMeaning, execution: Execution): RetryRule {
  if (execution === 'unknown') return 'reconcile-first';
  return isReading(input) && meaning.retry === 'reconcile-first' ? 'backoff' : meaning.retry;
}
