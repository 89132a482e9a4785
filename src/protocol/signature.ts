import { createHmac, hash, timingSafeEqual } from 'node:crypto';

import { parseAuthHeader } from './auth-header.js';
import { NOTIFICATION_TOLERANCE_FUTURE_MS, NOTIFICATION_TOLERANCE_PAST_MS } from './limits.js';
import { PaymentError } from './payment-error.js';

/** The outcome of {@link verify}: who signed and when, or why the notification is refused. */
export type Verification =
  | { ok: true; timestamp: string; signedAtMs: number; keyId: string; mac: Buffer }
  | { ok: false; reason: 'missing' | 'malformed' | 'stale' | 'future' | 'mismatch' };

/** What an `Auth` header holds (spec §5). */
export interface SignedParts {
  readonly timestamp: string;
  /** Epoch milliseconds. */
  readonly signedAtMs: number;
  readonly mac: Buffer;
}

/** How far the signed time may lie from ours, in milliseconds. */
export interface FreshnessWindow {
  /** Into the past; default 600,000. */
  readonly pastMs?: number;
  /** Into the future; default 120,000. */
  readonly futureMs?: number;
}

/** What is to be signed. */
export interface SignInput {
  /** Epoch seconds (ten digits) or milliseconds (thirteen). */
  readonly timestamp: string | number;
  /** The bytes that are sent; text is taken as UTF-8. */
  readonly body: Uint8Array | string;
  /** The API key, which is the signing key too; surrounding white space does not count. */
  readonly key: string;
}

/** What is to be verified. */
export interface VerifyInput extends FreshnessWindow {
  /** The `Auth` header as the HTTP server gave it. */
  readonly header: unknown;
  /** The body exactly as received, never re-serialised. */
  readonly body: Uint8Array | string;
  /** Every key that may have signed; blank ones never match. */
  readonly keys: readonly string[];
  /** Now, epoch milliseconds (UTC). */
  readonly nowMs: number;
}

/**
 * Signs a notification as the service does: base64 of `<timestamp>:<hex HMAC-SHA512 of "<timestamp>:" and body>`.
 *
 * @returns the value of the `Auth` header (spec §5)
 * @throws PaymentError `OPTIONS_INVALID` when the key is blank
 * @example
 * const header = sign({ timestamp: 1756720810, body: '{"status":"completed"}', key: 'sandbox-key' });
 */
export function sign({ timestamp, body, key }: SignInput): string {
  if (key.trim() === '') {
    throw new PaymentError({
      code: 'OPTIONS_INVALID',
      message: 'A blank API key cannot sign.',
      kind: 'configuration',
      execution: 'not-executed',
      retry: 'no',
      httpStatus: 500,
      advice: 'Set the API key of the terminal group.',
    });
  }
  return Buffer.from(`${timestamp}:${macOf({ timestamp: String(timestamp), body, key }).toString('hex')}`).toString(
    'base64',
  );
}

/**
 * Judges a notification's signature (spec §5). Never throws, whatever it is given.
 *
 * The header is read strictly first, then its time is checked, and only then is anything computed. Every key is tried
 * and compared in constant time without an early exit, so that the time taken tells nothing about which one matched.
 *
 * @returns `ok` with the id of the key that matched and the decoded signature, or the first reason to refuse
 * @example
 * const result = verify({ header: request.headers.auth, body: request.rawBody ?? '', keys: ['live-key'], nowMs: clock.now() });
 * if (!result.ok) throw new Error(`refused: ${result.reason}`);
 */
export function verify({ header, body, keys, nowMs, ...window }: VerifyInput): Verification {
  const auth = parseAuthHeader(header);
  if (!auth.ok) return auth;
  const freshness = checkFreshness(auth.signedAtMs, nowMs, window);
  if (freshness !== 'fresh') return { ok: false, reason: freshness };
  return verifyParsed(auth, { body, keys });
}

/**
 * The second half of {@link verify}, for anyone who has read the header and judged its time before the body was there.
 *
 * @param auth - the header as `parseAuthHeader` gave it
 * @example
 * const auth = parseAuthHeader(request.headers.auth);
 * const isOurs = auth.ok && verifyParsed(auth, { body: '{"status":"completed"}', keys: ['live-key'] }).ok;
 */
export function verifyParsed(
  { timestamp, signedAtMs, mac }: SignedParts,
  { body, keys }: Pick<VerifyInput, 'body' | 'keys'>,
): Verification {
  // Every key is judged before the first match is looked for: no early exit.
  const matched = usableKeys(keys, body).map((key) => ({
    key,
    matches: timingSafeEqual(macOf({ timestamp, body, key }), mac),
  }));
  const key = matched.find(({ matches }) => matches)?.key;
  return key === undefined
    ? { ok: false, reason: 'mismatch' }
    : { ok: true, timestamp, signedAtMs, keyId: keyId(key), mac };
}

/**
 * Whether a signed time is recent: not too old, and not ahead of us by more than clocks differ (protocol §5.2).
 * Anything that is no number is never fresh.
 *
 * @param signedAtMs - epoch milliseconds, from the signed header
 * @param nowMs - epoch milliseconds
 * @example
 * checkFreshness(1756720810_000, 1756720810_000 + 600_001); // 'stale'
 */
export function checkFreshness(
  signedAtMs: number,
  nowMs: number,
  { pastMs = NOTIFICATION_TOLERANCE_PAST_MS, futureMs = NOTIFICATION_TOLERANCE_FUTURE_MS }: FreshnessWindow = {},
): 'fresh' | 'stale' | 'future' {
  const age = nowMs - signedAtMs;
  if (-age > futureMs) return 'future';
  return age <= pastMs && -age <= futureMs ? 'fresh' : 'stale';
}

/**
 * A fingerprint of an API key that may be shown and stored: the first eight hexadecimal digits of its SHA-256.
 *
 * @example
 * keyId('sandbox-key').length; // 8
 */
export function keyId(key: string): string {
  return hash('sha256', key.trim()).slice(0, 8);
}

/**
 * The identity of one received notification, whatever the spelling of its header: SHA-256 of terminal group, signed
 * timestamp and signature. A resend has a new timestamp and so is another delivery (design §6, 4).
 *
 * @returns 64 hexadecimal digits
 * @example
 * const verified = verify({ header: request.headers.auth, body: request.rawBody ?? '', keys: ['live-key'], nowMs: clock.now() });
 * if (verified.ok) return deliveryKey({ group: 'web', timestamp: verified.timestamp, mac: verified.mac });
 */
export function deliveryKey({ group, timestamp, mac }: { group: string; timestamp: string; mac: Uint8Array }): string {
  const bytes = Buffer.from(mac.buffer, mac.byteOffset, mac.byteLength);
  const identity = JSON.stringify([group, timestamp, bytes.toString('hex')]);
  return hash('sha256', identity);
}

/** A blank key could be guessed by anybody, and without bytes there is nothing that anybody could have signed. */
function usableKeys(keys: readonly string[], body: unknown): string[] {
  const hasBytes = typeof body === 'string' || ArrayBuffer.isView(body);
  return hasBytes ? keys.filter((key) => typeof key === 'string' && key.trim() !== '') : [];
}

function macOf({ timestamp, body, key }: { timestamp: string; body: Uint8Array | string; key: string }): Buffer {
  return createHmac('sha512', key.trim()).update(`${timestamp}:`).update(body).digest();
}
