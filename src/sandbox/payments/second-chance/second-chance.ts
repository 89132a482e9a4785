import type { OrderStatus } from '../../../protocol/index.js';
import type { SandboxOrderEntity } from '../../orders/index.js';

/** How long after an abandoned payment the second link is mailed, in milliseconds: an hour. */
export const SECOND_CHANCE_AFTER_MS = 3_600_000;
/** How long the second link can be used, in milliseconds: thirty days. */
export const SECOND_CHANCE_LASTS_MS = 2_592_000_000;

const ABANDONED: ReadonlySet<OrderStatus> = new Set(['cancelled', 'void', 'expired', 'declined']);

/** The parts of an order that decide about its second link. */
export type SecondChanceState = Pick<
  SandboxOrderEntity,
  'status' | 'completedAt' | 'modifiedAt' | 'secondChance' | 'secondChanceAt'
>;

/**
 * When the second link of an order is mailed or, after that, expires, in epoch milliseconds. Null: never, because none
 * is wanted, or the order is open or paid.
 */
export function secondChanceAt(order: SecondChanceState): number | null {
  if (order.secondChance === null || order.completedAt !== null) return null;
  if (order.secondChance === 'mailed') return order.secondChanceAt;
  return ABANDONED.has(order.status) ? order.modifiedAt + SECOND_CHANCE_AFTER_MS : null;
}

/** Whether an unpaid, ended order can be paid on its page again through the second link. */
export function isReopened(order: Pick<SecondChanceState, 'secondChance' | 'secondChanceAt'>): boolean {
  return order.secondChance === 'mailed' && order.secondChanceAt !== null;
}
