import { Injectable } from '@nestjs/common';
import { ATTRIBUTE, took } from '../../telemetry/index.js';

/** How many of the latest acknowledgements are remembered. */
const KEPT = 1_000;
/** How long they are remembered, in milliseconds: an old number says nothing about now. */
const KEPT_MS = 3_600_000;

/** How long this process took to acknowledge notifications lately, in milliseconds; null where it acknowledged none. */
export interface AcknowledgementSummary {
  /** Number of acknowledgements in the summary: at most the last 1,000 of the last hour. */
  readonly count: number;
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
  readonly maxMs: number | null;
}

/**
 * Remembers how long acknowledgements took, from the request's head to the last byte of `OK`. Each costs only a pair of
 * numbers; the summary is computed on demand.
 */
@Injectable()
export class AcknowledgementTimes {
  private readonly tookMs = new Float64Array(KEPT);
  private readonly endedAt = new Float64Array(KEPT).fill(Number.NEGATIVE_INFINITY);
  private next = 0;

  /** Notes the time of one acknowledgement of a terminal group, in milliseconds. */
  note(tookMs: number, group: string): void {
    took('acknowledgement', tookMs, { [ATTRIBUTE.group]: group });
    this.tookMs[this.next] = tookMs;
    this.endedAt[this.next] = performance.now();
    this.next = (this.next + 1) % KEPT;
  }

  /** A summary of the remembered times. */
  summary(): AcknowledgementSummary {
    const since = performance.now() - KEPT_MS;
    const lately = this.tookMs.filter((_, index) => this.endedAt[index]! >= since).sort();
    const share = (part: number): number | null => lately[Math.ceil(lately.length * part) - 1] ?? null;
    return { count: lately.length, p50Ms: share(0.5), p99Ms: share(0.99), maxMs: lately.at(-1) ?? null };
  }
}
