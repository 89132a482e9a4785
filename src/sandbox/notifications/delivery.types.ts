import type { NotificationMethod } from '../orders/order.entity.js';
import type { NotificationCause } from './notification.entity.js';

/** What made the sandbox send: the event itself, the resend plan (spec §8), or a person (spec §6). */
export type DeliveryTrigger = 'first' | 'resend' | 'manual';

/**
 * What came of a delivery: acknowledged (spec §4.4) · refused: a reply that is no acknowledgement · timeout: no reply
 * in time · unreachable: no connection, or it broke · oversized: a reply of more than 64 KiB · blocked: the address is
 * neither loopback nor an allowed host, nothing was sent.
 */
export type DeliveryVerdict = 'acknowledged' | 'refused' | 'timeout' | 'unreachable' | 'oversized' | 'blocked';

/** One entry of an order's notification history. Times in epoch milliseconds (UTC). */
export interface SandboxDelivery {
  /** Give it to {@link Sandbox.resend}. */
  readonly id: string;
  /** The notification it belongs to: resends share it. */
  readonly notificationId: string;
  readonly orderId: string;
  readonly group: string;
  readonly cause: NotificationCause;
  readonly trigger: DeliveryTrigger;
  /** Which of the two addresses it went to (spec §1.4). */
  readonly level: 'order' | 'site';
  readonly method: NotificationMethod;
  /** With the query, as sent. */
  readonly url: string;
  /** Request headers, `Auth` included; never the key. */
  readonly headers: Readonly<Record<string, string>>;
  /** Exactly the signed text; null for GET. */
  readonly body: string | null;
  /** Unix seconds, as in the query. */
  readonly timestamp: number;
  readonly at: number;
  readonly durationMs: number;
  /** HTTP status of the reply; null when there was none. */
  readonly status: number | null;
  /** The reply's first 1,024 bytes; null when there was none. */
  readonly response: string | null;
  readonly verdict: DeliveryVerdict;
}
