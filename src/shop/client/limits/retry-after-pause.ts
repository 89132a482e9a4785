import { backoffMs } from '../../../support/index.js';
import { isPatient, type CallPriority } from './call-priority.js';
import type { CallOutcome } from '../transport/outcome.js';
import { TOO_MANY_REQUESTS } from './retry-policy.js';

/** The first and the longest pause without a `Retry-After`, in milliseconds; it doubles as long as it was too short. */
const FIRST_MS = 2_000;
const LONGEST_MS = 60_000;
/** By which share of the pause, at most, patient calls come later, so that replicas do not come in step. */
const SPREAD = 0.2;

/**
 * Pauses polls and sweeps for as long as the service asks (`Retry-After`), and after a 429 in any case. What the service
 * still accepts is then left to checkouts, refunds and return pages (scenario P3).
 */
export class RetryAfterPause {
  private until = 0;
  /** The end of the pause without the random part, as it is passed on to other processes. */
  private askedUntil = 0;
  /** Pauses in a row that were too short. */
  private waves = 0;

  /** @param random - source of chance in [0, 1) */
  constructor(private readonly random: () => number = Math.random) {}

  /** Whether such a call must be made later. `nowMs` is of a monotonic clock. */
  holds(priority: CallPriority, nowMs: number): boolean {
    return this.leftMs(priority, nowMs) > 0;
  }

  /** How much later, in milliseconds; 0 when it may be made now. */
  leftMs(priority: CallPriority, nowMs: number): number {
    return isPatient(priority) ? Math.max(0, this.until - nowMs) : 0;
  }

  /** The rest of the pause without the random part, in milliseconds: other processes add their own. */
  askedMs(nowMs: number): number {
    return Math.max(0, this.askedUntil - nowMs);
  }

  /** Joins a pause that this or another process was asked for, in milliseconds. `nowMs` is of a monotonic clock. */
  join(pauseMs: number, nowMs: number): void {
    this.askedUntil = Math.max(this.askedUntil, nowMs + pauseMs);
    this.until = Math.max(this.until, nowMs + pauseMs * (1 + SPREAD * this.random()));
  }

  /** Takes note of the end of a call. `nowMs` is of a monotonic clock. */
  note({ kind, httpStatus, retryAfterMs }: CallOutcome, nowMs: number): void {
    const isCrowded = httpStatus === TOO_MANY_REQUESTS;
    if (kind === 'accepted') this.waves = nowMs < this.until ? this.waves : 0;
    else if (isCrowded || retryAfterMs !== null) this.extend(retryAfterMs ?? 0, nowMs, isCrowded);
  }

  /** Answers to calls that were under way together count as one. */
  private extend(askedMs: number, nowMs: number, isCrowded: boolean): void {
    const isFirst = nowMs >= this.until;
    if (isFirst) this.waves += 1;
    const own = { attempt: this.waves, baseMs: FIRST_MS, capMs: LONGEST_MS, jitter: 'equal' } as const;
    const ownMs = isCrowded && isFirst ? backoffMs({ ...own, random: this.random }) : 0;
    this.join(Math.max(askedMs, ownMs), nowMs);
  }
}
