/**
 * How long work is its worker's own, in milliseconds, when nobody renews it any more: a dead process keeps nobody waiting for
 * longer. What takes its time renews its lease three times as often.
 */
export const WORK_LEASE_MS = 30_000;
