import type { PageOptions } from '../../support/index.js';
import type { NotificationState } from '../notifications/index.js';

/** A stored notification, without its content. */
export interface NotificationSummary {
  readonly id: string;
  readonly group: string;
  /** The `order_id` in it: that of an attempt. */
  readonly orderId: string;
  /** Epoch milliseconds (UTC). */
  readonly receivedAt: number;
  readonly state: NotificationState;
  /** How often it was processed without success. */
  readonly attempts: number;
  /** Why it has not been applied, without any key; null when there was no failure. */
  readonly reason: string | null;
}

/** Which notifications to list, the newest first. */
export interface NotificationFilter extends PageOptions {
  readonly state?: NotificationState;
  readonly group?: string;
}

/** A stored notification as people may see it: without personal content. Times in epoch milliseconds (UTC). */
export interface StoredNotification extends NotificationSummary {
  /** When the service signed it, by the service's clock. */
  readonly signedAt: number;
  /** Fingerprint of the key that verified it. */
  readonly keyId: string;
  /** When its processing ended; null before. */
  readonly doneAt: number | null;
  /** When it is processed next; null when it is not. */
  readonly dueAt: number | null;
  /** Ids, statuses, amounts and times; of everything else only the shape. Null after its erasure. */
  readonly content: string | null;
  /** The shop's own id of its order; null when there is none. */
  readonly ownOrderId: string | null;
  /** Who had it replayed, and why; oldest first. */
  readonly replays: readonly { readonly by: string; readonly why: string; readonly at: number }[];
}

/** States whose notifications can be replayed together: of `pending`, those that failed and wait for their next try. */
export type ReplayState = 'unmatched' | 'parked' | 'pending';

/**
 * Which notifications to replay: one by its id, those received in a time span (from inclusive, to exclusive, epoch
 * milliseconds), or all of a state.
 */
export type ReplayTarget =
  | string
  | { readonly from: number; readonly to: number; readonly group?: string }
  | { readonly state: ReplayState; readonly group?: string };

/** The progress of a replay. */
export interface ReplayProgress {
  /** Notifications checked. */
  readonly seen: number;
  /** Put back to be applied once more. */
  readonly replayed: number;
  /** Skipped: they wait to be applied and have not failed, or are being applied. */
  readonly waiting: number;
  /** Skipped: their content is erased, so there is nothing to apply. */
  readonly erased: number;
}

/** The result of a replay. */
export interface ReplayReport extends ReplayProgress {
  /** False when it was aborted: the same call continues it, and does no harm. */
  readonly complete: boolean;
}

/** Options to watch a replay and to end it early. */
export interface ReplayOptions {
  /** Called after each batch of at most a hundred. */
  readonly onProgress?: (progress: ReplayProgress) => void;
  /** Ends the replay after the current batch. */
  readonly signal?: AbortSignal;
}
