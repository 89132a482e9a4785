import { Between, IsNull, Not, type EntityManager } from 'typeorm';
import type { GuardRules } from './lane-guards.js';
import { RefundLaneEntity } from './refund-lane.entity.js';
import { RefundEntity } from '../entities/refund.entity.js';

type Sent = Pick<RefundEntity, 'group' | 'orderId' | 'amount' | 'currency' | 'lastSentAt'>;

/** Whether an equal amount of another order was accepted less than five minutes before a refund was sent. */
export async function hasEqualBefore(em: EntityManager, refund: Sent, rules: GuardRules): Promise<boolean> {
  const { group, orderId, amount, currency, lastSentAt } = refund;
  if (lastSentAt === null) return false;
  const arrivedBy = Between(lastSentAt - rules.equalAmountGapMs, lastSentAt);
  return em.existsBy(RefundEntity, { group, orderId: Not(orderId), amount, currency, arrivedBy });
}

/**
 * Learns where the service compares equal amounts: a refund that it answered with 1034, and that was never there, had no
 * equal amount on its own order. If there was one on another order, that one blocked it.
 *
 * @returns whether the lane has learnt something new
 */
export async function learnScope(em: EntityManager, refund: RefundEntity, rules: GuardRules): Promise<boolean> {
  if (!(await hasEqualBefore(em, refund, rules))) return false;
  const narrow = { id: refund.group, guardScope: IsNull() };
  const { affected } = await em.update(RefundLaneEntity, narrow, { guardScope: 'group' });
  return affected !== 0;
}
