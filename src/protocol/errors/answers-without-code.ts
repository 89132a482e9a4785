import type { ErrorEnvelope } from '../envelope.js';
import type { ServiceOperation } from '../requests/request.types.js';
import type { ErrorMeaning } from './error-code.types.js';
import { LOCAL_ERRORS, type LocalErrorCode } from './local-errors.js';

/** How an answer without a code differs from the meaning of an unlisted code. */
type AnswerMeaning = Partial<ErrorMeaning> & { readonly errorCode: LocalErrorCode };

interface AnswerRow extends AnswerMeaning {
  readonly isFor: (httpStatus: number, isAboutPayment: boolean) => boolean;
  /** Applies only if the answer has one of the service's own envelopes. */
  readonly isOwnOnly: boolean;
}

const oneOf =
  (...statuses: readonly number[]) =>
  (httpStatus: number): boolean =>
    statuses.includes(httpStatus);

/**
 * Answers without a code, by HTTP status (protocol §3.1, envelopes E2 to E5); the first match counts. `not-executed`
 * holds only for what the service checks first: access, and the form of the request.
 */
const ROWS: readonly AnswerRow[] = [
  {
    isFor: (httpStatus) => httpStatus >= 500 || httpStatus === 408,
    isOwnOnly: false,
    errorCode: 'SERVICE_UNAVAILABLE',
    name: 'Unavailable',
    kind: 'temporary',
    retry: 'backoff',
    httpStatus: 503,
  },
  {
    isFor: oneOf(429),
    isOwnOnly: false,
    errorCode: 'SERVICE_BUSY',
    name: 'Too many requests',
    kind: 'temporary',
    retry: 'backoff',
    httpStatus: 503,
  },
  {
    isFor: (httpStatus, isAboutPayment) => httpStatus === 403 && isAboutPayment,
    isOwnOnly: true,
    errorCode: 'SERVICE_REFUSED',
    name: 'Refused for this payment',
    kind: 'configuration',
    execution: 'not-executed',
    retry: 'no',
    actor: 'merchant',
    httpStatus: 409,
  },
  {
    isFor: oneOf(401, 403),
    isOwnOnly: true,
    errorCode: 'SERVICE_FORBIDDEN',
    name: 'Forbidden',
    kind: 'configuration',
    execution: 'not-executed',
    retry: 'no',
    actor: 'merchant',
    httpStatus: 503,
  },
  {
    isFor: oneOf(404, 410),
    isOwnOnly: true,
    errorCode: 'SERVICE_NOT_FOUND',
    name: 'Not found',
    kind: 'request',
    execution: 'not-executed',
    retry: 'no',
    actor: 'merchant',
    httpStatus: 404,
  },
  {
    isFor: oneOf(400, 422),
    isOwnOnly: true,
    errorCode: 'SERVICE_INVALID',
    name: 'Invalid request',
    kind: 'request',
    execution: 'not-executed',
    retry: 'no',
    actor: 'merchant',
    httpStatus: 500,
  },
  { isFor: () => true, isOwnOnly: false, errorCode: 'BAD_RESPONSE', name: 'No answer of the service' },
];

/** An answer that has no code. */
export interface AnswerWithoutCode {
  readonly httpStatus: number;
  readonly envelope?: ErrorEnvelope | undefined;
  readonly operation: ServiceOperation;
  readonly text: string;
}

/** Words about the payment, and about the rights of the account, in the languages of the service. */
const PAYMENT = /payment|transaction|order|refund|betaling|transactie|terugbetal/iu;
const ACCESS = /api.?key|account|credential|authenti|authori[sz]|permission|token|\bsites?\b|\bip\b|sleutel|rechten/iu;

/** Only the text tells which of the two refusals it is; in doubt, it is about the account. */
const isAboutPayment = ({ operation, text }: AnswerWithoutCode): boolean =>
  operation === 'refund' && PAYMENT.test(text) && !ACCESS.test(text);

/** The service's meaning of an answer without a code, by the code of its error; null if the service did not answer. */
export const nameWithoutCode = (code: string): string | null =>
  code === 'BAD_RESPONSE' ? null : (ROWS.find(({ errorCode }) => errorCode === code)?.name ?? null);

/** The meaning of an answer without a code. */
export function answerWithoutCode(answer: AnswerWithoutCode): AnswerMeaning {
  const { httpStatus, envelope = 'E5' } = answer;
  const isPayment = isAboutPayment(answer);
  const isOwn = envelope !== 'E5';
  const row =
    ROWS.find((candidate) => candidate.isFor(httpStatus, isPayment) && (isOwn || !candidate.isOwnOnly)) ?? ROWS.at(-1)!;
  const { isFor: _isFor, isOwnOnly: _isOwnOnly, ...meaning } = row;
  return { ...meaning, operatorText: LOCAL_ERRORS[row.errorCode].operatorText };
}
