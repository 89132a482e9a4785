import type { TerminalGroup } from '../../core/index.js';
import type { RefundLaneEntity } from '../../refund-records/index.js';

/** The current millisecond of the clock may be almost over when it is read. */
const ROUNDING_MS = 1;

type LaneChange = Partial<Omit<RefundLaneEntity, 'id'>>;

/**
 * Reserves a lane for a request until its answer, and for a while longer if its worker dies; or releases it at once for the
 * next request, where several may be in progress.
 *
 * @param now - epoch milliseconds
 */
export function reservation({ timeoutMs, refunds }: TerminalGroup, now: number, leaseMs: number): LaneChange {
  const isStrict = refunds.mode === 'strict';
  const nextSlotAt = now + (isStrict ? timeoutMs : 0) + refunds.spacingMs + ROUNDING_MS;
  const leaseUntil = isStrict ? now + leaseMs : null;
  const change = { nextSlotAt, leaseUntil, dueAt: leaseUntil ?? nextSlotAt, attempts: 0 };
  return isStrict ? change : { ...change, leaseToken: null };
}

/** The next slot is a second after the end of this one. @param endedAt - epoch milliseconds */
export function afterSlot({ refunds }: TerminalGroup, endedAt: number) {
  const nextSlotAt = endedAt + refunds.spacingMs + ROUNDING_MS;
  return { nextSlotAt, dueAt: nextSlotAt, attempts: 0, lastError: null };
}
