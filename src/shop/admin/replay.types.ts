import type { PageOptions } from '../../support/index.js';
import type { NotificationState } from '../notifications/index.js';

/** A stored notification, without its content. */
export interface NotificationSummary {
  readonly id: string;
  readonly group: string;
  /** The `order_id` it carries: that of an attempt. */
  readonly orderId: string;
  /** Epoch milliseconds (UTC). */
  readonly receivedAt: number;
  readonly state: NotificationState;
  /** How often it was worked on without success. */
  readonly attempts: number;
  /** Why it has not been applied, without any key; null when nothing went wrong. */
  readonly reason: string | null;
}

/** Which notifications to list, the newest first. */
export interface NotificationFilter extends PageOptions {
  readonly state?: NotificationState;
  readonly group?: string;
}

/** A stored notification as people may see it: of its content nothing personal. Times in epoch milliseconds (UTC). */
export interface StoredNotification extends NotificationSummary {
  /** When the service signed it, by its own clock. */
  readonly signedAt: number;
  /** Fingerprint of the key that verified it. */
  readonly keyId: string;
  /** When it was done with; null before. */
  readonly doneAt: number | null;
  /** When it is worked on next; null when it is not. */
  readonly dueAt: number | null;
  /** Ids, statuses, amounts and times; of everything else only the shape. Null when it was erased. */
  readonly content: string | null;
  /** The shop's own id of the order it is about; null when there is none. */
  readonly ownOrderId: string | null;
  /** Who had it replayed, and why; oldest first. */
  readonly replays: readonly { readonly by: string; readonly why: string; readonly at: number }[];
}

/**
 * Which notifications to replay: one by its id, those received in a time (from inclusive, to exclusive, epoch
 * milliseconds), or all that wait for a person.
 */
export type ReplayTarget =
  | string
  | { readonly from: number; readonly to: number; readonly group?: string }
  | { readonly state: 'unmatched' | 'parked'; readonly group?: string };

/** How far a replay has come. */
export interface ReplayProgress {
  /** Notifications looked at. */
  readonly seen: number;
  /** Put back to be applied once more. */
  readonly replayed: number;
  /** Left alone: still waiting to be applied. */
  readonly waiting: number;
  /** Left alone: their content is erased, there is nothing to apply. */
  readonly erased: number;
}

/** How a replay ended. */
export interface ReplayReport extends ReplayProgress {
  /** False when it was aborted: the same call again goes on, and does no harm. */
  readonly complete: boolean;
}

/** How a replay is watched and ended early. */
export interface ReplayOptions {
  /** Told after each batch of at most a hundred. */
  readonly onProgress?: (progress: ReplayProgress) => void;
  /** Ends the replay after the batch that is under way. */
  readonly signal?: AbortSignal;
}
