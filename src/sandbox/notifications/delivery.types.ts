import type { FaultKind, NotificationMethod } from '../core/index.js';
import type { NotificationCause, NotificationState } from './sandbox-notification.entity.js';

/** The reason of a delivery: the event itself, the resend plan (spec §8), or a person (spec §6). */
export type DeliveryTrigger = 'first' | 'resend' | 'manual';

/**
 * The result of a delivery: acknowledged (spec §4.4) · refused: the reply is no acknowledgement · timeout: no reply in
 * time · unreachable: no connection, or it broke · oversized: a reply of more than 64 KiB · blocked: the address is
 * neither loopback nor an allowed host, and nothing was sent.
 */
export type DeliveryVerdict = 'acknowledged' | 'refused' | 'timeout' | 'unreachable' | 'oversized' | 'blocked';

/** One entry of an order's notification history. Times in epoch milliseconds (UTC). */
export interface SandboxDelivery {
  /** Pass it to {@link Sandbox.resend}. */
  readonly id: string;
  /** Its notification: all resends have the same one. */
  readonly notificationId: string;
  readonly orderId: string;
  readonly group: string;
  readonly cause: NotificationCause;
  readonly trigger: DeliveryTrigger;
  /** Which of the two addresses it was sent to (spec §1.4). */
  readonly level: 'order' | 'site';
  readonly method: NotificationMethod;
  /** The first line of the request, as on the wire. */
  readonly requestLine: string;
  /** The number of its round within the notification, from 1; a round may use both addresses. */
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
  /** HTTP status of the reply; null if there was none. */
  readonly status: number | null;
  /** The reply's first 1,024 bytes; null if there was none. */
  readonly response: string | null;
  /** The reply's headers; null if there was none. */
  readonly responseHeaders: Readonly<Record<string, string>> | null;
  readonly verdict: DeliveryVerdict;
  /** The injected fault, if any. */
  readonly fault: FaultKind | null;
}

/** A notification and its progress. Times in epoch milliseconds (UTC). */
export interface SandboxNotification {
  readonly id: string;
  readonly orderId: string;
  readonly group: string;
  readonly cause: NotificationCause;
  readonly state: NotificationState;
  /** Rounds so far, including manual ones. */
  readonly attempts: number;
  readonly createdAt: number;
  /** The time of the next round; null if there is none. */
  readonly dueAt: number | null;
  /** The newest request; null before the first. */
  readonly last: SandboxDelivery | null;
}

/** Where a list continues, and the size of a page. */
export interface NotificationsQuery {
  /** The cursor of the previous page; the list is newest first. */
  readonly after?: string;
  /** 1 to 1,000; default 50. */
  readonly limit?: number;
  /** Only those of one terminal group. */
  readonly group?: string;
}

/** One page of a list. */
export interface NotificationsPage {
  readonly items: readonly SandboxNotification[];
  /** Pass it to the next call; null: this is the last page. */
  readonly after: string | null;
}
