import type { Refusal } from '../../../protocol/index.js';

/** Requests that were refused for one reason. Times in epoch milliseconds (UTC). */
export interface RefusalCount {
  readonly refusal: Refusal;
  /** As in the log. */
  readonly reason: string;
  readonly times: number;
  readonly firstAt: number;
  readonly lastAt: number;
  /** The terminal group in the URL of the last request: any text, because the sender writes it. */
  readonly lastGroup: string;
}

/** The refusals of one process. */
export interface RefusalCounts {
  /** The latest comes first. */
  readonly counts: readonly RefusalCount[];
  /** Refusals for reasons that are not counted separately. */
  readonly others: number;
}

/** A request that is refused. */
export type RefusedRequest = Pick<RefusalCount, 'refusal' | 'reason'> & { readonly group: string };

/** Far more reasons than there are. Without a bound, requests from strangers would fill the memory. */
const MOST_REASONS = 50;

/** Counts refusals by reason: in memory, because a stranger's request must not write a row (promise 1). */
export class RefusalTally {
  private readonly kept = new Map<string, RefusalCount>();
  private others = 0;

  /** Counts one refusal. @param now - epoch milliseconds */
  count({ refusal, reason, group }: RefusedRequest, now: number): void {
    const key = `${refusal} ${reason}`;
    const known = this.kept.get(key);
    if (!known && this.kept.size >= MOST_REASONS) {
      this.others += 1;
      return;
    }
    const { times, firstAt } = known ?? { times: 0, firstAt: now };
    // The latest must stand last in the map, too.
    this.kept.delete(key);
    this.kept.set(key, { refusal, reason, times: times + 1, firstAt, lastAt: now, lastGroup: group });
  }

  /** The counts until now. */
  get counts(): RefusalCounts {
    return { counts: [...this.kept.values()].reverse(), others: this.others };
  }
}
