/**
 * The purpose of a call, the most urgent first. Calls that share one API budget are served in this order (design §9); one
 * call in ten is the least urgent.
 */
export const CALL_PRIORITIES = ['refund', 'checkout', 'return', 'poll', 'sweep'] as const;

/** One of {@link CALL_PRIORITIES}. */
export type CallPriority = (typeof CALL_PRIORITIES)[number];

/** A customer pays or gets money back: a part of the budget is kept for these calls. */
export const isReservedFor = (priority: CallPriority): boolean => priority === 'refund' || priority === 'checkout';

/** Work that no one waits for: it can be done later. */
export const isPatient = (priority: CallPriority): boolean => priority === 'poll' || priority === 'sweep';

/** The part of a budget that a call may use. A call granted for one priority may serve another one of the same part. */
export type BudgetPart = 'reserve' | 'rest' | 'patient';

/** The part of the budget that calls of a priority take from. */
export function partOf(priority: CallPriority): BudgetPart {
  if (isReservedFor(priority)) return 'reserve';
  return isPatient(priority) ? 'patient' : 'rest';
}
