import type { CallBudget, CallLimits } from '../../core/index.js';
import { afterAsking, askAgainMs } from './ask-again.js';
import type { CallBucket, Taken } from './call-bucket.js';
import { isPatient, partOf, type BudgetPart, type CallPriority } from './call-priority.js';
import { ProcessBucket } from './process-bucket.js';

/** What {@link SharedBucket} needs. */
export interface SharedBucketParts {
  readonly budget: Pick<CallBudget, 'take'>;
  /** Name of the terminal group. */
  readonly group: string;
  readonly limits: Pick<CallLimits, 'burst' | 'callsPerSecond' | 'reservedCalls' | 'maxWaitMs'>;
  /** Source of chance in [0, 1). */
  readonly random?: () => number;
}

interface Rest {
  readonly vain: number;
  /** Of a monotonic clock, in milliseconds. */
  readonly until: number;
}

const FRESH: Rest = { vain: 0, until: 0 };

/**
 * The calls of a terminal group over all processes (decision 042). The process's own bucket stands beside the shared budget
 * and holds at least as much: it tells when a request would fail, and decides alone while the database does not answer.
 */
export class SharedBucket implements CallBucket {
  private readonly own: ProcessBucket;
  private readonly rests = new Map<BudgetPart, Rest>();

  constructor(private readonly parts: SharedBucketParts) {
    this.own = new ProcessBucket(parts.limits);
  }

  get store(): { readonly left: number; readonly burst: number } {
    return this.own.store;
  }

  waitMs(priority: CallPriority): number {
    return Math.max(this.own.waitMs(priority), Math.ceil(this.restOf(priority).until - performance.now()), 0);
  }

  take(priority: CallPriority, wanted: number): Taken | Promise<Taken> {
    const calls = Math.min(wanted, this.own.possible(priority));
    return calls === 0 ? { granted: 0, pausedMs: 0 } : this.ask(priority, calls);
  }

  private async ask(priority: CallPriority, calls: number): Promise<Taken> {
    const { budget, group, limits } = this.parts;
    const { burst, callsPerSecond } = limits;
    const answer = await budget.take({
      group,
      calls,
      reserved: this.own.kept(priority),
      isPatient: isPatient(priority),
      limits: { burst, callsPerSecond },
    });
    if (!answer) return this.own.take(priority, calls);
    const { granted, held, pausedMs } = answer;
    this.own.spend(granted);
    if (granted < calls) this.own.lowerTo(held ?? this.own.kept(priority));
    if (pausedMs === 0) this.learn(priority, granted);
    return { granted, pausedMs };
  }

  /** A bucket with calls left may be asked again at once. */
  private learn(priority: CallPriority, granted: number): void {
    const { limits, random = Math.random } = this.parts;
    const { callsPerSecond, maxWaitMs } = limits;
    const vain = afterAsking(this.restOf(priority).vain, granted);
    const emptyMs = this.own.waitMs(priority);
    const input = { priority, vain, refillMs: 1_000 / callsPerSecond, maxWaitMs, random: random() };
    const restMs = emptyMs === 0 ? 0 : emptyMs + askAgainMs(input);
    this.rests.set(partOf(priority), { vain, until: performance.now() + restMs });
  }

  private restOf(priority: CallPriority): Rest {
    return this.rests.get(partOf(priority)) ?? FRESH;
  }
}
