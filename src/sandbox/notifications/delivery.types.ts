import type { FaultKind, NotificationMethod } from '../core/index.js';
import type { NotificationCause, NotificationState } from './sandbox-notification.entity.js';

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
  /** The first line of the request as it is on the wire. */
  readonly requestLine: string;
  /** Which round of its notification it belongs to, counted from 1; a round may go to both addresses. */
  readonly attempt: number;
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
  /** The reply's headers; null when there was none. */
  readonly responseHeaders: Readonly<Record<string, string>> | null;
  readonly verdict: DeliveryVerdict;
  /** The fault that was injected on purpose, if any. */
  readonly fault: FaultKind | null;
}

/** Something a shop must be told, and how far that has come. Times in epoch milliseconds (UTC). */
export interface SandboxNotification {
  readonly id: string;
  readonly orderId: string;
  readonly group: string;
  readonly cause: NotificationCause;
  readonly state: NotificationState;
  /** Rounds made so far, those by hand included. */
  readonly attempts: number;
  readonly createdAt: number;
  /** When it is sent next; null when it is not. */
  readonly dueAt: number | null;
  /** The newest request; null before the first. */
  readonly last: SandboxDelivery | null;
}

/** Where a list goes on, and how much of it is wanted. */
export interface NotificationsQuery {
  /** The cursor of the page before; the newest are first. */
  readonly after?: string;
  /** 1 to 1,000; default 50. */
  readonly limit?: number;
  /** Only those of one terminal group. */
  readonly group?: string;
}

/** One page of a list. */
export interface NotificationsPage {
  readonly items: readonly SandboxNotification[];
  /** Give it to the next call; null: this is the last page. */
  readonly after: string | null;
}
