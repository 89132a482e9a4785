import { TokenBucket } from 'limiter';
import type { CallLimits } from '../../core/index.js';
import { isReservedFor, type CallPriority } from './call-priority.js';
import { PriorityQueue, type Waiting } from './priority-queue.js';

/** Tells a waiting call whether it has its turn. */
type Admit = (mayGo: boolean) => void;

const SECOND_MS = 1_000;
/** One turn in so many is the least urgent's: a sweep spares the polls that would otherwise keep it waiting for ever. */
const CALLS_A_ROUND = 10;

/**
 * The calls a terminal group may make in this process (design §9): a token bucket, and a line of calls before it that is
 * served by priority. A part of the bucket is kept for checkout and refunds, so that five thousand polls after an
 * outage never stand before a customer (scenario P3).
 */
export class ApiRateLimiter {
  private readonly bucket: TokenBucket;
  private readonly line: PriorityQueue<Admit>;
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;
  /** Turns since the least urgent had one. */
  private admitted = 0;

  constructor(private readonly limits: CallLimits) {
    const { burst, callsPerSecond, maxWaiting } = limits;
    this.bucket = new TokenBucket({ bucketSize: burst, tokensPerInterval: callsPerSecond, interval: SECOND_MS });
    this.bucket.content = burst;
    this.line = new PriorityQueue(maxWaiting);
  }

  /** Calls that wait for their turn. */
  get waiting(): number {
    return this.line.length;
  }

  /** Calls that could be made at once, and how many there are when none was made for a while. */
  get store(): { readonly left: number; readonly burst: number } {
    this.bucket.drip();
    return { left: Math.floor(this.bucket.content), burst: this.limits.burst };
  }

  /**
   * Waits for a turn, at most `maxWaitMs`.
   *
   * @returns whether the call may be made; `false` when the wait was too long, the line too full, or the budget closed
   */
  acquire(priority: CallPriority): Promise<boolean> {
    if (this.isClosed) return Promise.resolve(false);
    return new Promise((resolve) => {
      const timeout = setTimeout(() => this.end(entry, false), this.limits.maxWaitMs);
      const entry: Waiting<Admit> = {
        priority,
        item: (mayGo) => {
          clearTimeout(timeout);
          resolve(mayGo);
        },
      };
      this.line.add(entry);
      this.serve();
    });
  }

  /** Sends everybody away, now and later. */
  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    for (let entry = this.line.first; entry; entry = this.line.first) this.end(entry, false);
  }

  /** Lets go whoever can, and comes back when the next one can. */
  private serve(): void {
    for (let entry = this.next(); entry && this.take(entry.priority); entry = this.next()) {
      this.admitted = entry === this.line.leastUrgent ? 0 : this.admitted + 1;
      this.end(entry, true);
    }
    for (const entry of this.line.takeExcess()) entry.item(false);
    clearTimeout(this.timer);
    const next = this.line.first;
    if (next)
      this.timer = setTimeout(() => this.serve(), Math.max(1, this.bucket.getWaitTime(this.needed(next.priority))));
  }

  /** The most urgent; now and then the least urgent, as far as it would not take from what is kept for checkout. */
  private next(): Waiting<Admit> | undefined {
    const { first, leastUrgent } = this.line;
    const isDue = leastUrgent !== undefined && this.admitted >= CALLS_A_ROUND - 1;
    return isDue && this.bucket.getWaitTime(this.needed(leastUrgent.priority)) === 0 ? leastUrgent : first;
  }

  /** Whoever has no part in the reserve needs a bucket that holds more than it. */
  private needed(priority: CallPriority): number {
    return isReservedFor(priority) ? 1 : 1 + this.limits.reservedCalls;
  }

  private take(priority: CallPriority): boolean {
    return this.bucket.getWaitTime(this.needed(priority)) === 0 && this.bucket.tryRemoveTokens(1);
  }

  private end(entry: Waiting<Admit>, mayGo: boolean): void {
    this.line.remove(entry);
    entry.item(mayGo);
  }
}
