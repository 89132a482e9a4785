import { Between, IsNull, Not, type EntityManager } from 'typeorm';
import type { GuardRules } from './lane-guards.js';
import { RefundLaneEntity } from './refund-lane.entity.js';
import { RefundEntity } from '../entities/refund.entity.js';

/**
 * Learns where the service compares equal amounts: a refund that it answered with 1034, and that was never there, had no
 * equal amount on its own order. If there was one on another order, that one blocked it.
 *
 * @returns whether the lane has learnt something new
 */
export async function learnScope(em: EntityManager, refund: RefundEntity, rules: GuardRules): Promise<boolean> {
  const { group, orderId, amount, currency, lastSentAt } = refund;
  if (lastSentAt === null) return false;
  const arrivedBy = Between(lastSentAt - rules.equalAmountGapMs, lastSentAt);
  const isElsewhere = await em.existsBy(RefundEntity, { group, orderId: Not(orderId), amount, currency, arrivedBy });
  if (!isElsewhere) return false;
  const narrow = { id: group, guardScope: IsNull() };
  const { affected } = await em.update(RefundLaneEntity, narrow, { guardScope: 'group' });
  return affected !== 0;
}
