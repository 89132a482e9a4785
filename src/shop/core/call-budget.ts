import type { CallOptions } from './options/call.options.js';

/** What a process wants of the budget that all processes of a shop share. */
export interface BudgetRequest {
  /** Name of the terminal group. */
  readonly group: string;
  /** Calls that wait, from 1. */
  readonly calls: number;
  /** Calls of the burst that must be left to others. */
  readonly reserved: number;
  /** Whether the calls wait while the service asks to be left alone. */
  readonly isPatient: boolean;
  readonly limits: { readonly callsPerSecond: number; readonly burst: number };
}

/** What it got. */
export interface BudgetAnswer {
  /** Calls that may be made at once: none, or as many as there were of those requested. */
  readonly granted: number;
  /** Calls that the bucket holds, the reserve included, as a fraction; read where none was granted, otherwise null. */
  readonly held: number | null;
  /** How long the service wants to be left alone, in milliseconds; 0 where that is not why none was granted. */
  readonly pausedMs: number;
}

/** The budget of calls that all processes of a shop share (decision 042). Without a database there is none. */
export interface CallBudget {
  /** Whether the calls of a group with this option are counted here. */
  counts(choice: CallOptions['budget']): boolean;
  /** Takes calls, now. @returns null where it cannot be reached: the process goes by its own limit */
  take(request: BudgetRequest): Promise<BudgetAnswer | null>;
  /** Tells all processes that the service wants to be left alone for so long, in milliseconds. Never throws. */
  pause(group: string, pauseMs: number): Promise<void>;
}
