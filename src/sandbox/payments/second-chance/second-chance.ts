import type { OrderStatus } from '../../../protocol/index.js';
import type { SandboxOrderEntity } from '../../orders/index.js';

/** How long after a payment was abandoned the second link is mailed, in milliseconds: an hour. */
export const SECOND_CHANCE_AFTER_MS = 3_600_000;
/** How long the second link can be used, in milliseconds: thirty days. */
export const SECOND_CHANCE_LASTS_MS = 2_592_000_000;

const ABANDONED: ReadonlySet<OrderStatus> = new Set(['cancelled', 'void', 'expired', 'declined']);

/** As much of an order as decides about its second link. */
export type SecondChanceState = Pick<
  SandboxOrderEntity,
  'status' | 'completedAt' | 'modifiedAt' | 'secondChance' | 'secondChanceAt'
>;

/**
 * When something happens to the second link of an order, epoch milliseconds: it is mailed, or if it was, it ends. Null:
 * nothing does, because none is wanted, or the order is open or paid.
 */
export function secondChanceAt(order: SecondChanceState): number | null {
  if (order.secondChance === null || order.completedAt !== null) return null;
  if (order.secondChance === 'mailed') return order.secondChanceAt;
  return ABANDONED.has(order.status) ? order.modifiedAt + SECOND_CHANCE_AFTER_MS : null;
}

/** Whether an order that has ended unpaid can be paid on its page again: by the second link. */
export function isReopened(order: Pick<SecondChanceState, 'secondChance' | 'secondChanceAt'>): boolean {
  return order.secondChance === 'mailed' && order.secondChanceAt !== null;
}
