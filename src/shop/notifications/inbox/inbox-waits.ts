import { messages } from '../../core/index.js';
import type { NotificationEntity } from './notification.entity.js';

/** How long a notification waits for its order to become visible before an error is logged (scenario L5). */
const UNMATCHED_GRACE_MS = 600_000;
/** Time between two attempts to find the order: at first two seconds, later a fifth of its age, at most a minute. */
const UNMATCHED_GAP = { leastMs: 2_000, mostMs: 60_000, share: 0.2 };

/** How long a notification waits for a process with the order's mode: a deployment may be wrong over holidays. */
const OTHER_MODE_MS = 7 * 86_400_000;
/** Time between two attempts: short at first, as processes of both modes may run side by side; an hour in the end. */
const OTHER_MODE_GAP = { leastMs: 2_000, mostMs: 3_600_000, share: 0.2 };

/** The fields of a waiting notification that decide. */
type Waiting = Pick<NotificationEntity, 'receivedAt' | 'group' | 'attempts'>;

/** When it is tried next: after a share of its age. */
function dueAfter(now: number, age: number, { leastMs, mostMs, share }: typeof UNMATCHED_GAP): number {
  return Math.round(now + Math.min(Math.max(leastMs, age * share), mostMs));
}

/**
 * What happens to a notification whose order the shop does not have: it waits, and is unmatched in the end. Waiting does not
 * count as a failure: the attempts are for failures once the order is there. Pure.
 *
 * @param now - epoch milliseconds
 */
export function withoutOrder({ receivedAt }: Waiting, now: number): Partial<NotificationEntity> {
  const age = now - receivedAt;
  if (age >= UNMATCHED_GRACE_MS) return { state: 'unmatched', doneAt: now };
  return { dueAt: dueAfter(now, age, UNMATCHED_GAP), attempts: 0 };
}

/**
 * What happens to a notification whose order has another mode than the terminal group has in this process. Another process,
 * or this one after its next start, may have the right mode. So it waits, and is parked in the end: marked as done here, its
 * content would be lost. Pure.
 *
 * @param now - epoch milliseconds
 */
export function inOtherMode({ receivedAt, group, attempts }: Waiting, now: number): Partial<NotificationEntity> {
  const age = now - receivedAt;
  const lastError = messages.otherModeHere(group);
  if (age >= OTHER_MODE_MS) return { state: 'parked', attempts, lastError };
  return { dueAt: dueAfter(now, age, OTHER_MODE_GAP), attempts: 0, lastError };
}
