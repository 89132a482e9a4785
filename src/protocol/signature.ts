import { createHmac, hash, timingSafeEqual } from 'node:crypto';

import { parseAuthHeader } from './auth-header.js';
import { NOTIFICATION_TOLERANCE_FUTURE_MS, NOTIFICATION_TOLERANCE_PAST_MS } from './limits.js';
import { PaymentError } from './payment-error.js';

/** Result of {@link verify}: which key signed and when, or why the notification is refused. */
export type Verification =
  | { ok: true; timestamp: string; signedAtMs: number; keyId: string; mac: Buffer }
  | { ok: false; reason: 'missing' | 'malformed' | 'stale' | 'future' | 'mismatch' };

/** The content of an `Auth` header (spec §5). */
export interface SignedParts {
  readonly timestamp: string;
  /** Epoch milliseconds. */
  readonly signedAtMs: number;
  readonly mac: Buffer;
}

/** How far the signed time may differ from ours, in milliseconds. */
export interface FreshnessWindow {
  /** Into the past; default 600,000. */
  readonly pastMs?: number;
  /** Into the future; default 120,000. */
  readonly futureMs?: number;
}

/** Input of {@link sign}. */
export interface SignInput {
  /** Epoch seconds (ten digits) or milliseconds (thirteen). */
  readonly timestamp: string | number;
  /** The bytes that are sent; text is encoded as UTF-8. */
  readonly body: Uint8Array | string;
  /** The API key, which is also the signing key; surrounding white space is ignored. */
  readonly key: string;
}

/** Input of {@link verify}. */
export interface VerifyInput extends FreshnessWindow {
  /** The `Auth` header, as received by the HTTP server. */
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
 * Verifies a notification's signature (spec §5). Never throws, for any input.
 *
 * It reads the header strictly, then checks its time, and computes only after that. Every key is tried and compared in
 * constant time without an early exit, so that the duration does not tell which key matched.
 *
 * @returns `ok` with the id of the matching key and the decoded signature, or the first reason to refuse
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
 * The second half of {@link verify}, for a caller that checked the header and its time before the body arrived.
 *
 * @param auth - the result of `parseAuthHeader`
 * @example
 * const auth = parseAuthHeader(request.headers.auth);
 * const isOurs = auth.ok && verifyParsed(auth, { body: '{"status":"completed"}', keys: ['live-key'] }).ok;
 */
export function verifyParsed(
  { timestamp, signedAtMs, mac }: SignedParts,
  { body, keys }: Pick<VerifyInput, 'body' | 'keys'>,
): Verification {
  // Every key is compared before a match is selected: no early exit.
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
 * Whether a signed time is recent: not too old, and not more ahead of us than clocks may differ (protocol §5.2). A
 * value that is not a number is never fresh.
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
 * A fingerprint of an API key, safe to show and store: the first eight hexadecimal digits of its SHA-256.
 *
 * @example
 * keyId('sandbox-key').length; // 8
 */
export function keyId(key: string): string {
  return hash('sha256', key.trim()).slice(0, 8);
}

/**
 * The identity of one received notification, for any spelling of its header: SHA-256 of terminal group, signed
 * timestamp and signature. A resend has a new timestamp, so it is another delivery (design §6, 4).
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

/** An attacker can compute a signature with a blank key; and if the body is not bytes, no signature can be checked. */
function usableKeys(keys: readonly string[], body: unknown): string[] {
  const hasBytes = typeof body === 'string' || ArrayBuffer.isView(body);
  return hasBytes ? keys.filter((key) => typeof key === 'string' && key.trim() !== '') : [];
}

function macOf({ timestamp, body, key }: { timestamp: string; body: Uint8Array | string; key: string }): Buffer {
  return createHmac('sha512', key.trim()).update(`${timestamp}:`).update(body).digest();
}
