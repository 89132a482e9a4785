import { appendNotificationQuery, parseUrl, sign } from '../../protocol/index.js';
import { usageError } from '../cli-error.js';
import type { WireRequest } from './exchange.js';

/** What a test notification is made of. */
export interface NotificationInput {
  readonly url: string;
  readonly orderId: string;
  /** When it is sent and signed, epoch milliseconds. */
  readonly at: number;
  readonly key: string;
  readonly body: Buffer;
}

/** Says on every request what it comes from, as the sandbox does: no one shall take it for the service's. */
export const SENDER = { accept: '*/*', 'user-agent': 'tillbridge-command-line' } as const;

/** A notification by POST as the service sends it (spec §2.1, §5.2). */
export function postNotification({ url, orderId, at, key, body }: NotificationInput): WireRequest {
  const timestamp = Math.floor(at / 1000);
  return {
    method: 'POST',
    url: appendNotificationQuery(url, { orderId, timestamp }),
    headers: { ...SENDER, 'content-type': 'application/json', auth: sign({ timestamp, body, key }) },
    body,
  };
}

/** A notification by GET: nothing but the order's id, and no signature (spec §5.4). */
export function getNotification({ url, orderId, at }: Pick<NotificationInput, 'url' | 'orderId' | 'at'>): WireRequest {
  const timestamp = Math.floor(at / 1000);
  return {
    method: 'GET',
    url: appendNotificationQuery(url, { orderId, timestamp }),
    headers: { ...SENDER },
    body: null,
  };
}

/**
 * Judges an address that was typed.
 *
 * @throws CliError for wrong usage unless it can be called
 */
export function assertWebAddress(url: string): void {
  if (/^https?:$/.test(parseUrl(url)?.protocol ?? '')) return;
  throw usageError(
    `"${url}" is no address of the web.`,
    'Give it whole: https://shop.example/payments/notifications/web',
  );
}
