import type { MethodHabits, SandboxOrderEntity } from '../../orders/index.js';
import type { PaymentOutcome } from './outcome-rules.js';

/** By default a held payment waits without a limit (ten years), unless its method has one. */
const HELD_MS = 315_360_000_000;

/**
 * Until when the shop decides on what is held, or reports the shipment of what a lender has promised to pay; epoch milliseconds.
 *
 * @param order - as it is after the outcome
 */
export function heldUntil(
  order: Pick<SandboxOrderEntity, 'status' | 'financialStatus' | 'modifiedAt' | 'heldUntil'>,
  outcome: PaymentOutcome,
  habits: Pick<MethodHabits, 'heldForMs' | 'shipWithinMs'>,
): number | null {
  if (outcome === 'uncleared') return order.modifiedAt + (habits.heldForMs ?? HELD_MS);
  if (order.status === 'uncleared') return order.heldUntil;
  const isPromised = order.status === 'completed' && order.financialStatus === 'uncleared';
  if (!isPromised || habits.shipWithinMs === undefined) return null;
  return outcome === 'paid' ? order.modifiedAt + habits.shipWithinMs : order.heldUntil;
}
