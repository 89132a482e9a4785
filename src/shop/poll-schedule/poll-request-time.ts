import type { EntityManager } from 'typeorm';
import { lockRow } from '../../database/engine/index.js';
import { PollEntity } from './poll.entity.js';

/** Two polls of one order that strangers may ask for are at least this far apart, in milliseconds (design §6). */
export const LEAST_GAP_MS = 10_000;

/**
 * The time under which a wish for a poll is written down. A later wish stands beside a sooner one. Anyone who polled last,
 * or polls now, may have a clock that is ahead: this wish came later all the same, and is not met by it.
 */
export function requestedAt({ polledAt, askedAt, leaseToken }: PollEntity, at: number): number {
  return Math.max(at, polledAt + 1, leaseToken === null ? askedAt : askedAt + 1);
}

/** How a poll is to end, and since when a wish for another one is not met by it: epoch milliseconds. */
interface PollEnd {
  readonly change: Partial<PollEntity>;
  readonly since: number;
  readonly now: number;
}

/**
 * What is written at the end of a poll. Someone may have asked for a later one while it was under way: only a read
 * that begins then tells (design §7), however long this one took. Anyone who asks for one at once waits for the least gap.
 */
export async function unlessWanted(
  tx: EntityManager,
  { id, askedAt: knownAt }: PollEntity,
  { change, since, now }: PollEnd,
): Promise<Partial<PollEntity>> {
  const requested = (await lockRow(tx, PollEntity, { id }))?.askedAt ?? 0;
  // By whose clock it was wished for no one knows: what was not there when the poll was claimed is not met by it.
  if (requested <= knownAt && requested <= since) return change;
  const askedAt = Math.max(requested, since + 1);
  const at = requested > now ? askedAt : Math.max(now, since + LEAST_GAP_MS);
  const isPlanned = change.state !== 'done' && change.state !== 'parked';
  const dueAt = isPlanned ? Math.min(change.dueAt ?? at, at) : at;
  return { ...change, state: 'pending', reason: null, dueAt, askedAt };
}
