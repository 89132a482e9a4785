import { Injectable } from '@nestjs/common';
import { ATTRIBUTE, took } from '../../telemetry/index.js';

/** How many of the latest acknowledgements are remembered. */
const KEPT = 1_000;
/** And for how long, in milliseconds: a number of yesterday says nothing of now. */
const KEPT_MS = 3_600_000;

/** How long this process took to acknowledge notifications lately, in milliseconds; null where it acknowledged none. */
export interface AcknowledgementSummary {
  /** Acknowledgements it is made of: the last 1,000 of the last hour at most. */
  readonly count: number;
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
  readonly maxMs: number | null;
}

/**
 * Remembers how long acknowledgements took, from the request's head to the last byte of `OK`. It costs a pair of numbers:
 * everything else is worked out when someone asks.
 */
@Injectable()
export class AcknowledgementTimes {
  private readonly tookMs = new Float64Array(KEPT);
  private readonly endedAt = new Float64Array(KEPT).fill(Number.NEGATIVE_INFINITY);
  private next = 0;

  /** One of a terminal group was acknowledged after so many milliseconds. */
  note(tookMs: number, group: string): void {
    took('acknowledgement', tookMs, { [ATTRIBUTE.group]: group });
    this.tookMs[this.next] = tookMs;
    this.endedAt[this.next] = performance.now();
    this.next = (this.next + 1) % KEPT;
  }

  /** What is remembered, in a few numbers. */
  summary(): AcknowledgementSummary {
    const since = performance.now() - KEPT_MS;
    const lately = this.tookMs.filter((_, index) => this.endedAt[index]! >= since).sort();
    const share = (part: number): number | null => lately[Math.ceil(lately.length * part) - 1] ?? null;
    return { count: lately.length, p50Ms: share(0.5), p99Ms: share(0.99), maxMs: lately.at(-1) ?? null };
  }
}
