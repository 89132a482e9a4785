import { CONFIGURATION_ERROR_CODES } from './error-codes.configuration.js';
import { OUTCOME_ERROR_CODES } from './error-codes.outcome.js';
import { REQUEST_ERROR_CODES } from './error-codes.request.js';
import type { ErrorCodeEntry, ErrorMeaning, ServiceErrorNumber } from './error-code.types.js';
import { unlistedMeaning } from './unlisted-codes.js';

/** A code without a row, and a row without a code, do not compile. */
const ROWS: Readonly<Record<ServiceErrorNumber, ErrorMeaning>> = {
  ...CONFIGURATION_ERROR_CODES,
  ...OUTCOME_ERROR_CODES,
  ...REQUEST_ERROR_CODES,
};

/**
 * Every error code that has a meaning (spec §7, and 1009 of protocol §3.3), by number, in ascending order: what it says
 * when an order is created. {@link errorMeaning} has what it says of the other operations.
 */
export const ERROR_CODES: ReadonlyMap<number, ErrorCodeEntry> = new Map(
  Object.entries(ROWS).map(([code, row]): [number, ErrorCodeEntry] => [Number(code), { code: Number(code), ...row }]),
);

/** What stands for an answer without any code. */
const NO_CODE = 9999;

/**
 * What is known of an error code. Total: a code that is not listed, or none, gives a generic entry.
 *
 * @param code - `error_code` of the service, or `null`
 * @example
 * errorCodeEntry(1032).operatorText;
 * errorCodeEntry(418).kind; // 'unknown'
 */
export function errorCodeEntry(code: number | null): ErrorCodeEntry {
  return (code !== null && ERROR_CODES.get(code)) || { code: code ?? NO_CODE, ...unlistedMeaning(code) };
}

/**
 * Whether a code is one of the table, and not one that is only known by its range.
 *
 * @example
 * isListedCode(1034); // true
 */
export function isListedCode(code: number | null): code is ServiceErrorNumber {
  return code !== null && ERROR_CODES.has(code);
}
