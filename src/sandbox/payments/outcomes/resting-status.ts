import type { OrderStatus } from '../../../protocol/index.js';

/** As much of a paid order as decides where it rests. */
export interface RestingState {
  readonly amount: number;
  readonly amountRefunded: number;
  readonly shippedAt: number | null;
}

/**
 * The status of a paid order once nothing is going on with it (protocol §4.1): what was refunded counts for more than
 * what was shipped.
 */
export function restingStatus({ amount, amountRefunded, shippedAt }: RestingState): OrderStatus {
  if (amountRefunded >= amount) return 'refunded';
  if (amountRefunded > 0) return 'partial_refunded';
  return shippedAt === null ? 'completed' : 'shipped';
}
