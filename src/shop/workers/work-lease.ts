/**
 * How long rows belong to a worker without a renewal, in milliseconds: after that time the rows of a dead process are free.
 * Longer work renews its lease three times as often.
 */
export const WORK_LEASE_MS = 30_000;
