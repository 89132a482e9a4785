import { chooseCustomerText, type ErrorKind, type PaymentError } from '../../protocol/index.js';
import type { ErrorAnswerOptions } from '../core/index.js';

/** The body of an answer in `application/problem+json` (RFC 9457). It contains no text for operators or of the service. */
export interface ProblemDetails {
  /** Where the code is explained; the same for every failure of this code. */
  readonly type: string;
  /** The kind of the failure, in a few words. */
  readonly title: string;
  readonly status: number;
  /** The text for the customer. */
  readonly detail: string;
  /** The code of the {@link PaymentError}, for the shop's own pages. */
  readonly code: string;
}

/** A complete answer. */
export interface ProblemAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ProblemDetails;
}

/** How long a client should wait before it tries again, in seconds: temporary failures seldom end sooner. */
const RETRY_AFTER_SECONDS = 30;
const FALLBACK_STATUS = 500;

interface Title {
  readonly en: string;
  readonly nl: string;
}

const TITLES: Readonly<Record<ErrorKind, Title>> = {
  configuration: { en: 'Payments are not available', nl: 'Betalen is niet mogelijk' },
  request: { en: 'The request failed', nl: 'De aanvraag is mislukt' },
  customer: { en: 'Details need to be checked', nl: 'Gegevens moeten worden gecontroleerd' },
  refused: { en: 'The payment was not approved', nl: 'De betaling is niet goedgekeurd' },
  temporary: { en: 'Temporarily not available', nl: 'Tijdelijk niet beschikbaar' },
  'already-done': { en: 'Done already', nl: 'Al gedaan' },
  unknown: { en: 'The outcome is not known yet', nl: 'De uitkomst is nog niet bekend' },
};

/**
 * The answer about a failure to the shop's own client (RFC 9457).
 *
 * @param error - the failure
 * @param languages - accepted ones, best first
 * @param options - the shop's own texts and addresses
 */
export function problemAnswer(
  error: PaymentError,
  languages: readonly string[],
  options: ErrorAnswerOptions,
): ProblemAnswer {
  const { texts, defaultLanguage, docsUrl } = options;
  const { text, language } = chooseCustomerText(error, { language: languages, texts, defaultLanguage });
  const status = isErrorStatus(error.httpStatus) ? error.httpStatus : FALLBACK_STATUS;
  const title = (TITLES[error.kind] ?? TITLES.unknown)[language === 'nl' ? 'nl' : 'en'];
  const type = docsUrl === undefined ? `/${error.docs}` : docsUrl + error.docs.slice(error.docs.indexOf('#'));
  return {
    status,
    headers: {
      'Content-Type': 'application/problem+json',
      'Content-Language': language,
      'Cache-Control': 'no-store',
      ...(error.retry === 'backoff' && { 'Retry-After': String(RETRY_AFTER_SECONDS) }),
    },
    body: { type, title, status, detail: text, code: error.code },
  };
}

const isErrorStatus = (status: number): boolean => Number.isInteger(status) && status >= 400 && status <= 599;
