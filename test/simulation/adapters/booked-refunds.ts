import type { Order } from '../../../src/index.js';
import { parseServiceTime } from '../../../src/protocol/index.js';

/** A refund as the service has it. */
export interface BookedRefund {
  readonly tag: string;
  readonly amount: number;
  readonly status: string;
  readonly at: number;
}

/** Whether the customer has the money, or gets it. */
export const isLive = ({ status }: BookedRefund): boolean => ['initialized', 'reserved', 'completed'].includes(status);

/** Every refund that the service shows of an order. */
export const refundsOf = ({ related_transactions }: Order): BookedRefund[] =>
  related_transactions
    .filter(({ type }) => type === 'refund')
    .map(({ order_id, amount, status, created }) => ({
      tag: String(order_id),
      amount: amount ?? 0,
      status: String(status),
      at: parseServiceTime(created, 'Europe/Amsterdam') ?? 0,
    }));
