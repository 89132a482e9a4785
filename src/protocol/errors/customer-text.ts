import type { PaymentError } from '../payment-error.js';
import type { ErrorKind } from '../payment-error.types.js';
import { CUSTOMER_TEXTS } from './customer-texts.js';

import type { LocalError, ServiceErrorCode } from './error-code.types.js';
import { errorMeaning } from './error-meaning.js';
import { isLocalErrorCode, LOCAL_ERRORS, type LocalErrorCode } from './local-errors.js';

/** A text in several languages, by language tag in lower case: `{ en: '…', nl: '…', de: '…' }`. */
export type LocalisedText = Readonly<Record<string, string>>;

/**
 * A shop's own texts, by code (`SERVICE_1024`) or by kind (`refused`). The code's text is used before its kind's; if
 * the language is missing there, the kind's text is used before another language.
 */
export type ErrorTexts = Readonly<
  Partial<Record<ErrorKind | ServiceErrorCode | LocalErrorCode, LocalisedText>> &
    Record<string, LocalisedText | undefined>
>;

/** Settings of {@link customerText}. */
export interface CustomerTextOptions {
  /** Wanted languages, best first: `nl`, or `['nl-BE', 'fr']`. A tag also matches its language. */
  readonly language?: string | readonly string[] | undefined;
  /** The shop's own texts; in each language they are used before those of the package. */
  readonly texts?: ErrorTexts | undefined;
  /** The language if none of the wanted ones has a text. Default `en`. */
  readonly defaultLanguage?: string | undefined;
}

/** A text, and the language it is in. */
export interface ChosenText {
  readonly text: string;
  readonly language: string;
}

type Failure = Pick<PaymentError, 'code' | 'kind' | 'execution' | 'serviceCode' | 'operation'>;

/** The last fallback, for errors whose code has no better text. */
const TEXTS_BY_KIND: Readonly<Record<ErrorKind, LocalisedText>> = {
  configuration: CUSTOMER_TEXTS.unavailable,
  request: CUSTOMER_TEXTS.failed,
  customer: CUSTOMER_TEXTS.checkDetails,
  refused: CUSTOMER_TEXTS.refused,
  temporary: CUSTOMER_TEXTS.unavailable,
  'already-done': CUSTOMER_TEXTS.alreadyProcessed,
  unknown: CUSTOMER_TEXTS.unknown,
};

/**
 * The text for the customer about a failure, for shops that make their own pages. It says what the customer can do,
 * without internals: no code and no text of the service.
 *
 * @param error - the failure
 * @param options - language and the shop's own texts; default English
 * @example
 * const texts = { refused: { nl: 'Kies een andere betaalwijze.' } };
 * if (isPaymentError(error)) return customerText(error, { language: 'nl', texts });
 */
export function customerText(error: Failure, options: CustomerTextOptions = {}): string {
  return chooseCustomerText(error, options).text;
}

/**
 * {@link customerText}, with the language of the text.
 *
 * @example
 * if (isPaymentError(error)) chooseCustomerText(error, { language: ['fr', 'nl'] }).language; // 'nl'
 */
export function chooseCustomerText(error: Failure, options: CustomerTextOptions = {}): ChosenText {
  const { language = [], texts = {}, defaultLanguage = 'en' } = options;
  const wanted = [...(typeof language === 'string' ? [language] : language), defaultLanguage, 'en'];
  const sources = [own(texts, error.code), own(texts, error.kind), packageText(error)];
  for (const candidate of wanted.flatMap(withoutRegion)) {
    const text = sources.find((source) => own(source, candidate))?.[candidate];
    if (text) return { text, language: candidate };
  }
  return { text: CUSTOMER_TEXTS.unknown.en, language: 'en' };
}

/** `nl-BE` also matches `nl`. */
function withoutRegion(tag: string): string[] {
  const lower = tag.toLowerCase();
  return [...new Set([lower, lower.split('-')[0] ?? lower])];
}

/** Tags come from headers of strangers, so `constructor` must not count as a language. */
function own<T>(table: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return table !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
}

function packageText(error: Failure): LocalisedText {
  const { code, serviceCode, operation } = error;
  if (serviceCode !== null && operation !== undefined) return textOfMeaning(error, serviceCode);
  const local: LocalError | undefined = isLocalErrorCode(code) ? LOCAL_ERRORS[code] : undefined;
  if (local?.customerText) return { ...local.customerText };
  return error.execution === 'unknown' ? CUSTOMER_TEXTS.unknown : TEXTS_BY_KIND[error.kind];
}

/** If the outcome is open, the customer must not read a text that says nothing was paid. */
function textOfMeaning(error: Failure, serviceCode: number): LocalisedText {
  const meaning = errorMeaning(serviceCode, error.operation ?? 'other');
  const isInDoubt = error.execution === 'unknown' && meaning.execution !== 'unknown';
  return { ...(isInDoubt ? CUSTOMER_TEXTS.unknown : meaning.customerText) };
}
