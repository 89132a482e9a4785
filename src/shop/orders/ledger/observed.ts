import { parseServiceTime } from '../../../protocol/index.js';
import type { NextRead } from '../../poll-schedule/index.js';
import type { AttemptEntity } from '../entities/attempt.entity.js';
import { inDoubtSince, healingReadAt } from './healing-reads.js';
import type { Observation, ObserveOutcome } from './ledger.types.js';
import type { MergeObservation } from '../merge/merge.types.js';
import type { ObservationSource } from '../entities/observation.entity.js';
import type { PaymentOrderEntity } from '../entities/payment-order.entity.js';
import { GIVEN_UP } from '../merge/payment-status.js';

/** Observations from these sources have a waiting row, and are read again through it. */
const READS_AGAIN: ReadonlySet<ObservationSource> = new Set(['notification', 'confirmation', 'poll']);

/** An observation in the form that {@link merge} takes. */
export const observedOf = (
  { order, source, readAt }: Observation,
  attempt: AttemptEntity,
  { timeZone, now }: { readonly timeZone: string; readonly now: number },
): MergeObservation => ({
  order,
  attempt,
  // A notification is a message about the order. Every other source is an answer of the API.
  authoritative: source !== 'notification',
  modifiedAt: parseServiceTime(order.modified, timeZone),
  readAt: readAt ?? null,
  seenAt: now,
});

/**
 * When an attempt must be read although no notification will report it: an answer contradicted the known state and may have
 * lagged behind, or the order is paid and has an unpaid status now. Pure.
 *
 * @param row - the order as it is after the observation
 * @returns epoch milliseconds; null when no read is needed, or when the source of the observation reads again itself
 */
export function readAgainAt(
  outcome: ObserveOutcome,
  { source, row, attempt }: { source: ObservationSource; row: PaymentOrderEntity; attempt: AttemptEntity },
): number | null {
  if (outcome.kind === 'ask') return READS_AGAIN.has(source) ? null : (outcome.notBefore ?? null);
  if (source === 'poll' || (outcome.kind !== 'transition' && outcome.kind !== 'update')) return null;
  const since = inDoubtSince(row, attempt.number);
  return since === null ? null : healingReadAt(since, since);
}

/** An observation, and its order before and after. */
interface ObservedChange {
  readonly before: PaymentOrderEntity;
  readonly row: PaymentOrderEntity;
  readonly attempt: AttemptEntity;
  readonly observation: Observation;
}

/** The grace of polls and the present time, in milliseconds. */
interface PollTimes {
  readonly graceMs: number;
  readonly now: number;
}

/**
 * Whether an unpaid payment has begun or continues although the polls of its attempt may have ended, for example by a second
 * chance weeks after the page expired. This observation may be the last notification that arrives. Pure.
 */
function isOpenAgain(
  { before, row, attempt, observation: { order, source } }: ObservedChange,
  times: PollTimes,
): boolean {
  // Polls do not end sooner, unless the service has refused the attempt.
  const mayBeOver = times.now >= attempt.createdAt + times.graceMs || attempt.createState === 'failed';
  if (source === 'poll' || !mayBeOver) return false;
  const knownIn = ({ transactions }: PaymentOrderEntity) =>
    transactions?.find((each) => each.attempt === attempt.number && each.id === order.transaction_id);
  const known = knownIn(row);
  if (!known || known.paid || known.facts.fingerprint === knownIn(before)?.facts.fingerprint) return false;
  return !GIVEN_UP.has(known.facts.status) && known.facts.status !== 'declined';
}

/** The read that an observation requires of its attempt's polls; null for none. See {@link readAgainAt}. Pure. */
export function nextReadOf(outcome: ObserveOutcome, seen: ObservedChange, times: PollTimes): NextRead | null {
  const { row, attempt, observation } = seen;
  const at = readAgainAt(outcome, { source: observation.source, row, attempt });
  return at ?? (isOpenAgain(seen, times) ? 'anew' : null);
}
