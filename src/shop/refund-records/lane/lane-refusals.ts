import { In, MoreThanOrEqual, Not, type EntityManager } from 'typeorm';
import {
  BOOKED_STATES,
  BALANCE_REFUSALS,
  type RefundReason,
  type RefundTrigger,
} from '../protocol/refund-protocol.types.js';
import type { RefundRules } from '../../core/index.js';
import { RefundEntity } from '../entities/refund.entity.js';
import { hasEqualBefore } from './learn-scope.js';
import { RefundLaneEntity } from './refund-lane.entity.js';

/** An answer, with what the lane of its group has met before. */
export async function withLane<Event extends { readonly type: string }>(
  em: EntityManager,
  event: Event,
  group: string,
) {
  const lane = await em.findOneBy(RefundLaneEntity, { id: group });
  const laneRefusals = lane?.refusals ?? 0;
  const isBalanceLow = laneRefusals > 0 && lane?.pauseReason === ('low-balance' satisfies RefundReason);
  return { ...event, laneRefusals, isBalanceLow };
}

type Refused = Pick<
  RefundEntity,
  'group' | 'orderId' | 'amount' | 'currency' | 'state' | 'reason' | 'lastSentAt' | 'cleanReads'
>;

/**
 * A read, with what the lane has met, where that may tell a refund that was refused for a reason of its own from an account
 * that pays nothing out (protocol §6.1). Any other event is returned as it is.
 */
export async function withOthers(
  em: EntityManager,
  refund: Refused,
  { event, rules }: { readonly event: RefundTrigger; readonly rules: RefundRules },
): Promise<RefundTrigger> {
  const isAbsent = event.type === 'read' && event.evidence.kind === 'absent';
  if (!isAbsent || refund.state !== 'unknown' || !BALANCE_REFUSALS.has(refund.reason)) return event;
  if (refund.cleanReads + 1 < rules.cleanReads) return event;
  // That the service compares equal amounts of all orders explains it as well.
  const others = (await hasEqualBefore(em, refund, rules)) ? null : await othersOf(em, refund);
  return others ? { ...(await withLane(em, event, refund.group)), others } : event;
}

async function othersOf(
  em: EntityManager,
  { group, orderId, lastSentAt }: Refused,
): Promise<'refused' | 'mixed' | null> {
  const alike = { group, state: In(['queued', 'unknown']), reason: In([...BALANCE_REFUSALS]), orderId: Not(orderId) };
  if (!(await em.existsBy(RefundEntity, alike))) return null;
  const accepted = { group, state: In([...BOOKED_STATES]), arrivedBy: MoreThanOrEqual(lastSentAt ?? 0) };
  return (await em.existsBy(RefundEntity, accepted)) ? 'mixed' : 'refused';
}
