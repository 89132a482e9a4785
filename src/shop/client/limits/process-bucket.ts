import { TokenBucket } from 'limiter';
import { SECOND_MS } from '../../../support/index.js';
import type { CallLimits } from '../../core/index.js';
import type { CallBucket, Taken } from './call-bucket.js';
import { isReservedFor, type CallPriority } from './call-priority.js';

/** The calls of one process: a token bucket, a part of which is kept for checkout and refunds. */
export class ProcessBucket implements CallBucket {
  private readonly bucket: TokenBucket;

  constructor(private readonly limits: Pick<CallLimits, 'burst' | 'callsPerSecond' | 'reservedCalls'>) {
    const { burst, callsPerSecond } = limits;
    this.bucket = new TokenBucket({ bucketSize: burst, tokensPerInterval: callsPerSecond, interval: SECOND_MS });
    this.bucket.content = burst;
  }

  get store(): { readonly left: number; readonly burst: number } {
    return { left: Math.floor(this.held), burst: this.limits.burst };
  }

  /** Calls that may not use the reserve need a bucket that holds more than the reserve. */
  waitMs(priority: CallPriority): number {
    return this.bucket.getWaitTime(1 + this.kept(priority));
  }

  /** Calls of this priority that could be made at once. */
  possible(priority: CallPriority): number {
    return Math.max(0, Math.floor(this.held - this.kept(priority)));
  }

  take(priority: CallPriority, wanted: number): Taken {
    const granted = Math.min(wanted, this.possible(priority));
    this.spend(granted);
    return { granted, pausedMs: 0 };
  }

  /** Calls of the burst that this priority must leave untouched. */
  kept(priority: CallPriority): number {
    return isReservedFor(priority) ? 0 : this.limits.reservedCalls;
  }

  /** Removes calls that were granted by another bucket. */
  spend(calls: number): void {
    this.lowerTo(this.held - calls);
  }

  /** Lowers the number of calls to at most this one, as other processes have taken some. */
  lowerTo(calls: number): void {
    this.bucket.content = Math.min(this.held, Math.max(0, calls));
  }

  private get held(): number {
    this.bucket.drip();
    return this.bucket.content;
  }
}
