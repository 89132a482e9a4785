import { createHash } from 'node:crypto';
import { parseUrl } from '../../../protocol/index.js';
import { type ServiceJson, refuse, type Refused } from '../../core/index.js';
import type { JsonObject } from '../creation/create-order.types.js';
import { textAt } from '../json-fields.js';

/** A checked request for a session from a browser. */
export interface ApplePayRequest {
  /** The host of the page with the button. */
  readonly domain: string;
  readonly validationUrl: string;
}

/** The request, or its first fault. */
export type ApplePayReading = { ok: true; request: ApplePayRequest } | Refused;

const HOST_NAME = /^(?=.{1,253}$)[a-z\d-]{1,63}(\.[a-z\d-]{1,63})*$/i;
const APPLE = /(^|\.)apple\.com$/;
const LIFE_MS = 300_000;

/**
 * Reads the body of `POST /wallets/sessions/applepay`. Never throws.
 *
 * @example
 * readApplePayRequest({}); // { ok: false, fault: { code: 1016, detail: 'origin_domain must be …' } }
 */
export function readApplePayRequest(body: JsonObject): ApplePayReading {
  const domain = textAt(body, 'origin_domain') ?? '';
  const validationUrl = textAt(body, 'validation_url') ?? '';
  if (!HOST_NAME.test(domain)) return refuse(1016, 'origin_domain must be the host name of the page, without https://');
  const url = parseUrl(validationUrl);
  // Code that fetches any address of a browser's request could be made to fetch addresses of the own network.
  const isApples = url?.protocol === 'https:' && APPLE.test(url.hostname);
  return isApples
    ? { ok: true, request: { domain, validationUrl } }
    : refuse(1016, 'validation_url must be the https address at apple.com that the browser was given');
}

/**
 * A stand-in for Apple's session: its members, without its signatures. The service returns the session as text.
 *
 * @example
 * applePaySession({ domain: 'shop.example', validationUrl: 'https://apple-pay-gateway.apple.com/' }, 0); // { session: '{"displayName":"Sandbox: …' }
 */
export function applePaySession({ domain, validationUrl }: ApplePayRequest, now: number): ServiceJson {
  const digest = createHash('sha256').update(`${now}\n${domain}\n${validationUrl}`).digest('hex');
  const session = {
    displayName: 'Sandbox: not a session of Apple Pay',
    domainName: domain,
    epochTimestamp: now,
    expiresAt: now + LIFE_MS,
    merchantIdentifier: 'SANDBOX',
    merchantSessionIdentifier: `SANDBOX_${digest}`,
    nonce: digest.slice(0, 8),
    operationalAnalyticsIdentifier: 'SANDBOX',
    retries: 0,
    signature: 'none: made by the sandbox, no device takes it',
  };
  return { session: JSON.stringify(session) };
}
