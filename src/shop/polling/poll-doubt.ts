import { healingReadAt, inDoubtSince } from '../orders/index.js';
import type { Subject } from './poll-subject.js';
import type { PollEntity } from '../poll-schedule/index.js';

const ASK_AGAIN_MS = 1_000;
/** How often an order that changes while it is read is read again at once. */
const ASKED_AT_ONCE = 5;

/** When an order is read again after an answer that proved nothing; null when it has been tried often enough. */
export function askedAgainAt(
  { notBefore }: { readonly notBefore?: number },
  { attempts }: PollEntity,
  now: number,
): Pick<PollEntity, 'dueAt' | 'attempts'> | null {
  // A read that begins at that time decides, so attempts count from zero again.
  if (notBefore !== undefined) return { dueAt: Math.max(now, notBefore), attempts: 0 };
  // The answer may be older than the change: the order is read once more.
  return attempts <= ASKED_AT_ONCE ? { dueAt: now + ASK_AGAIN_MS, attempts } : null;
}

/**
 * When a paid attempt whose answers contradict it is read next, epoch milliseconds; null when they do not, or no read
 * follows.
 */
export function healingOf({ order, attempt }: Subject, readAt: number): number | null {
  const since = inDoubtSince(order, attempt.number);
  return since === null ? null : healingReadAt(since, readAt);
}

/** Whether answers still contradict the payment of a paid order, and the shop has not given up the payment itself. */
export const staysInDoubt = ({ order, attempt }: Subject): boolean =>
  inDoubtSince(order, attempt.number) !== null && !(order.status === 'voided' && attempt.letGoAt !== null);
