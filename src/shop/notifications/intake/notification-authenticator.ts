import {
  checkFreshness,
  MAX_BODY_BYTES,
  parseAuthHeader,
  verifyParsed,
  type Refusal,
  type SignedParts,
} from '../../../protocol/index.js';
import { isName } from '../../../support/index.js';
import { listsRefund, orderIdIn } from './signed-order-id.js';

/** Column width of the order id. Longer ids, and ids with a NUL, cannot be the shop's own (spec §2.5). */
const MAX_STORED_ORDER_ID = 255;
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\b/i;

/** A request in the form of both HTTP platforms. Nothing in it is trusted. */
export interface IncomingNotification {
  /** Parts of the route: `group`, and `capability` where the URL has one. */
  readonly params: Readonly<Record<string, string>>;
  readonly socket?: { readonly remoteAddress?: string | undefined };
  readonly headers: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** The exact bytes of the body; undefined when the host did not keep them. */
  readonly rawBody: Uint8Array | undefined;
}

/** A notification that is proved to come from the service. */
export interface VerifiedNotification {
  /** The signed `order_id`; when the signed body has none, the query's `transactionid`, which is only a hint. */
  readonly orderId: string;
  /** The signed timestamp, as text. */
  readonly timestamp: string;
  readonly signedAt: number;
  readonly keyId: string;
  readonly mac: Buffer;
  readonly body: Uint8Array;
}

/** Refused: the answer to give, and the reason for the log. */
export interface Refused {
  readonly ok: false;
  readonly refusal: Refusal;
  readonly reason: string;
}

/** Accepted or refused. */
export type Authentication = { readonly ok: true; readonly notification: VerifiedNotification } | Refused;

/** A refusal. @param reason - for the log */
export const refuse = (refusal: Refusal, reason: string): Refused => ({ ok: false, refusal, reason });

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** The order that the query names; both spellings occur (spec §2.1). */
export const transactionIdOf = (query: IncomingNotification['query']): string | null =>
  textOf(query['transactionid']) ?? textOf(query['transaction_id']);

/**
 * Checks everything that can be checked before the body is read (design §6, 1).
 *
 * @param nowMs - epoch milliseconds
 */
export function verifyHeaders({ headers, query }: IncomingNotification, nowMs: number): SignedParts | Refused {
  if (query['timestamp'] === undefined) return refuse('ignored', 'no-timestamp');
  if (Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES) return refuse('tooLarge', 'body-too-large');
  const auth = parseAuthHeader(headers['auth']);
  if (!auth.ok) return refuse('refused', auth.reason);
  const freshness = checkFreshness(auth.signedAtMs, nowMs);
  return freshness === 'fresh' ? auth : refuse('refused', freshness);
}

/**
 * Why there are no bytes. The service sends JSON (protocol §5.1), and the start checked that the host keeps the bytes of
 * JSON. So any other content comes from a stranger and does not mean that the host is broken.
 */
function withoutBody({ headers }: IncomingNotification): Authentication {
  const isEmpty = headers['transfer-encoding'] === undefined && !Number(headers['content-length'] ?? 0);
  if (isEmpty) return refuse('refused', 'no-body');
  const isJson = JSON_TYPE.test(String(headers['content-type'] ?? ''));
  return isJson ? refuse('notReady', 'raw-body-missing') : refuse('refused', 'not-sent-as-json');
}

/**
 * Reads the signed body and checks that the unsigned query names the same order, or a refund of it (design §6, 3; scenario
 * W5).
 */
function bind(incoming: IncomingNotification, body: Uint8Array): { orderId: string } | Authentication {
  const json = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
  const parsed = orderIdIn(json);
  if (!parsed.ok) return refuse('invalid', 'not-json');
  const claimed = transactionIdOf(incoming.query);
  const signed = parsed.orderId ?? claimed;
  const isIts = signed === claimed || listsRefund(json, claimed);
  if (signed === null || !isIts) return refuse('orderMismatch', 'order-mismatch');
  return isName(signed, MAX_STORED_ORDER_ID) ? { orderId: signed } : refuse('invalid', 'order-id-not-storable');
}

/**
 * Verifies the bytes of a request whose headers were verified before (spec §5.2). Never throws. Parses JSON only after the
 * signature over the raw bytes is proved.
 *
 * @param keys - every active key of the terminal group; empty for an unknown group, so that it looks like a wrong key
 */
export function verifyBody(incoming: IncomingNotification, auth: SignedParts, keys: readonly string[]): Authentication {
  const { rawBody: body } = incoming;
  if (body === undefined) return withoutBody(incoming);
  if (body.byteLength > MAX_BODY_BYTES) return refuse('tooLarge', 'body-too-large');
  const verified = verifyParsed(auth, { body, keys });
  if (!verified.ok) return refuse('refused', verified.reason);
  const bound = bind(incoming, body);
  if ('ok' in bound) return bound;
  const { timestamp, signedAtMs: signedAt, keyId, mac } = verified;
  return { ok: true, notification: { orderId: bound.orderId, timestamp, signedAt, keyId, mac, body } };
}

/**
 * Decides whether a request is a notification of the service: {@link verifyHeaders}, then {@link verifyBody}.
 *
 * @param nowMs - epoch milliseconds
 */
export function authenticate(incoming: IncomingNotification, keys: readonly string[], nowMs: number): Authentication {
  const auth = verifyHeaders(incoming, nowMs);
  return 'mac' in auth ? verifyBody(incoming, auth, keys) : auth;
}
