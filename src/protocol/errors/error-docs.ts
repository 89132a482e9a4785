import { isListedCode } from './error-codes.js';
import { isLocalErrorCode } from './local-errors.js';
import { unlistedRange } from './unlisted-codes.js';

/** The page that explains every error, as a path in the repository. */
export const ERRORS_PAGE = 'docs/errors.md';

const SERVICE_CODE = /^SERVICE_(-?\d+)$/;

/**
 * Where docs/errors.md explains a code of {@link PaymentError}, as a path with an anchor.
 *
 * @example
 * errorDocs('SERVICE_1032'); // 'docs/errors.md#1032'
 * errorDocs('ORDER_INVALID'); // 'docs/errors.md#order_invalid'
 */
export function errorDocs(code: string): string {
  return `${ERRORS_PAGE}#${errorAnchor(code)}`;
}

/**
 * The anchor of a code on that page.
 *
 * @example
 * errorAnchor('SERVICE_1032'); // '1032'
 * errorAnchor('TIMEOUT'); // 'timeout'
 */
export function errorAnchor(code: string): string {
  const number = SERVICE_CODE.exec(code)?.[1];
  if (number !== undefined) return serviceAnchor(Number(number));
  return isLocalErrorCode(code) ? code.toLowerCase() : 'other';
}

function serviceAnchor(code: number): string {
  if (isListedCode(code)) return String(code);
  const range = unlistedRange(code);
  return range === null ? 'unlisted' : `unlisted-${range.from}-${range.to}`;
}
