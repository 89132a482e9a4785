import type { CallLimits } from '../../core/index.js';
import type { CallBucket, Taken } from './call-bucket.js';
import { isPatient, partOf, type CallPriority } from './call-priority.js';
import { PriorityQueue, type Waiting } from './priority-queue.js';
import { ProcessBucket } from './process-bucket.js';

/** Ends the wait of a call: whether it may be made. */
type Admit = (mayGo: boolean) => void;

/** One call in so many is the least urgent one. Otherwise a steady flow of polls would keep a sweep waiting forever. */
const CALLS_A_ROUND = 10;

/** What {@link ApiRateLimiter} may be given in addition to its limits. */
export interface ApiRateLimiterParts {
  /** Where the calls come from; default: a bucket of this process. */
  readonly bucket?: CallBucket;
  /** Called when another process was asked to pause, with the time in milliseconds. */
  readonly onPause?: (pausedMs: number) => void;
}

/**
 * The calls that a terminal group may make (design §9): a bucket, and a line of waiting calls, served by priority. A part of
 * the bucket is kept for checkout and refunds, so that five thousand polls after an outage never delay a customer
 * (scenario P3). Where processes share the bucket, each process requests calls once for all that wait (decision 042).
 */
export class ApiRateLimiter {
  private readonly bucket: CallBucket;
  private readonly line: PriorityQueue<Admit>;
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;
  /** Calls that are being requested from the bucket. */
  private asked = 0;
  /** How many requests to the bucket have begun. */
  private requests = 0;
  /** Waiting calls whose time ended during a request, and how many had begun when they came. */
  private readonly late = new Map<Waiting<Admit>, number>();
  /** Calls made since the least urgent one was served. */
  private admitted = 0;

  constructor(
    private readonly limits: CallLimits,
    private readonly parts: ApiRateLimiterParts = {},
  ) {
    this.bucket = parts.bucket ?? new ProcessBucket(limits);
    this.line = new PriorityQueue(limits.maxWaiting);
  }

  /** Calls that wait for the budget. */
  get waiting(): number {
    return this.line.length;
  }

  /** Calls that could be made at once, and the greatest number after a quiet time. */
  get store(): { readonly left: number; readonly burst: number } {
    return this.bucket.store;
  }

  /**
   * Waits for the budget, at most `maxWaitMs`, and until the bucket has answered to a request for it.
   *
   * @returns whether the call may be made; `false` when the wait was too long, the line too full, the service asks for a
   *   pause, or the budget closed
   */
  acquire(priority: CallPriority): Promise<boolean> {
    if (this.isClosed) return Promise.resolve(false);
    const { requests } = this;
    return new Promise((resolve) => {
      const timeout = setTimeout(() => this.endLate(entry, requests), this.limits.maxWaitMs);
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

  /** Rejects all calls, now and later. */
  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    for (let entry = this.line.first; entry; entry = this.line.first) this.end(entry, false);
  }

  /** Serves all calls that may go, and runs again when the next one may. */
  private serve(): void {
    for (let next = this.next(); this.asked === 0 && next && this.mayAsk(next); next = this.next()) {
      const { priority } = next;
      const wanted = this.wanted(priority);
      const taken = this.bucket.take(priority, wanted);
      if (taken instanceof Promise) void this.whenAnswered(taken, { priority, wanted });
      else if (this.admit(priority, taken) === 0) break;
    }
    // During a request the line also has room for what the bucket may hold: it was not asked for calls that came meanwhile.
    const atCounter = this.asked === 0 ? 0 : Math.max(this.asked, this.bucket.store.left);
    for (const entry of this.line.takeExcess(atCounter)) entry.item(false);
    clearTimeout(this.timer);
    if (this.asked > 0) return;
    this.endAllLate();
    const next = this.line.first;
    if (next) this.timer = setTimeout(() => this.serve(), Math.max(1, this.bucket.waitMs(next.priority)));
  }

  /** Calls that arrive meanwhile wait: several requests to the bucket at a time would only block one another. */
  private async whenAnswered(
    taken: Promise<Taken>,
    { priority, wanted }: { priority: CallPriority; wanted: number },
  ): Promise<void> {
    this.asked = wanted;
    this.requests += 1;
    const answer = await taken;
    this.asked = 0;
    this.admit(priority, answer);
    // Those that came after the request are in the next one. With a short wait, most would be refused by a full bucket.
    this.endAllLate(this.requests - 1);
    this.serve();
  }

  /** Serves as many calls as were granted. If fewer still wait, the surplus is lost, and the bucket refills as usual. */
  private admit(priority: CallPriority, { granted, pausedMs }: Taken): number {
    for (let left = granted; left > 0; left -= 1) {
      const entry = this.nextLike(priority);
      if (!entry) break;
      this.admitted = entry === this.line.leastUrgent ? 0 : this.admitted + 1;
      this.late.delete(entry);
      this.end(entry, true);
    }
    if (pausedMs > 0) this.pause(pausedMs);
    return granted;
  }

  /** Ends patient calls: polls and sweeps come again later by themselves. */
  private pause(pausedMs: number): void {
    this.parts.onPause?.(pausedMs);
    for (let entry = this.line.firstOf(isPatient); entry; entry = this.line.firstOf(isPatient)) this.end(entry, false);
  }

  /** The most urgent call; now and then the least urgent, if it would not take from the reserve for checkout. */
  private next(): Waiting<Admit> | undefined {
    const { first, leastUrgent } = this.line;
    return this.isRoundOver && leastUrgent && this.mayAsk(leastUrgent) ? leastUrgent : first;
  }

  /** Like {@link next}, among calls that take from the same part of the budget. */
  private nextLike(priority: CallPriority): Waiting<Admit> | undefined {
    const isLike = (each: CallPriority): boolean => partOf(each) === partOf(priority);
    const { leastUrgent } = this.line;
    return this.isRoundOver && leastUrgent && isLike(leastUrgent.priority) ? leastUrgent : this.line.firstOf(isLike);
  }

  /** How many calls to request: all that take from the same part of the budget, until the least urgent of another part is due. */
  private wanted(priority: CallPriority): number {
    const isLike = (each: CallPriority): boolean => partOf(each) === partOf(priority);
    const alike = this.line.countOf(isLike);
    if (alike === this.line.length) return alike;
    return Math.min(alike, Math.max(1, CALLS_A_ROUND - 1 - this.admitted));
  }

  private get isRoundOver(): boolean {
    return this.admitted >= CALLS_A_ROUND - 1;
  }

  private mayAsk({ priority }: Waiting<Admit>): boolean {
    return this.bucket.waitMs(priority) === 0;
  }

  private endLate(entry: Waiting<Admit>, requests: number): void {
    if (this.asked > 0) this.late.set(entry, requests);
    else this.end(entry, false);
  }

  /** Ends the late calls that came before so many requests had begun; default: all. */
  private endAllLate(requests = this.requests): void {
    for (const [entry, before] of this.late) {
      if (before > requests) continue;
      this.late.delete(entry);
      this.end(entry, false);
    }
  }

  private end(entry: Waiting<Admit>, mayGo: boolean): void {
    this.line.remove(entry);
    entry.item(mayGo);
  }
}
