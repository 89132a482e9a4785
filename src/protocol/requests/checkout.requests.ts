import { PaymentError } from '../payment-error.js';
import { pathTo } from './order-path.js';
import type { ServiceRequest } from './request.types.js';

const RECEIPTS_PATH = '/v1/json/pos/receipt';
const GATEWAY = /^\w{1,50}$/;

/** What a browser sends to the shop if a customer pays by Apple Pay on the shop's own page. */
export interface ApplePaySessionInput {
  /** The host name of the shop's page, without `https://`: `shop.example`. */
  readonly originDomain: string;
  /** `validationURL` of the browser's event `onvalidatemerchant`, unchanged. */
  readonly validationUrl: string;
}

/**
 * Builds the request for the banks of a payment method (protocol §2.13).
 *
 * @throws PaymentError `GATEWAY_INVALID` if it cannot be the code of a payment method
 * @example
 * issuersRequest('MYBANK').path; // '/v1/json/issuers/MYBANK'
 */
export function issuersRequest(gateway: string): ServiceRequest {
  if (typeof gateway !== 'string' || !GATEWAY.test(gateway)) throw invalidGateway();
  return { method: 'GET', path: `/v1/json/issuers/${gateway}`, query: {}, body: null, operation: 'payment-methods' };
}

/**
 * Builds the request for a token with which a browser loads payment components (protocol §2.13).
 *
 * @example
 * apiTokenRequest().path; // '/v1/json/auth/api_token'
 */
export function apiTokenRequest(): ServiceRequest {
  return { method: 'GET', path: '/v1/json/auth/api_token', query: {}, body: null, operation: 'checkout' };
}

/**
 * Builds the request for a session of Apple Pay (protocol §2.13).
 *
 * @example
 * const browser = { originDomain: 'shop.example', validationUrl: 'https://apple-pay-gateway.apple.com/session' };
 * applePaySessionRequest(browser).body?.['origin_domain']; // 'shop.example'
 */
export function applePaySessionRequest({ originDomain, validationUrl }: ApplePaySessionInput): ServiceRequest {
  const body = { origin_domain: originDomain, validation_url: validationUrl };
  return { method: 'POST', path: '/v1/json/wallets/sessions/applepay', query: {}, body, operation: 'checkout' };
}

/**
 * Builds the request for the receipt of a payment at a terminal (protocol §2.11).
 *
 * @param orderId - the merchant's identifier of the order
 * @throws PaymentError `ORDER_ID_INVALID`
 * @example
 * receiptRequest('POS-77-1').path; // '/v1/json/pos/receipt/POS-77-1'
 */
export function receiptRequest(orderId: string): ServiceRequest {
  return { method: 'GET', path: pathTo(RECEIPTS_PATH, orderId), query: {}, body: null, operation: 'read' };
}

function invalidGateway(): PaymentError {
  return new PaymentError({
    code: 'GATEWAY_INVALID',
    message: 'The code of a payment method has 1 to 50 letters, digits and underscores.',
    kind: 'request',
    execution: 'not-executed',
    retry: 'no',
    httpStatus: 404,
    advice: 'Use the id of a payment method as the service lists it.',
  });
}
