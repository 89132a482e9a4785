import type { Candidate, Decision, OrderState } from './merge.types.js';
import { impliesPaid, rankOf } from './payment-status.js';

/** Zone-less times repeat an hour when summer time ends, so "older" within this span may still be newer (design §7). */
const AMBIGUOUS_HOURS_MS = 2 * 60 * 60 * 1000;

/**
 * Two observations are put in order by `modified`, then by rank (design §7).
 *
 * @returns what becomes of one that cannot be taken for the newer; null for one that can
 */
export function outdated(state: OrderState, seen: Candidate): Decision | null {
  if (state.status === null) return null;
  const further = Math.sign(rankOf(seen.status) - rankOf(state.status));
  if (state.modifiedAt === null || seen.modifiedAt === null) return undated(state, seen, further);
  if (seen.modifiedAt > state.modifiedAt) return null;
  return seen.modifiedAt < state.modifiedAt ? older(state, seen, further) : sameSecond(state, seen, further);
}

/** An answer that was asked for before the last change was known may be of the time before it; another one tells. */
const unlessReadEarlier = (state: OrderState, seen: Candidate): Decision | null =>
  seen.readAt !== null && seen.readAt < state.changedAt ? { kind: 'ask', reason: 'read-before-change' } : null;

function undated(state: OrderState, seen: Candidate, further: number): Decision | null {
  if (seen.authoritative) return further < 0 ? unlessReadEarlier(state, seen) : null;
  return seen.modifiedAt === null && state.modifiedAt !== null ? { kind: 'ask', reason: 'no-modified-time' } : null;
}

/** What is further on may still be the later fact; money that nobody knows of is never passed over (scenario L3). */
function older(state: OrderState, seen: Candidate, further: number): Decision | null {
  if (further <= 0) return { kind: 'stale', reason: 'older' };
  if (seen.authoritative) return unlessReadEarlier(state, seen);
  const mayBeAmbiguous = (state.modifiedAt ?? 0) - (seen.modifiedAt ?? 0) <= AMBIGUOUS_HOURS_MS;
  const isUnknownMoney = impliesPaid(seen.status) && !state.paid;
  return mayBeAmbiguous || isUnknownMoney
    ? { kind: 'ask', reason: 'older-but-higher' }
    : { kind: 'stale', reason: 'older' };
}

function sameSecond(state: OrderState, seen: Candidate, further: number): Decision | null {
  if (further > 0 || seen.status === state.status) return null;
  if (seen.authoritative) return unlessReadEarlier(state, seen);
  return further < 0 ? { kind: 'stale', reason: 'older' } : { kind: 'ask', reason: 'same-second' };
}
