import { In, type EntityManager } from 'typeorm';
import { DecisionEntity } from '../decisions/index.js';
import { AttemptEntity, NEEDS_ATTENTION, TransitionEntity, worstOf, type PaymentOrderEntity } from '../orders/index.js';

/** How a reason stands in the record of a decision. */
export const subjectOfReason = (reason: string): string => reason.replaceAll('_', ' ');

/**
 * The worst for which a person is still to see to an order, once the reason that stood before all others is acknowledged:
 * a payment of another amount, of which nobody would hear since a second payment came after it. Null when there is none.
 */
export async function openReason(
  tx: EntityManager,
  { group, orderId }: Pick<PaymentOrderEntity, 'group' | 'orderId'>,
): Promise<string | null> {
  const raised = await tx.findBy(TransitionEntity, { group, orderId, kind: In([...NEEDS_ATTENTION]) });
  if (raised.length === 0) return null;
  const seen = await tx.findBy(DecisionEntity, { group, orderId, decision: 'acknowledged' });
  const isSeen = ({ kind, recordedAt }: TransitionEntity): boolean =>
    seen.some(({ subject, decidedAt }) => subject === subjectOfReason(kind) && decidedAt >= recordedAt);
  const attempts = await tx.findBy(AttemptEntity, { group, orderId });
  // What the shop has let go of itself called for no one.
  const isOwnDoing = ({ kind }: TransitionEntity): boolean =>
    kind === 'voided' && attempts.some(({ letGoAt }) => letGoAt !== null);
  return worstOf(raised.filter((each) => !isSeen(each) && !isOwnDoing(each)).map(({ kind }) => kind));
}
