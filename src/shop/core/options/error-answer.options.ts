import { isFields, ERROR_KINDS, parseUrl, type ErrorTexts } from '../../../protocol/index.js';
import { May, Read } from '../../../support/fields/field.decorators.js';
import type { FieldReading } from '../../../support/fields/field-reading.js';

const LANGUAGE = /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/;
const CODE = /^[A-Z][A-Z0-9_]*$/;

const isLanguage = (value: unknown): boolean => typeof value === 'string' && LANGUAGE.test(value);

function isWebAddress(value: unknown): boolean {
  const url = typeof value === 'string' ? parseUrl(value) : null;
  return url !== null && ['http:', 'https:'].includes(url.protocol) && url.hash === '';
}

const readTexts: FieldReading = (texts, { path, faults }) => {
  const add = (message: string, ...below: string[]): number =>
    faults.push({ path: [path, ...below].join('.'), message });
  if (!isFields(texts)) add('must be an object');
  for (const [key, text] of isFields(texts) ? Object.entries(texts) : []) {
    if (!CODE.test(key) && !(ERROR_KINDS as readonly string[]).includes(key)) {
      add(`is neither a code, such as SERVICE_1024, nor a kind: ${ERROR_KINDS.join(', ')}`, key);
    } else if (!isFields(text)) add("must be texts by language, such as { en: '…' }", key);
    else addLanguageFaults(text, (message, language) => add(message, key, language));
  }
  return texts;
};

function addLanguageFaults(text: object, add: (message: string, language: string) => void): void {
  for (const [language, value] of Object.entries(text) as [string, unknown][]) {
    if (!isLanguage(language)) add('must be a language tag in lower case, such as nl', language);
    if (typeof value !== 'string' || value.trim() === '') add('must be a text', language);
  }
}

/**
 * How failures are reported to the shop's own clients.
 *
 * @example
 * const errors: ErrorAnswerOptions = { defaultLanguage: 'nl', texts: { refused: { nl: 'Niet goedgekeurd.' } } };
 */
export class ErrorAnswerOptions {
  /**
   * The shop's own texts for customers, by code or by kind, in any language:
   * `{ refused: { en: '…', nl: '…' }, SERVICE_1024: { de: '…' } }`. Missing texts are those of the package.
   */
  @Read(readTexts)
  texts?: ErrorTexts;

  /** Language tag for clients that ask for no language that there are texts for. Default `en`. */
  @May('be a language tag in lower case, such as nl', isLanguage)
  defaultLanguage?: string;

  /**
   * Absolute address of a page on which the shop explains errors; `type` of a problem is this with `#1032`. Default:
   * `/docs/errors.md`, a page of this package: clients compare the value and do not open it.
   */
  @May('be an absolute http(s) address without a fragment', isWebAddress)
  docsUrl?: string;
}
