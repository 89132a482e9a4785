import { isPatient, type CallPriority } from './call-priority.js';

/** What {@link askAgainMs} decides by. */
export interface AskAgainInput {
  readonly priority: CallPriority;
  /** How much was in vain lately, see {@link afterAsking}; 0: no one else asks. */
  readonly vain: number;
  /** The time in which one call is refilled, in milliseconds. */
  readonly refillMs: number;
  /** The longest wait of a call, in milliseconds. */
  readonly maxWaitMs: number;
  /** Chance in [0, 1). */
  readonly random: number;
}

/** The longest gaps, in milliseconds: of calls for which someone waits, and of others. */
const LONGEST_MS = { urgent: 500, patient: 2_000 };
/** A call asks so often at least before it has waited too long. */
const LEAST_TRIES = 4;
const MOST_VAIN = 12;
/** So many calls are refilled meanwhile at least: each that asks finds something as likely as the others. */
const LEAST_REFILLED = 8;

/**
 * How long a process leaves a budget that is used up alone, besides the time until there is something. Without it, thirty
 * processes would ask for each call that is refilled, and the one that gets it would get the next one, too: it alone knows
 * when that is there.
 *
 * @returns milliseconds
 */
export function askAgainMs({ priority, vain, refillMs, maxWaitMs, random }: AskAgainInput): number {
  const longest = Math.min(isPatient(priority) ? LONGEST_MS.patient : LONGEST_MS.urgent, maxWaitMs / LEAST_TRIES);
  return random * Math.min(longest, refillMs * (LEAST_REFILLED + 2 ** vain));
}

/** Learns from asking. In vain weighs double: so two of three askings bring something, whatever number of processes ask. */
export const afterAsking = (vain: number, granted: number): number =>
  granted > 0 ? Math.max(0, vain - 1) : Math.min(MOST_VAIN, vain + 2);
