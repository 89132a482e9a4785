/**
 * Whose work a call is, the most urgent first: who shares one API budget is served in this order (design §9);
 * one turn in ten is the least urgent's.
 */
export const CALL_PRIORITIES = ['refund', 'checkout', 'return', 'poll', 'sweep'] as const;

/** One of {@link CALL_PRIORITIES}. */
export type CallPriority = (typeof CALL_PRIORITIES)[number];

/** Somebody pays or gets money back: a part of the budget is kept for these. */
export const isReservedFor = (priority: CallPriority): boolean => priority === 'refund' || priority === 'checkout';

/** Work that waits for nobody: what is not read now is read later. */
export const isPatient = (priority: CallPriority): boolean => priority === 'poll' || priority === 'sweep';

/** What of a budget a call may have: a call that was granted to one priority may be made by another of the same part. */
export type BudgetPart = 'reserve' | 'rest' | 'patient';

/** The part of the budget that calls of a priority take from. */
export function partOf(priority: CallPriority): BudgetPart {
  if (isReservedFor(priority)) return 'reserve';
  return isPatient(priority) ? 'patient' : 'rest';
}
