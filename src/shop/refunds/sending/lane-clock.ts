import type { EntityManager } from 'typeorm';
import type { RefundRules } from '../../core/index.js';
import { RefundLaneEntity } from '../../refund-records/index.js';

type Times = Pick<RefundLaneEntity, 'nextSlotAt' | 'pausedUntil' | 'dueAt'>;

/** How far ahead the times of a lane can be, in milliseconds. */
export interface LaneReach {
  /** Of a slot, and of a lease. */
  readonly slotMs: number;
  /** Of a pause that ends by itself. */
  readonly pauseMs: number;
}

/**
 * The reach of a lane under these rules. Another process may have longer leases, since its groups have longer time limits.
 *
 * @param longestLeaseMs - of any process
 */
export const reachOf = (
  { spacingMs, lanePauseCapMs, notSentPauseMs }: RefundRules,
  longestLeaseMs: number,
): LaneReach => ({
  // A slot also counts the millisecond by which clocks are rounded.
  slotMs: longestLeaseMs + spacingMs + 1,
  pauseMs: Math.max(lanePauseCapMs, notSentPauseMs),
});

/**
 * The times of a lane that lie further ahead than any that is written, put to the furthest: the clock was put back since, and
 * the lane would wait for as long. Null when there are none.
 *
 * @param now - epoch milliseconds
 */
export function heldByClock(
  { nextSlotAt, pausedUntil, dueAt }: Times,
  { slotMs, pauseMs }: LaneReach,
  now: number,
): Times | null {
  const times = {
    nextSlotAt: Math.min(nextSlotAt, now + slotMs),
    pausedUntil: Math.min(pausedUntil, now + pauseMs),
    dueAt: Math.min(dueAt, now + slotMs),
  };
  const isHeld = times.nextSlotAt < nextSlotAt || times.pausedUntil < pausedUntil || times.dueAt < dueAt;
  return isHeld ? times : null;
}

/** Writes other times of a lane, unless they are others by now than those that were read. */
export async function putTimes(tx: EntityManager, lane: RefundLaneEntity, times: Times): Promise<void> {
  const { id, nextSlotAt, pausedUntil, dueAt } = lane;
  await tx.update(RefundLaneEntity, { id, nextSlotAt, pausedUntil, dueAt }, times);
  Object.assign(lane, times);
}
