import type { EntityManager } from 'typeorm';
import { lockRow } from '../../database/engine/index.js';
import { PollEntity } from './poll.entity.js';

/** Least time between two polls of one order that strangers may cause, in milliseconds (design §6). */
export const LEAST_GAP_MS = 10_000;

/**
 * The time under which a request for a poll is stored. A later request stands beside a sooner one. The process that polled
 * last, or polls now, may have a clock that is ahead: this request came later all the same, so that poll does not fulfil it.
 */
export function requestedAt({ polledAt, askedAt, leaseToken }: PollEntity, at: number): number {
  return Math.max(at, polledAt + 1, leaseToken === null ? askedAt : askedAt + 1);
}

/** How a poll ends, and the time after which requests remain unfulfilled by it: epoch milliseconds. */
interface PollEnd {
  readonly change: Partial<PollEntity>;
  readonly since: number;
  readonly now: number;
}

/**
 * What is written at the end of a poll. If a later poll was requested meanwhile, only a read that begins at that time counts
 * (design §7), no matter how long this one took. A request for a poll at once waits for the least gap.
 */
export async function unlessWanted(
  tx: EntityManager,
  { id, askedAt: knownAt }: PollEntity,
  { change, since, now }: PollEnd,
): Promise<Partial<PollEntity>> {
  const requested = (await lockRow(tx, PollEntity, { id }))?.askedAt ?? 0;
  // It is unknown whose clock gave the time: a request that did not exist at the claim of the poll is not fulfilled by it.
  if (requested <= knownAt && requested <= since) return change;
  const askedAt = Math.max(requested, since + 1);
  const at = requested > now ? askedAt : Math.max(now, since + LEAST_GAP_MS);
  const isPlanned = change.state !== 'done' && change.state !== 'parked';
  const dueAt = isPlanned ? Math.min(change.dueAt ?? at, at) : at;
  return { ...change, state: 'pending', reason: null, dueAt, askedAt };
}
