/**
 * Whose work a call is, the most urgent first: who shares one API budget is served in this order (design §9);
 * one turn in ten is the least urgent's.
 */
export const CALL_PRIORITIES = ['refund', 'checkout', 'return', 'poll', 'sweep'] as const;

/** One of {@link CALL_PRIORITIES}. */
export type CallPriority = (typeof CALL_PRIORITIES)[number];

/** Somebody pays or gets money back: a part of the budget is kept for these. */
export const isReservedFor = (priority: CallPriority): boolean => priority === 'refund' || priority === 'checkout';
