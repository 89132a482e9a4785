import { parseUrl } from './absolute-url.js';
import type { Fault } from './fault.js';
import { MAX_NOTIFICATION_URL_LENGTH } from './limits.js';

/**
 * `live`: the rules of the service. `development`: the rules of the sandbox, which accepts http, ports and localhost.
 */
export type NotificationUrlRules = 'live' | 'development';

interface Candidate {
  readonly text: string;
  readonly url: URL;
}

interface Rule {
  readonly broken: (candidate: Candidate) => boolean;
  readonly message: string;
}

// Reserved and private names and addresses. The service cannot reach them (spec §6: publicly reachable).
const PRIVATE_HOST =
  /^(?:localhost|[^.]*|.*\.(?:localhost|local|internal)|(?:0|10|127)\..*|192\.168\..*|169\.254\..*|172\.(?:1[6-9]|2\d|3[01])\..*|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\..*|\[.*\])$/;

const RULES: readonly Rule[] = [
  // Checks the text itself: the URL class accepts any number of slashes, and the rest would escape the rules below.
  { broken: ({ text }) => !/^https?:\/\/[^/\\]/i.test(text), message: 'must be an http or https address' },
  { broken: ({ url }) => url.username + url.password !== '', message: 'must not hold a user name or password' },
  { broken: ({ text }) => text.includes('#'), message: 'must not hold a fragment' },
  {
    broken: ({ text }) => text.length > MAX_NOTIFICATION_URL_LENGTH,
    message: `must have at most ${MAX_NOTIFICATION_URL_LENGTH} characters`,
  },
];

const LIVE_RULES: readonly Rule[] = [
  ...RULES,
  { broken: ({ url }) => url.protocol !== 'https:', message: 'must start with https://' },
  // The URL class drops a default port, so the text itself is checked.
  { broken: ({ text }) => /^\w+:\/\/[^/?#]*:\d*(?:[/?#]|$)/.test(text), message: 'must not name a port' },
  {
    broken: ({ text }) => !/^[A-Za-z0-9\-_.:/]*$/.test(text),
    message: 'may only hold letters, digits and the characters - _ . : /',
  },
  { broken: ({ url }) => PRIVATE_HOST.test(url.hostname.replace(/\.$/, '')), message: 'must name a public host' },
];

const NO_ADDRESS = 'must be an absolute address';

/** Every message of {@link checkNotificationUrl}. */
export const NOTIFICATION_URL_MESSAGES: readonly string[] = [NO_ADDRESS, ...LIVE_RULES.map(({ message }) => message)];

/**
 * Checks a notification URL by the service's rules (spec §6): https, no port, a small set of characters, public.
 *
 * @param url - absolute address
 * @param rules - `live`, or `development` for the sandbox
 * @returns every fault; empty if there is none
 * @example
 * checkNotificationUrl('https://shop.example/payments/notifications/web'); // []
 * checkNotificationUrl('http://localhost:3000/hook', 'development'); // []
 */
export function checkNotificationUrl(url: string, rules: NotificationUrlRules = 'live'): Fault[] {
  const path = 'notificationUrl';
  const parsed = typeof url === 'string' ? parseUrl(url) : null;
  if (parsed === null) return [{ path, message: NO_ADDRESS }];
  const candidate = { text: url, url: parsed };
  return (rules === 'live' ? LIVE_RULES : RULES)
    .filter((rule) => rule.broken(candidate))
    .map(({ message }) => ({ path, message }));
}

/** The parameters that are appended to a notification URL (spec §2.1). */
export interface NotificationQuery {
  /** The merchant's identifier of the order, sent as `transactionid`. */
  readonly orderId: string;
  /** Epoch seconds of this sending. */
  readonly timestamp: string | number;
  /** Further parameters, such as `payload_type`. */
  readonly extra?: Readonly<Record<string, string>>;
}

/**
 * Appends the query of a notification, after the URL's own query if it has one (spec §2.1). Never throws.
 *
 * @example
 * appendNotificationQuery('https://shop.example/hook?a=1', { orderId: 'S1', timestamp: 1756720810 });
 * // 'https://shop.example/hook?a=1&transactionid=S1&timestamp=1756720810'
 */
export function appendNotificationQuery(url: string, { orderId, timestamp, extra = {} }: NotificationQuery): string {
  const query = new URLSearchParams({ transactionid: orderId, timestamp: String(timestamp), ...extra });
  const end = url.includes('#') ? url.indexOf('#') : url.length;
  const base = url.slice(0, end);
  const joint = !base.includes('?') ? '?' : /^[^?]*\?$|&$/.test(base) ? '' : '&';
  return `${base}${joint}${query.toString()}${url.slice(end)}`;
}
