import type { CallOptions } from './options/call.options.js';

/** What a process requests from the budget that all processes of a shop share. */
export interface BudgetRequest {
  /** Name of the terminal group. */
  readonly group: string;
  /** How many calls wait, from 1. */
  readonly calls: number;
  /** Calls of the burst that must be left for calls of higher priority. */
  readonly reserved: number;
  /** Whether the calls wait while the service asks for a pause. */
  readonly isPatient: boolean;
  readonly limits: { readonly callsPerSecond: number; readonly burst: number };
}

/** The answer to a {@link BudgetRequest}. */
export interface BudgetAnswer {
  /** Calls that may be made at once: from 0 to the number requested. */
  readonly granted: number;
  /** Calls that the bucket holds, the reserve included, as a fraction; read only when none was granted, otherwise null. */
  readonly held: number | null;
  /** How long the service still asks for a pause, in milliseconds; 0 when a pause is not why none was granted. */
  readonly pausedMs: number;
}

/** The budget of calls that all processes of a shop share (decision 042). Without a database there is none. */
export interface CallBudget {
  /** Whether the calls of a group with this option are counted in the shared budget. */
  counts(choice: CallOptions['budget']): boolean;
  /** Takes calls now. @returns null when the budget cannot be reached: the process then applies its own limit */
  take(request: BudgetRequest): Promise<BudgetAnswer | null>;
  /** Makes all processes pause because the service asked for it, for this many milliseconds. Never throws. */
  pause(group: string, pauseMs: number): Promise<void>;
}
