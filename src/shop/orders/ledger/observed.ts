import { parseServiceTime } from '../../../protocol/index.js';
import type { AttemptEntity } from '../entities/attempt.entity.js';
import { inDoubtSince, healingReadAt } from './healing-reads.js';
import type { Observation, ObserveOutcome } from './ledger.types.js';
import type { Observed } from '../merge/merge.types.js';
import type { ObservationSource } from '../entities/observation.entity.js';
import type { PaymentOrderEntity } from '../entities/payment-order.entity.js';

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
