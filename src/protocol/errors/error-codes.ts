import { CONFIGURATION_ERROR_CODES } from './error-codes.configuration.js';
import { OUTCOME_ERROR_CODES } from './error-codes.outcome.js';
import { REQUEST_ERROR_CODES } from './error-codes.request.js';
import type { ErrorCodeEntry, ErrorMeaning, ServiceErrorNumber } from './error-code.types.js';
import { unlistedMeaning } from './unlisted-codes.js';

/** The type requires a row for each code, and a code for each row. */
const ROWS: Readonly<Record<ServiceErrorNumber, ErrorMeaning>> = {
  ...CONFIGURATION_ERROR_CODES,
  ...OUTCOME_ERROR_CODES,
  ...REQUEST_ERROR_CODES,
};

/**
 * Every error code that has a meaning (spec §7, and 1009 of protocol §3.3), by number, in ascending order, with its
 * meaning for create-order. {@link errorMeaning} gives the meaning for other operations.
 */
export const ERROR_CODES: ReadonlyMap<number, ErrorCodeEntry> = new Map(
  Object.entries(ROWS).map(([code, row]): [number, ErrorCodeEntry] => [Number(code), { code: Number(code), ...row }]),
);

/** The number for an answer without a code. */
const NO_CODE = 9999;

/**
 * What is known of an error code. Total: an unlisted or absent code gives a generic entry.
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
 * Whether a code has a row in the table, and is not only known by its range.
 *
 * @example
 * isListedCode(1034); // true
 */
export function isListedCode(code: number | null): code is ServiceErrorNumber {
  return code !== null && ERROR_CODES.has(code);
}
