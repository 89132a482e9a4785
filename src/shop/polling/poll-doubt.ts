import type { EntityManager } from 'typeorm';
import { lockRow } from '../../database/engine/index.js';
import { healingReadAt, inDoubtSince } from '../orders/index.js';
import type { Subject } from './poll-subject.js';
import { PollEntity } from './poll.entity.js';

/** Two looks at one order that strangers may ask for are at least this far apart, in milliseconds (design §6). */
export const LEAST_GAP_MS = 10_000;

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

/**
 * The time under which a wish for a look is written down. A later wish stands beside a sooner one. Whoever took the last
 * look, or takes one now, may have a clock that is ahead: this wish came later all the same, and is not met by it.
 */
export function wishedAt({ polledAt, askedAt, leaseToken }: PollEntity, at: number): number {
  return Math.max(at, polledAt + 1, leaseToken === null ? askedAt : askedAt + 1);
}

/** How a look is to end, and since when a wish for another one is not met by it: epoch milliseconds. */
interface LookEnd {
  readonly change: Partial<PollEntity>;
  readonly since: number;
  readonly now: number;
}

/**
 * What is written at the end of a look. Somebody may have asked for a later one while it was being taken: only a read
 * that begins then tells (design §7), however long this one took. Whoever asks for one at once waits for the least gap.
 */
export async function unlessWanted(
  tx: EntityManager,
  { id, askedAt: knownAt }: PollEntity,
  { change, since, now }: LookEnd,
): Promise<Partial<PollEntity>> {
  const wished = (await lockRow(tx, PollEntity, { id }))?.askedAt ?? 0;
  // By whose clock it was wished for nobody knows: what was not there when the look was claimed is not met by it.
  if (wished <= knownAt && wished <= since) return change;
  const askedAt = Math.max(wished, since + 1);
  const at = askedAt > now ? askedAt : Math.max(now, since + LEAST_GAP_MS);
  const isPlanned = change.state !== 'done' && change.state !== 'parked';
  const dueAt = isPlanned ? Math.min(change.dueAt ?? at, at) : at;
  return { ...change, state: 'pending', reason: null, dueAt, askedAt };
}
