/** Time between two checks of a process for due polls, in milliseconds, where a group has no schedule of its own. */
export const WAKE_MS = 2_000;

/** When the poller of a terminal group is woken. */
export interface WakeTimes {
  /** The first time at or after `at` at which it is certainly woken, epoch milliseconds. */
  nextAfter(group: string, at: number): number;
}
