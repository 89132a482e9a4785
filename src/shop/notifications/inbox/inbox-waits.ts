import { messages } from '../../core/index.js';
import type { NotificationEntity } from './notification.entity.js';

/** How long a notification waits for its order to become visible before someone is told (scenario L5). */
const UNMATCHED_GRACE_MS = 600_000;
/** How far apart it looks for it: at first every two seconds, later a fifth of its age, at most a minute. */
const UNMATCHED_GAP = { leastMs: 2_000, mostMs: 60_000, share: 0.2 };

/** How long a notification waits for a process that has its terminal group in the mode of its order: a deployment may stay wrong over holidays. */
const OTHER_MODE_MS = 7 * 86_400_000;
/** How far apart it is tried: soon, as processes of both modes may run side by side; an hour apart in the end. */
const OTHER_MODE_GAP = { leastMs: 2_000, mostMs: 3_600_000, share: 0.2 };

/** What is looked at of a notification that waits. */
type Waiting = Pick<NotificationEntity, 'receivedAt' | 'group' | 'attempts'>;

/** When it is tried next: a share of its age from now. */
function dueAfter(now: number, age: number, { leastMs, mostMs, share }: typeof UNMATCHED_GAP): number {
  return Math.round(now + Math.min(Math.max(leastMs, age * share), mostMs));
}

/**
 * What becomes of a notification whose order the shop does not have: it waits, and is unmatched in the end. Waiting is no
 * failure: the attempts are for what goes wrong once the order is there. Pure.
 *
 * @param now - epoch milliseconds
 */
export function withoutOrder({ receivedAt }: Waiting, now: number): Partial<NotificationEntity> {
  const age = now - receivedAt;
  if (age >= UNMATCHED_GRACE_MS) return { state: 'unmatched', doneAt: now };
  return { dueAt: dueAfter(now, age, UNMATCHED_GAP), attempts: 0 };
}

/**
 * What becomes of a notification whose order is of another mode than this process has its terminal group in: another
 * process may have the right one, or this one after its next start. It waits, and is parked in the end. Done here, what
 * it tells would never be known. Pure.
 *
 * @param now - epoch milliseconds
 */
export function inOtherMode({ receivedAt, group, attempts }: Waiting, now: number): Partial<NotificationEntity> {
  const age = now - receivedAt;
  const lastError = messages.otherModeHere(group);
  if (age >= OTHER_MODE_MS) return { state: 'parked', attempts, lastError };
  return { dueAt: dueAfter(now, age, OTHER_MODE_GAP), attempts: 0, lastError };
}
