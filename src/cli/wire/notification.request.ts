import { appendNotificationQuery, parseUrl, sign } from '../../protocol/index.js';
import { usageError } from '../cli-error.js';
import type { WireRequest } from './exchange.js';

/** The parts of a test notification. */
export interface NotificationInput {
  readonly url: string;
  readonly orderId: string;
  /** The time of sending and signing, epoch milliseconds. */
  readonly at: number;
  readonly key: string;
  readonly body: Buffer;
}

/** Names the sender in every request, as the sandbox does, so that it cannot be taken for the service. */
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

/** A notification by GET: only the order id, without a signature (spec §5.4). */
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
 * Checks a typed URL.
 *
 * @throws CliError for wrong usage if it cannot be called
 */
export function assertWebAddress(url: string): void {
  if (/^https?:$/.test(parseUrl(url)?.protocol ?? '')) return;
  throw usageError(
    `"${url}" is no address of the web.`,
    'Give it whole: https://shop.example/payments/notifications/web',
  );
}
