import type { Refusal } from '../../../protocol/index.js';

/** Requests that were refused for one reason. Times in epoch milliseconds (UTC). */
export interface RefusalCount {
  readonly refusal: Refusal;
  /** As the log has it. */
  readonly reason: string;
  readonly times: number;
  readonly firstAt: number;
  readonly lastAt: number;
  /** What the address of the last one named as its terminal group: anything, it comes from the sender. */
  readonly lastGroup: string;
}

/** What one process has refused. */
export interface RefusalCounts {
  /** The one that happened last comes first. */
  readonly counts: readonly RefusalCount[];
  /** Refusals for other reasons than those that are kept apart. */
  readonly others: number;
}

/** A request that is refused. */
export type RefusedRequest = Pick<RefusalCount, 'refusal' | 'reason'> & { readonly group: string };

/** Far more reasons than there are; what strangers send must not fill the memory. */
const MOST_REASONS = 50;

/** Counts what was refused, by reason: in memory, because a stranger's request must not make a row (promise 1). */
export class RefusalTally {
  private readonly kept = new Map<string, RefusalCount>();
  private others = 0;

  /** Counts one. @param now - epoch milliseconds */
  count({ refusal, reason, group }: RefusedRequest, now: number): void {
    const key = `${refusal} ${reason}`;
    const known = this.kept.get(key);
    if (!known && this.kept.size >= MOST_REASONS) {
      this.others += 1;
      return;
    }
    const { times, firstAt } = known ?? { times: 0, firstAt: now };
    // What comes last stands last in the map, too.
    this.kept.delete(key);
    this.kept.set(key, { refusal, reason, times: times + 1, firstAt, lastAt: now, lastGroup: group });
  }

  /** What was counted until now. */
  get counts(): RefusalCounts {
    return { counts: [...this.kept.values()].reverse(), others: this.others };
  }
}
