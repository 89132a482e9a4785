import { ORDER_STATUS_TABLE, parseUrl, type OrderEvent, type PaymentError } from '../../../protocol/index.js';
import { backoffMs } from '../../../support/index.js';
import { refusal, type TerminalGroup } from '../../core/index.js';
import type { OrderEventsSource } from './events.types.js';

/** Where and with what a stream is opened. */
export interface StreamAddress {
  readonly url: string;
  readonly token: string;
}

/** What header values can hold, without a space: a token has no spaces. */
const TOKEN = /^[\x21-\x7e]{1,4096}$/;

const REFUSALS = {
  absent: 'has no event stream; only orders that are sent to a terminal have one',
  token: 'has an events token that cannot be sent',
  address: 'names an event stream that is no absolute address without user name',
  origin: 'names an event stream on a host that is neither that of the base URL nor one of allowedOrigins',
  scheme: 'names an event stream that is not encrypted',
} as const;

/**
 * Decides whether the token may be sent to the address in an answer of the service (decision 012): to the origin of the base
 * URL, or to an allowed origin. If any host could be named, an attacker would get the token and reach hosts that only this
 * server can reach.
 *
 * @throws PaymentError `EVENTS_ADDRESS_REFUSED`
 */
export function streamAddress(
  group: TerminalGroup,
  { events }: OrderEventsSource,
  allowedOrigins: readonly string[] = [],
): StreamAddress {
  if (!events) throw addressRefused(group, 'absent');
  if (!TOKEN.test(events.token)) throw addressRefused(group, 'token');
  const url = parseUrl(events.url);
  if (url === null || url.username !== '' || url.password !== '') throw addressRefused(group, 'address');
  const isOwn = url.origin === parseUrl(group.baseUrl)?.origin;
  const isAllowed = allowedOrigins.some((origin) => parseUrl(origin)?.origin === url.origin && url.origin !== 'null');
  if (!isOwn && !isAllowed) throw addressRefused(group, 'origin');
  if (url.protocol !== 'https:' && group.mode !== 'sandbox') throw addressRefused(group, 'scheme');
  url.hash = '';
  return { url: url.href, token: events.token };
}

/** Statuses that mean "not now": the next connection may be accepted. */
const TEMPORARY: ReadonlySet<number> = new Set([408, 425, 429]);

/** The meaning of the head of an answer: a stream, its regular end (204), a pause, or a lasting refusal. */
export function verdictOnHead(httpStatus: number, contentType: unknown): 'stream' | 'over' | 'later' | 'refused' {
  if (httpStatus === 204) return 'over';
  if (httpStatus >= 500 || TEMPORARY.has(httpStatus)) return 'later';
  const isStream = typeof contentType === 'string' && /^text\/event-stream(\s*;|\s*$)/i.test(contentType);
  return httpStatus === 200 && isStream ? 'stream' : 'refused';
}

/** Whether no event will follow. `declined` is not the end at a till: the next card may pay (protocol §7). */
export function isFinalEvent(event: OrderEvent, orderId: string | null | undefined): boolean {
  const isOther = Boolean(orderId) && event.order_id !== null && event.order_id !== orderId;
  return event.status !== 'unknown' && !isOther && ORDER_STATUS_TABLE[event.status].final;
}

const DEFAULT_RETRY_MS = 500;
const MIN_RETRY_MS = 100;
const MAX_RETRY_MS = 30_000;
const CAP_MS = 10_000;

/** When the service wants the next connection, in milliseconds; `null` where it did not say. */
export interface ReconnectHints {
  /** The stream's field `retry`. */
  readonly retryMs: number | null;
  /** The header `Retry-After` of the last answer. */
  readonly retryAfterMs: number | null;
}

/** How long to wait before the next connection, in milliseconds: more than zero, and never longer than thirty seconds. */
export function reconnectDelayMs(attempt: number, { retryMs, retryAfterMs }: ReconnectHints): number {
  const baseMs = Math.min(MAX_RETRY_MS, Math.max(MIN_RETRY_MS, retryMs ?? DEFAULT_RETRY_MS));
  const delay = backoffMs({ attempt, baseMs, capMs: Math.max(CAP_MS, baseMs), jitter: 'equal' });
  return Math.max(delay, Math.min(MAX_RETRY_MS, retryAfterMs ?? 0));
}

const FAILURES = {
  EVENTS_REFUSED: { message: 'The service refused the event stream.', kind: 'request', httpStatus: 502 },
  EVENTS_LOST: { message: 'The event stream broke too often without bringing anything new.', kind: 'temporary' },
  EVENTS_TIMEOUT: {
    message: 'The event stream was followed for its longest time without coming to an end.',
    kind: 'temporary',
    retry: 'no',
    httpStatus: 504,
  },
} as const;

/** Why a stream ended before the order did. Events are hints, so only time is lost. */
export function eventsFailure(code: keyof typeof FAILURES, group: string, orderId?: string | null): PaymentError {
  const advice = 'Read the order: what became of it does not depend on the stream.';
  const subject = { group, orderId: orderId ?? undefined };
  return refusal({ ...FAILURES[code], code, advice, ...subject });
}

function addressRefused({ name }: TerminalGroup, reason: keyof typeof REFUSALS): PaymentError {
  return refusal({
    code: 'EVENTS_ADDRESS_REFUSED',
    message: `The order ${REFUSALS[reason]}.`,
    kind: 'configuration',
    advice: 'Pass what the service answered when the order was created; allow a host of its own by allowedOrigins.',
    group: name,
  });
}
