import { healingReadAt, inDoubtSince } from '../orders/index.js';
import type { Subject } from './poll-subject.js';
import type { PollEntity } from '../poll-schedule/index.js';

const ASK_AGAIN_MS = 1_000;
/** So often an order that changes while it is read is read again at once. */
const ASKED_AT_ONCE = 5;

/** When an order is read again whose answer proved nothing; null when it has been tried often enough. */
export function askedAgainAt(
  { notBefore }: { readonly notBefore?: number },
  { attempts }: PollEntity,
  now: number,
): Pick<PollEntity, 'dueAt' | 'attempts'> | null {
  // The read that begins then decides, so that it is one.
  if (notBefore !== undefined) return { dueAt: Math.max(now, notBefore), attempts: 0 };
  // The answer may be of before: once more, with what is known now.
  return attempts <= ASKED_AT_ONCE ? { dueAt: now + ASK_AGAIN_MS, attempts } : null;
}

/** When an attempt that is paid and does not look it is read next, epoch milliseconds; null when it is not, or no more. */
export function healingOf({ order, attempt }: Subject, readAt: number): number | null {
  const since = inDoubtSince(order, attempt.number);
  return since === null ? null : healingReadAt(since, readAt);
}

/** Whether an order does not look like one that is paid, which it is, and nobody has let go of the payment here. */
export const staysInDoubt = ({ order, attempt }: Subject): boolean =>
  inDoubtSince(order, attempt.number) !== null && !(order.status === 'voided' && attempt.letGoAt !== null);
