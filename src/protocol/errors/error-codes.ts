import { CONFIGURATION_ERROR_CODES } from './error-codes.configuration.js';
import { OUTCOME_ERROR_CODES } from './error-codes.outcome.js';
import { REQUEST_ERROR_CODES } from './error-codes.request.js';
import type { ErrorCodeEntry } from './error-code.types.js';
import { CUSTOMER_TEXTS } from './customer-texts.js';

/** Every error code that has a meaning (spec §7, and 1009 of protocol §3.3), by number, in ascending order. */
export const ERROR_CODES: ReadonlyMap<number, ErrorCodeEntry> = new Map(
  Object.entries({ ...CONFIGURATION_ERROR_CODES, ...OUTCOME_ERROR_CODES, ...REQUEST_ERROR_CODES }).map(
    ([code, row]): [number, ErrorCodeEntry] => [Number(code), { code: Number(code), ...row }],
  ),
);

/** What is said of a code that nobody knows, or of an answer without one: nothing can be relied upon. */
const GENERIC: ErrorCodeEntry = {
  code: 9999,
  name: 'Unlisted error',
  cause: 'The service answered with an error that is not documented, or without a code.',
  kind: 'unknown',
  retry: 'reconcile-first',
  actor: 'service',
  httpStatus: 502,
  customerText: CUSTOMER_TEXTS.unknown,
  operatorText: 'Read the order before anything is repeated, and ask the service what its answer means.',
};

/**
 * What is known of an error code. Total: a code that is not listed, or none, gives a generic entry.
 *
 * @param code - `error_code` of the service, or `null`
 * @example
 * errorCodeEntry(1032).operatorText;
 * errorCodeEntry(418).kind; // 'unknown'
 */
export function errorCodeEntry(code: number | null): ErrorCodeEntry {
  return (code !== null && ERROR_CODES.get(code)) || { ...GENERIC, code: code ?? GENERIC.code };
}
