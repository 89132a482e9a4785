import type { CallBudget, CallLimits } from '../core/index.js';
import { ApiRateLimiter } from './limits/api-rate-limiter.js';
import { isFromElsewhere } from './client.answers.js';
import type { CallPriority } from './limits/call-priority.js';
import { Circuit, type CircuitPosition } from './limits/circuit.js';
import type { CallOutcome } from './transport/outcome.js';
import { RetryAfterPause } from './limits/retry-after-pause.js';
import { RetryBudget } from './limits/retry-budget.js';
import { isInfrastructureFailure, TOO_MANY_REQUESTS } from './limits/retry-policy.js';
import { SharedBucket } from './limits/shared-bucket.js';

/** How a terminal group's calls do in this process. Holds nothing secret. */
export interface CallHealth {
  readonly circuit: CircuitPosition;
  /** Calls that wait for the budget. */
  readonly waiting: number;
  /** Calls that could be made at once, and the greatest number. */
  readonly budget: { readonly left: number; readonly burst: number };
  /** When the service last carried out a call, epoch milliseconds (UTC); null: not since the start. */
  readonly lastSuccessAt: number | null;
  /** Since when every call has failed because of the connection, the service, its limits or its settings; null otherwise. */
  readonly failingSince: number | null;
  /** How far the module's clock is ahead of the service's, in milliseconds, by the last answer's `Date`; to a second. */
  readonly clockSkewMs: number | null;
}

/** A `Date` names a second that has begun. On average half of it is over. */
const HALF_A_SECOND_MS = 500;

/**
 * Whether other calls would fail, too. Only the circuit does not count a 429 as a failure, nor a page that something else
 * made in place of the service: a firewall may refuse the cart of one shopper only.
 */
const isFailing = (outcome: CallOutcome): boolean =>
  isInfrastructureFailure(outcome) ||
  (outcome.kind !== 'accepted' && isFromElsewhere(outcome.error)) ||
  outcome.httpStatus === TOO_MANY_REQUESTS ||
  (outcome.kind === 'rejected' && outcome.error.kind === 'configuration');

/** A pause that is longer by less than this is not worth a statement of SQL to other processes, in milliseconds. */
const WORTH_TELLING_MS = 500;

/** The budget that a group's calls share with those of other processes. */
export interface SharedCalls {
  readonly budget: CallBudget;
  /** Name of the terminal group. */
  readonly group: string;
}

/** What all calls of one terminal group share in this process, and with other processes. */
export class GroupCalls {
  readonly budget: ApiRateLimiter;
  readonly circuit: Circuit<CallOutcome>;
  readonly repeats = new RetryBudget();
  private readonly pause = new RetryAfterPause();
  private lastSuccessAt: number | null = null;
  private failingSince: number | null = null;
  private clockSkewMs: number | null = null;

  /**
   * @param limits - of the terminal group
   * @param shared - absent where this process counts alone
   */
  constructor(
    readonly limits: CallLimits,
    private readonly shared?: SharedCalls,
  ) {
    this.budget = new ApiRateLimiter(limits, {
      ...(shared ? { bucket: new SharedBucket({ ...shared, limits }) } : {}),
      onPause: (pausedMs) => this.pause.join(pausedMs, performance.now()),
    });
    this.circuit = new Circuit(limits, isInfrastructureFailure);
  }

  /** Whether a call of this priority would be made now, once the budget allows it. */
  admits(priority: CallPriority): boolean {
    return !this.pause.holds(priority, performance.now()) && this.circuit.admits(priority);
  }

  /** How long calls of this priority must pause at the service's request, in milliseconds. */
  pauseMs(priority: CallPriority): number {
    return Math.ceil(this.pause.leftMs(priority, performance.now()));
  }

  /** Takes note of the end of a call. */
  note(outcome: CallOutcome): void {
    this.notePause(outcome);
    const endedAt = outcome.startedAt + outcome.durationMs;
    if (isFailing(outcome)) this.failingSince ??= endedAt;
    else if (outcome.phase === 'answer') this.failingSince = null;
    if (outcome.kind === 'accepted') this.lastSuccessAt = endedAt;
  }

  /** A pause that the service asks of one process applies to all. */
  private notePause(outcome: CallOutcome): void {
    const now = performance.now();
    const knownMs = this.pause.askedMs(now);
    this.pause.note(outcome, now);
    const pauseMs = this.pause.askedMs(now);
    if (this.shared && pauseMs > knownMs + WORTH_TELLING_MS) void this.shared.budget.pause(this.shared.group, pauseMs);
  }

  /**
   * Takes note of the service's time.
   *
   * @param date - header `Date` of an answer
   * @param now - epoch milliseconds in the middle of the call
   */
  noteDate(date: string | null, now: number): void {
    const serverTime = Date.parse(date ?? '');
    if (!Number.isNaN(serverTime)) this.clockSkewMs = Math.round(now - serverTime - HALF_A_SECOND_MS);
  }

  get health(): CallHealth {
    const { lastSuccessAt, failingSince, clockSkewMs } = this;
    const { waiting, store } = this.budget;
    return { circuit: this.circuit.position, waiting, budget: store, lastSuccessAt, failingSince, clockSkewMs };
  }
}
