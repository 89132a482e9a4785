import { PaymentError } from '../payment-error.js';
import { isPathStep, withoutAbsent } from './order-path.js';
import type { ServiceRequest } from './request.types.js';

/** The path of stored tokens (protocol §2.12). */
const RECURRING_PATH = '/v1/json/recurring';

/** One stored token: its customer, and the token itself, which is a secret of the shop. */
export interface TokenPlace {
  /** `customer.reference` of the order that stored it. */
  readonly reference: string;
  /** {@link StoredToken.token}, or `payment_details.recurring_id` of the order that stored it. */
  readonly token: string;
}

/** What can be changed of a stored token (protocol §2.12). */
export interface UpdateTokenInput {
  /** The new expiry date of the card: year and month, `YYMM`. */
  readonly expiryDate: string;
}

/** A page of a customer's tokens. */
export interface TokenPage {
  /** The number of tokens before the page. */
  readonly offset: number;
  /** The most tokens of the page. */
  readonly limit: number;
}

/**
 * Builds the request for one page of a customer's stored tokens (protocol §2.12).
 *
 * @throws PaymentError `CUSTOMER_REFERENCE_INVALID` if the reference cannot be part of a URL
 * @example
 * tokensRequest('customer 7', { offset: 0, limit: 100 }).path; // '/v1/json/recurring/customer%207'
 */
export function tokensRequest(reference: string, { offset, limit }: TokenPage): ServiceRequest {
  const query = { limit: String(limit), offset: String(offset) };
  return { method: 'GET', path: pathOf(reference), query, body: null, operation: 'tokens' };
}

/**
 * Builds the request for one stored token (protocol §2.12).
 *
 * @throws PaymentError `CUSTOMER_REFERENCE_INVALID`, `TOKEN_INVALID`
 * @example
 * tokenRequest({ reference: 'customer-7', token: 'tk1' }).path; // '/v1/json/recurring/customer-7/token/tk1'
 */
export function tokenRequest(place: TokenPlace): ServiceRequest {
  return { method: 'GET', path: pathOfToken(place, 'token'), query: {}, body: null, operation: 'tokens' };
}

/**
 * Builds the request that changes the expiry date of a stored card (protocol §2.12).
 *
 * @throws PaymentError `CUSTOMER_REFERENCE_INVALID`, `TOKEN_INVALID`
 * @example
 * const place = { reference: 'customer-7', token: 'tk1' };
 * updateTokenRequest(place, { expiryDate: '3012' }).body?.['expiry_date']; // 3012
 */
export function updateTokenRequest(place: TokenPlace, { expiryDate }: UpdateTokenInput): ServiceRequest {
  // A number, as in the answers of the service.
  const body = withoutAbsent({ expiry_date: Number(expiryDate) });
  return { method: 'POST', path: pathOfToken(place, 'update'), query: {}, body, operation: 'token-change' };
}

/**
 * Builds the request that permanently deletes a stored token (protocol §2.12).
 *
 * @throws PaymentError `CUSTOMER_REFERENCE_INVALID`, `TOKEN_INVALID`
 * @example
 * removeTokenRequest({ reference: 'customer-7', token: 'tk1' }).method; // 'DELETE'
 */
export function removeTokenRequest(place: TokenPlace): ServiceRequest {
  return { method: 'DELETE', path: pathOfToken(place, 'remove'), query: {}, body: null, operation: 'token-change' };
}

function pathOf(reference: string): string {
  const what = 'The reference of a customer';
  return `${RECURRING_PATH}/${stepOf(reference, { code: 'CUSTOMER_REFERENCE_INVALID', what })}`;
}

function pathOfToken({ reference, token }: TokenPlace, action: 'token' | 'update' | 'remove'): string {
  return `${pathOf(reference)}/${action}/${stepOf(token, { code: 'TOKEN_INVALID', what: 'The token' })}`;
}

function stepOf(value: string, { code, what }: { readonly code: string; readonly what: string }): string {
  if (isPathStep(value)) return encodeURIComponent(value);
  throw new PaymentError({
    code,
    message: `${what} cannot be part of an address.`,
    kind: 'request',
    execution: 'not-executed',
    retry: 'no',
    httpStatus: 404,
    advice: 'Use it as it was when the token was stored.',
  });
}
