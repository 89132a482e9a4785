import { ERROR_KINDS, parseUrl, type ErrorTexts } from '../../../protocol/index.js';

/** How failures are told to the shop's own clients. */
export interface ErrorAnswerOptions {
  /**
   * The shop's own texts for customers, by code or by kind, in any language:
   * `{ refused: { en: '…', nl: '…' }, SERVICE_1024: { de: '…' } }`. What is missing keeps the text of the package.
   */
  texts?: ErrorTexts;
  /** Language tag for clients that ask for none we have. Default `en`. */
  defaultLanguage?: string;
  /**
   * Absolute address of a page on which the shop explains errors; `type` of a problem is this with `#1032`. Default:
   * `/docs/errors.md`, the page of this package, which clients compare and nobody opens.
   */
  docsUrl?: string;
}

const LANGUAGE = /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/;
const CODE = /^[A-Z][A-Z0-9_]*$/;

/** Every fault of these options, as `errors.…: what is wrong`. */
export function errorAnswerFaults(given: unknown): string[] {
  if (given === undefined) return [];
  if (!isRecord(given)) return ['errors: must be an object'];
  const { texts, defaultLanguage, docsUrl } = given;
  const faults = textsFaults(texts);
  if (defaultLanguage !== undefined && !isLanguage(defaultLanguage)) {
    faults.push('errors.defaultLanguage: must be a language tag in lower case, such as nl');
  }
  if (docsUrl !== undefined && !isWebAddress(docsUrl)) {
    faults.push('errors.docsUrl: must be an absolute http(s) address without a fragment');
  }
  return faults;
}

function textsFaults(texts: unknown): string[] {
  if (texts === undefined) return [];
  if (!isRecord(texts)) return ['errors.texts: must be an object'];
  return Object.entries(texts).flatMap(([key, text]) => textFaults(key, text));
}

function textFaults(key: string, text: unknown): string[] {
  const path = `errors.texts.${key}`;
  if (!CODE.test(key) && !(ERROR_KINDS as readonly string[]).includes(key)) {
    return [`${path}: is neither a code, such as SERVICE_1024, nor a kind: ${ERROR_KINDS.join(', ')}`];
  }
  if (!isRecord(text)) return [`${path}: must be texts by language, such as { en: '…' }`];
  return Object.entries(text).flatMap(([language, value]) => [
    ...(isLanguage(language) ? [] : [`${path}.${language}: must be a language tag in lower case, such as nl`]),
    ...(typeof value === 'string' && value.trim() !== '' ? [] : [`${path}.${language}: must be a text`]),
  ]);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isLanguage = (value: unknown): boolean => typeof value === 'string' && LANGUAGE.test(value);

function isWebAddress(value: unknown): boolean {
  const url = typeof value === 'string' ? parseUrl(value) : null;
  return url !== null && ['http:', 'https:'].includes(url.protocol) && url.hash === '';
}
