import { In, type EntityManager } from 'typeorm';
import { DecisionEntity } from '../decisions/index.js';
import { AttemptEntity, NEEDS_ATTENTION, TransitionEntity, worstOf, type PaymentOrderEntity } from '../orders/index.js';

/** The form of a reason in the record of a decision. */
export const subjectOfReason = (reason: string): string => reason.replaceAll('_', ' ');

/**
 * The most serious remaining reason why an order needs attention, once its first reason is acknowledged. For example a
 * payment of another amount, which a later second payment would otherwise hide. Null when there is none.
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
  // The end of an attempt that the shop gave up itself needed no attention.
  const isOwnDoing = ({ kind }: TransitionEntity): boolean =>
    kind === 'voided' && attempts.some(({ letGoAt }) => letGoAt !== null);
  return worstOf(raised.filter((each) => !isSeen(each) && !isOwnDoing(each)).map(({ kind }) => kind));
}
