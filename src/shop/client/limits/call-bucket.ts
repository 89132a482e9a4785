import type { CallPriority } from './call-priority.js';

/** The answer of a {@link CallBucket}. */
export interface Taken {
  /** Calls that may be made. */
  readonly granted: number;
  /** How long the service wants no such calls, in milliseconds. */
  readonly pausedMs: number;
}

/** Where the calls of a terminal group come from: a bucket of this process, or one that processes share. */
export interface CallBucket {
  /** Calls that could be made at once, as far as this process knows, and the greatest number. */
  readonly store: { readonly left: number; readonly burst: number };
  /** How long a request for such a call would fail, in milliseconds; 0: it may be requested now. */
  waitMs(priority: CallPriority): number;
  /** Takes up to so many calls of this priority or one of the same part. Answers at once where possible; never rejects. */
  take(priority: CallPriority, wanted: number): Taken | Promise<Taken>;
}
