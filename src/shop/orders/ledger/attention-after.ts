import type { EntityManager } from 'typeorm';
import type { AttentionReason } from '../../core/index.js';
import type { PollScheduleRepository } from '../../poll-schedule/index.js';
import { attentionLeft, isOutranked } from '../../refund-records/index.js';
import { AttemptEntity } from '../entities/attempt.entity.js';
import type { PaymentOrderEntity } from '../entities/payment-order.entity.js';
import { worstOf } from '../merge/merge.js';
import type { LedgerWrites } from './ledger-writes.js';
import type { LedgerOrder } from './ledger.types.js';

/**
 * What an order needs attention for after its refunds have changed, which is written already.
 *
 * @param raised - what a refund of it needs attention for just now
 */
export async function attentionAfter(
  tx: EntityManager,
  row: PaymentOrderEntity,
  raised: string | undefined,
): Promise<string | null> {
  const left = await attentionLeft(tx, row);
  const first = isOutranked(raised, left) ? left : (raised ?? left);
  return worstOf([first, left]);
}

const UNREADABLE: AttentionReason = 'unreadable';

/**
 * An order that could not be read needs no attention for it once it has been: an answer of the service, or a payment that a
 * notification reports, was applied. Otherwise each order of an outage would have to be marked as handled by a person.
 */
export async function endUnreadable(
  tx: EntityManager,
  { writes, polls }: { readonly writes: LedgerWrites; readonly polls: PollScheduleRepository },
  observed: readonly LedgerOrder[],
): Promise<void> {
  for (const { row, serviceOrderId, readAt, isStale } of observed) {
    const { group, orderId, attention, paidAt } = writes.latest(row);
    if (attention !== UNREADABLE || isStale || (readAt === null && paidAt === null)) continue;
    const attempts = await tx.findBy(AttemptEntity, { group, orderId });
    const others = attempts.map((attempt) => attempt.serviceOrderId).filter((id) => id !== serviceOrderId);
    const othersFail = await polls.succeeded(tx, { group, serviceOrderId }, others);
    // What is paid is read no more.
    if (paidAt !== null || !othersFail) writes.change(writes.latest(row), { attention: null });
  }
}
