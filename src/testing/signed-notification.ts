import { sign } from '../protocol/index.js';

/** Input of {@link signedNotification}. */
export interface SignedNotificationInput {
  /** API key of the terminal group. */
  readonly key: string;
  /** The merchant's order id, for the query. */
  readonly orderId: string;
  /** The exact body; an object is serialised. */
  readonly body: string | Readonly<Record<string, unknown>>;
  /** The time of sending, epoch milliseconds. */
  readonly at: number;
}

/** A request as the service sends it (spec §2.1): append the query to the notification URL, send headers and body. */
export interface SignedNotification {
  /** `?transactionid=…&timestamp=…` */
  readonly search: string;
  readonly headers: Readonly<Record<'auth' | 'content-type', string>>;
  readonly body: string;
}

/**
 * Makes a notification with a valid signature, for a shop's own tests: it needs no service and no network.
 *
 * @example
 * ```ts
 * const at = clock.now();
 * const paid = orderBody({ orderId: 'A-1', amount: 1250, at });
 * const { search, headers, body } = signedNotification({ key: 'sandbox-web', orderId: 'A-1', body: paid, at });
 * await fetch(`http://localhost:3000/payments/notifications/web${search}`, { method: 'POST', headers, body });
 * ```
 */
export function signedNotification({ key, orderId, body, at }: SignedNotificationInput): SignedNotification {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const timestamp = Math.floor(at / 1000);
  return {
    search: `?${new URLSearchParams({ transactionid: orderId, timestamp: String(timestamp) }).toString()}`,
    headers: { auth: sign({ timestamp, body: text, key }), 'content-type': 'application/json' },
    body: text,
  };
}
