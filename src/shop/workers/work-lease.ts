/**
 * How long work is its worker's own, in milliseconds, when no one renews it any more: a dead process keeps no one waiting for
 * longer. What takes its time renews its lease three times as often.
 */
export const WORK_LEASE_MS = 30_000;
