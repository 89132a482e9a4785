import { CUSTOMER_TEXTS } from './customer-texts.js';
import type { LocalError } from './error-code.types.js';
import { SHOP_ERRORS } from './local-errors.shop.js';

/** If an answer does not come from the service, the network path to it is wrong. */
const CHECK_NETWORK = 'Check baseUrl, and what stands between the shop and the service: proxies, firewalls.';
const READ_FIRST = 'Where execution is unknown, read what became of it before anything is sent again; else try again.';

/** Codes that this package gives: for answers without a code, for calls without an answer, and for its own failures. */
export const LOCAL_ERRORS = {
  TIMEOUT: { cause: 'No answer came in time.', operatorText: READ_FIRST },
  NETWORK: { cause: 'The connection could not be made, or broke.', operatorText: READ_FIRST },
  BAD_RESPONSE: { cause: 'The answer did not come from the service.', operatorText: CHECK_NETWORK },
  SERVICE_FORBIDDEN: {
    cause: 'Access was refused without a code (HTTP 401 or 403).',
    operatorText: 'Check that the API key is of the right kind and may do this.',
  },
  SERVICE_REFUSED: {
    cause: 'The payment may not be refunded, said without a code (HTTP 403 with a text about the payment).',
    operatorText: 'See in the dashboard of the service why this payment cannot be refunded; others are not affected.',
    customerText: CUSTOMER_TEXTS.refundChecked,
  },
  SERVICE_NOT_FOUND: {
    cause: 'There is no such thing, said without a code (HTTP 404 or 410).',
    operatorText: 'Check the identifier, and that the API key is the one of the site it belongs to.',
    customerText: CUSTOMER_TEXTS.notFound,
  },
  SERVICE_INVALID: {
    cause: 'The request was found wrong, without a code (HTTP 400 or 422).',
    operatorText: 'Compare the request with the documentation of the service, field by field.',
  },
  SERVICE_BUSY: {
    cause: 'Too many requests (HTTP 429).',
    operatorText: 'Send less at once: see what else uses the same API key.',
  },
  SERVICE_UNAVAILABLE: {
    cause: 'The service is out of order (HTTP 408 or 5xx).',
    operatorText: 'Wait until the service is back; what was under way is found out by reading.',
  },
  CIRCUIT_OPEN: {
    cause:
      'Several calls of the terminal group in a row failed, or the service asked for a pause, so its calls are paused. Nothing was sent.',
    operatorText: 'Wait; the module tries the service again by itself.',
  },
  API_BUDGET_EXHAUSTED: {
    cause:
      'The budget of calls of the terminal group is used up, and the call could not wait for it. Nothing was sent.',
    operatorText: 'Try again later; if it lasts, raise the budget as far as the service allows.',
  },
  SHUTTING_DOWN: {
    cause: 'The process is being stopped: the call was not made, or cut when it took too long.',
    operatorText: `Another process, or this one after its start, goes on. ${READ_FIRST}`,
  },
  ...SHOP_ERRORS,
} as const satisfies Readonly<Record<string, LocalError>>;

/** A code that this package gives, because the service gave none. */
export type LocalErrorCode = keyof typeof LOCAL_ERRORS;

/**
 * Whether a code is one of {@link LOCAL_ERRORS}.
 *
 * @example
 * isLocalErrorCode('TIMEOUT'); // true
 * isLocalErrorCode('SERVICE_1032'); // false
 */
export function isLocalErrorCode(code: string): code is LocalErrorCode {
  return Object.hasOwn(LOCAL_ERRORS, code);
}
