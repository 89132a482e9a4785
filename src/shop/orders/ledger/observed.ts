import { parseServiceTime } from '../../../protocol/index.js';
import type { NextRead } from '../../poll-schedule/index.js';
import type { AttemptEntity } from '../entities/attempt.entity.js';
import { inDoubtSince, healingReadAt } from './healing-reads.js';
import type { Observation, ObserveOutcome } from './ledger.types.js';
import type { Observed } from '../merge/merge.types.js';
import type { ObservationSource } from '../entities/observation.entity.js';
import type { PaymentOrderEntity } from '../entities/payment-order.entity.js';
import { GIVEN_UP } from '../merge/payment-status.js';

/** Who brought these has a row of his own that waits, and reads again by himself. */
const READS_AGAIN: ReadonlySet<ObservationSource> = new Set(['notification', 'confirmation', 'poll']);

/** An observation as {@link merge} judges it. */
export const observedOf = (
  { order, source, readAt }: Observation,
  attempt: AttemptEntity,
  { timeZone, now }: { readonly timeZone: string; readonly now: number },
): Observed => ({
  order,
  attempt,
  // A notification is a message about the order; any other source is the API's own answer.
  authoritative: source !== 'notification',
  modifiedAt: parseServiceTime(order.modified, timeZone),
  readAt: readAt ?? null,
  seenAt: now,
});

/**
 * When an attempt has to be read although nothing will tell of it: an answer contradicted what is known and may have
 * lagged behind, or the order has become one that is paid and does not look it. Pure.
 *
 * @param row - the order as it is after the observation
 * @returns epoch milliseconds; null when nobody needs to, or whoever brought the observation does
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

/** An observation, and what the order was and is. */
interface ObservedChange {
  readonly before: PaymentOrderEntity;
  readonly row: PaymentOrderEntity;
  readonly attempt: AttemptEntity;
  readonly observation: Observation;
}

/** When polls may be over, and what time it is, in milliseconds. */
interface PollTimes {
  readonly graceMs: number;
  readonly now: number;
}

/**
 * Whether a payment has begun, or goes on, whose attempt may be polled no more: by a second chance weeks after the page ran out,
 * say. What is heard of it may be the last notification that arrives. Pure.
 */
function isOpenAgain(
  { before, row, attempt, observation: { order, source } }: ObservedChange,
  times: PollTimes,
): boolean {
  // No poll is over sooner, unless the service has refused the attempt.
  const mayBeOver = times.now >= attempt.createdAt + times.graceMs || attempt.createState === 'failed';
  if (source === 'poll' || !mayBeOver) return false;
  const knownIn = ({ transactions }: PaymentOrderEntity) =>
    transactions?.find((each) => each.attempt === attempt.number && each.id === order.transaction_id);
  const known = knownIn(row);
  if (!known || known.paid || known.facts.fingerprint === knownIn(before)?.facts.fingerprint) return false;
  return !GIVEN_UP.has(known.facts.status) && known.facts.status !== 'declined';
}

/** What an observation asks of the polls of its attempt; null when nothing. See {@link readAgainAt}. Pure. */
export function nextReadOf(outcome: ObserveOutcome, seen: ObservedChange, times: PollTimes): NextRead | null {
  const { row, attempt, observation } = seen;
  const at = readAgainAt(outcome, { source: observation.source, row, attempt });
  return at ?? (isOpenAgain(seen, times) ? 'anew' : null);
}
