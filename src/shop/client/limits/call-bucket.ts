import type { CallPriority } from './call-priority.js';

/** What came of asking a {@link CallBucket}. */
export interface Taken {
  /** Calls that may be made. */
  readonly granted: number;
  /** How long the service wants to be left alone with such calls, in milliseconds. */
  readonly pausedMs: number;
}

/** Where the calls of a terminal group come from: this process alone has it, or shares it with others. */
export interface CallBucket {
  /** Calls that could be made at once, as far as this process knows, and how many there are at most. */
  readonly store: { readonly left: number; readonly burst: number };
  /** How long asking for such a call would be in vain, in milliseconds; 0: it may be asked for now. */
  waitMs(priority: CallPriority): number;
  /** Takes up to so many calls of one priority, or of one alike. Answers at once where it can; never rejects. */
  take(priority: CallPriority, wanted: number): Taken | Promise<Taken>;
}
