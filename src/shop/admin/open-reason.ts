import { In, Like, type EntityManager } from 'typeorm';
import { DecisionEntity } from '../decisions/index.js';
import type { AttentionReason } from '../core/index.js';
import {
  AttemptEntity,
  NEEDS_ATTENTION,
  ObservationEntity,
  TransitionEntity,
  worstOf,
  type PaymentOrderEntity,
} from '../orders/index.js';
import { UNSEEN, unseenReason } from './reconciliation/unseen-try.js';

const MONEY_UNSEEN: AttentionReason = 'payment_unseen';

/** The form of a reason in the record of a decision. */
export const subjectOfReason = (reason: string): string => reason.replaceAll('_', ' ');

/**
 * The most serious remaining reason why an order needs attention, once its first reason is acknowledged. For example a
 * payment of another amount, which a later second payment would otherwise hide. Null when there is none.
 */
export async function openReason(
  tx: EntityManager,
  { group, orderId, transactions }: Pick<PaymentOrderEntity, 'group' | 'orderId' | 'transactions'>,
): Promise<string | null> {
  const raised = await tx.findBy(TransitionEntity, { group, orderId, kind: In([...NEEDS_ATTENTION]) });
  const unseen = await tx.findBy(ObservationEntity, { group, orderId, reason: Like(`${UNSEEN} %`) });
  if (raised.length === 0 && unseen.length === 0) return null;
  const seen = await tx.findBy(DecisionEntity, { group, orderId, decision: 'acknowledged' });
  const isSeen = (reason: string, since: number): boolean =>
    seen.some(({ subject, decidedAt }) => subject === subjectOfReason(reason) && decidedAt >= since);
  const attempts = await tx.findBy(AttemptEntity, { group, orderId });
  // The end of an attempt that the shop gave up itself needed no attention.
  const isOwnDoing = ({ kind }: TransitionEntity): boolean =>
    kind === 'voided' && attempts.some(({ letGoAt }) => letGoAt !== null);
  const open = raised.filter((each) => !isSeen(each.kind, each.recordedAt) && !isOwnDoing(each));
  // What a later answer has shown is explained.
  const known = new Set((transactions ?? []).flatMap(({ id, paid }) => (paid && id !== null ? unseenReason(id) : [])));
  const isUnseenOpen = unseen.some(({ reason, observedAt }) => !known.has(reason) && !isSeen(MONEY_UNSEEN, observedAt));
  return worstOf([...open.map(({ kind }) => kind), ...(isUnseenOpen ? [MONEY_UNSEEN] : [])]);
}
