import type { OrderStanding } from '../../../protocol/index.js';

/** An order at the service that brought refundable money: that of an attempt, or of a captured or shipped part. */
export interface PaidAttempt {
  /** The order's `order_id` at the service. */
  readonly serviceOrderId: string;
  /** The money received, in minor units: the requested amount, unless another one was seen. */
  readonly amount: number;
  readonly currency: string;
  /** The amount that the service last reported as given back of it, minor units. */
  readonly reported: number;
  /** When that was learnt, epoch milliseconds; absent or null when unknown. */
  readonly reportedAt?: number | null;
  /** Whether a part of it was given back, of which nothing says how much; absent otherwise. */
  readonly isPartUnknown?: boolean;
  /**
   * For a shipment: the id of the order that it is a part of. What that order has given back beyond its rest reduces its
   * shipments.
   */
  readonly partOf?: string;
}

/** The facts of an order that its refunds depend on. Amounts in minor units. */
export interface RefundedOrder {
  /** Name of the terminal group. */
  readonly group: string;
  readonly orderId: string;
  readonly status: string | null;
  readonly currency: string;
  readonly amountRefunded: number;
}

/** An order that was read or notified, for the records of its refunds. */
export interface ObservedOrder {
  /** The order after the observation, under its lock. */
  readonly row: RefundedOrder;
  /** The id of the observed attempt at the service. */
  readonly serviceOrderId: string;
  readonly order: OrderStanding;
  /** The source: `notification`, `poll`, `refund-read` and so on. */
  readonly source: string;
  /** Whether newer facts of the payment are known, or its refunded amount is not confirmed yet. */
  readonly isStale: boolean;
  /** Whether a refunded amount was known before: then a smaller amount is a change, too. */
  readonly hadRefunds: boolean;
  /** For an answer of the API: when the read began, epoch milliseconds. Null for a message. */
  readonly readAt: number | null;
  /** The attempts that brought money which stands. Most observations never need them, so they are read on demand. */
  paidAttempts(): Promise<readonly PaidAttempt[]>;
}
