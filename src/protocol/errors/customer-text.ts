import type { PaymentError } from '../payment-error.js';
import type { ErrorKind } from '../payment-error.types.js';
import { CUSTOMER_TEXTS } from './customer-texts.js';

import type { LocalError, ServiceErrorCode } from './error-code.types.js';
import { errorMeaning } from './error-meaning.js';
import { isLocalErrorCode, LOCAL_ERRORS, type LocalErrorCode } from './local-errors.js';

/** A text in several languages, by language tag in lower case: `{ en: '…', nl: '…', de: '…' }`. */
export type LocalisedText = Readonly<Record<string, string>>;

/**
 * A shop's own texts, by code (`SERVICE_1024`) or by kind (`refused`); a code goes before its kind, and a language
 * that is missing before another one.
 */
export type ErrorTexts = Readonly<
  Partial<Record<ErrorKind | ServiceErrorCode | LocalErrorCode, LocalisedText>> &
    Record<string, LocalisedText | undefined>
>;

/** How {@link customerText} chooses. */
export interface CustomerTextOptions {
  /** Wanted languages, best first: `nl`, or `['nl-BE', 'fr']`. A tag also stands for its language. */
  readonly language?: string | readonly string[] | undefined;
  /** The shop's own texts; they go before those of the package, language by language. */
  readonly texts?: ErrorTexts | undefined;
  /** What is used when there is a text in none of the wanted languages. Default `en`. */
  readonly defaultLanguage?: string | undefined;
}

/** A text, and the language it is in. */
export interface ChosenText {
  readonly text: string;
  readonly language: string;
}

type Failure = Pick<PaymentError, 'code' | 'kind' | 'execution' | 'serviceCode' | 'operation'>;

/** The last resort, for errors that no code explains better. */
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
 * What the customer is told about a failure, for shops that make their own pages. It says what to do, and nothing of
 * the inside: no code, no word of the service.
 *
 * @param error - the failure
 * @param options - language and the shop's own texts; English without
 * @example
 * const texts = { refused: { nl: 'Kies een andere betaalwijze.' } };
 * if (isPaymentError(error)) return customerText(error, { language: 'nl', texts });
 */
export function customerText(error: Failure, options: CustomerTextOptions = {}): string {
  return chooseCustomerText(error, options).text;
}

/**
 * {@link customerText}, with the language that was found.
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

/** `nl-BE` is also `nl`. */
function withoutRegion(tag: string): string[] {
  const lower = tag.toLowerCase();
  return [...new Set([lower, lower.split('-')[0] ?? lower])];
}

/** Tags come from strangers' headers: `constructor` is no language. */
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

/** A text that rules a payment out may not be told when the answer came in a way that leaves it open. */
function textOfMeaning(error: Failure, serviceCode: number): LocalisedText {
  const meaning = errorMeaning(serviceCode, error.operation ?? 'other');
  const isInDoubt = error.execution === 'unknown' && meaning.execution !== 'unknown';
  return { ...(isInDoubt ? CUSTOMER_TEXTS.unknown : meaning.customerText) };
}
