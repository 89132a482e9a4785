import type { ErrorEnvelope } from '../envelope.js';
import { PaymentError } from '../payment-error.js';
import type { Execution, RetryRule } from '../payment-error.types.js';
import type { ServiceOperation, ServiceRequest } from '../requests/request.types.js';
import type { ErrorMeaning } from './error-code.types.js';
import { errorMeaning, OPERATION_SUBJECTS } from './error-meaning.js';
import { answerWithoutCode, nameWithoutCode } from './answers-without-code.js';

/** An error answer of the service, and what it answers. */
export interface ServiceErrorInput {
  /** `error_code`, `null` when the answer has none. */
  readonly code: number | null;
  /** `error_info`: may be localised and may quote what was sent, so it is not kept; only what a 403 to a refund is about is read from it. */
  readonly text: string;
  /** In which shape it came; without it, an answer without a code is not taken for one of the service. */
  readonly envelope?: ErrorEnvelope | undefined;
  readonly operation: ServiceOperation;
  /** Method of the request: a GET changes nothing. Without it the operation decides. */
  readonly method?: ServiceRequest['method'] | undefined;
  /** HTTP status of the service's answer. */
  readonly httpStatus: number;
  readonly group?: string | undefined;
  readonly orderId?: string | undefined;
}

/** A meaning, under the name that the error gets. */
type NamedMeaning = ErrorMeaning & { readonly errorCode: string };

/** Answers of a gateway or of a race, which say nothing about the request behind them. */
const DOUBTFUL_HTTP_STATUSES = new Set([408, 409, 425, 429]);

/**
 * Turns an error answer of the service into the one error class of the package (spec §7). Total: whatever the answer,
 * there is a meaning.
 *
 * `execution` tells whether the request may have been carried out all the same: reads never change anything, a write
 * may have unless the table rules that out. The service's own text is not kept.
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
 * What the service answered, as the specification calls it; null for an error that is no answer of the service.
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

/** Judged by the method where it is known: `other` may be anything. */
function isReading({ operation, method }: ServiceErrorInput): boolean {
  return method === undefined ? OPERATION_SUBJECTS[operation] === 'look-up' : method === 'GET';
}

/** A clear code in an answer that is none of the service's own is not clear. */
function isDoubtful(httpStatus: number): boolean {
  const isSuccess = httpStatus >= 200 && httpStatus < 300;
  const isRefusal = httpStatus >= 400 && httpStatus < 500;
  return !(isSuccess || isRefusal) || DOUBTFUL_HTTP_STATUSES.has(httpStatus);
}

function executionOf(input: ServiceErrorInput, meaning: ErrorMeaning): Execution {
  if (isReading(input)) return 'not-executed';
  return isDoubtful(input.httpStatus) ? 'unknown' : meaning.execution;
}

/** A write of unknown outcome is looked up before anything else; a read may simply be read again. */
function retryOf(input: ServiceErrorInput, meaning: ErrorMeaning, execution: Execution): RetryRule {
  if (execution === 'unknown') return 'reconcile-first';
  return isReading(input) && meaning.retry === 'reconcile-first' ? 'backoff' : meaning.retry;
}
