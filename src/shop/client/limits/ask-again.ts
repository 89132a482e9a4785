import { isPatient, type CallPriority } from './call-priority.js';

/** The input of {@link askAgainMs}. */
export interface AskAgainInput {
  readonly priority: CallPriority;
  /** How many requests failed lately, see {@link afterAsking}; 0: no other process uses the budget. */
  readonly vain: number;
  /** The time in which one call is refilled, in milliseconds. */
  readonly refillMs: number;
  /** The longest wait of a call, in milliseconds. */
  readonly maxWaitMs: number;
  /** Chance in [0, 1). */
  readonly random: number;
}

/** The longest gaps, in milliseconds: for calls that someone waits for, and for others. */
const LONGEST_MS = { urgent: 500, patient: 2_000 };
/** How often a waiting call tries at least before its time is over. */
const LEAST_TRIES = 4;
const MOST_VAIN = 12;
/** At least so many calls are refilled between two requests, so that every process finds some with equal chance. */
const LEAST_REFILLED = 8;

/**
 * How long a process waits before it requests calls of an empty budget again, in addition to the time until one is refilled.
 * Without this wait, thirty processes would request each refilled call, and the one that gets it would get the next one, too:
 * it alone knows when that one is there.
 *
 * @returns milliseconds
 */
export function askAgainMs({ priority, vain, refillMs, maxWaitMs, random }: AskAgainInput): number {
  const longest = Math.min(isPatient(priority) ? LONGEST_MS.patient : LONGEST_MS.urgent, maxWaitMs / LEAST_TRIES);
  return random * Math.min(longest, refillMs * (LEAST_REFILLED + 2 ** vain));
}

/** Takes note of a request. A failure weighs double, so two of three requests succeed, for any number of processes. */
export const afterAsking = (vain: number, granted: number): number =>
  granted > 0 ? Math.max(0, vain - 1) : Math.min(MOST_VAIN, vain + 2);
