import type { CallLimits } from '../tillbridge.options.calls.js';
import { ApiBudget } from './api-budget.js';
import type { CallPriority } from './call-priority.js';
import { Circuit, type CircuitPosition } from './circuit.js';
import type { CallOutcome } from './outcome.js';
import { Respite } from './respite.js';
import { RetryBudget } from './retry-budget.js';
import { isInfrastructureFailure } from './retry-policy.js';

/** How a terminal group's calls fare in this process; holds nothing secret. */
export interface CallHealth {
  readonly circuit: CircuitPosition;
  /** Calls that wait for their turn. */
  readonly waiting: number;
}

/** What all calls of one terminal group share in this process. */
export class GroupCalls {
  readonly budget: ApiBudget;
  readonly circuit: Circuit<CallOutcome>;
  readonly repeats = new RetryBudget();
  private readonly respite = new Respite();

  constructor(limits: CallLimits) {
    this.budget = new ApiBudget(limits);
    this.circuit = new Circuit(limits, isInfrastructureFailure);
  }

  /** Whether such a call would be made now, as soon as it has its turn. */
  admits(priority: CallPriority): boolean {
    return !this.respite.holds(priority, performance.now()) && this.circuit.admits(priority);
  }

  /** How long the service wants to be left alone with such a call, in milliseconds. */
  pauseMs(priority: CallPriority): number {
    return Math.ceil(this.respite.leftMs(priority, performance.now()));
  }

  /** Learns from the end of a call. */
  note(outcome: CallOutcome): void {
    this.respite.note(outcome, performance.now());
  }

  get health(): CallHealth {
    return { circuit: this.circuit.position, waiting: this.budget.waiting };
  }
}
