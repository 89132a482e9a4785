import type { OrderStatus } from '../../../protocol/index.js';

/** The parts of a paid order that decide its resting status. */
export interface RestingState {
  readonly amount: number;
  readonly amountRefunded: number;
  readonly shippedAt: number | null;
}

/**
 * The status of a paid order when no payment, refund or dispute is in progress (protocol §4.1): refunds count before
 * shipments.
 */
export function restingStatus({ amount, amountRefunded, shippedAt }: RestingState): OrderStatus {
  if (amountRefunded >= amount) return 'refunded';
  if (amountRefunded > 0) return 'partial_refunded';
  return shippedAt === null ? 'completed' : 'shipped';
}
