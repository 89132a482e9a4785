import type { OrderStanding } from '../../protocol/index.js';

/** An order at the service that brought money which can be given back: that of an attempt, or of a part captured or shipped. */
export interface PaidAttempt {
  /** The `order_id` that the service knows it by. */
  readonly serviceOrderId: string;
  /** What came in, in minor units: as much as was asked for, unless something else was seen. */
  readonly amount: number;
  readonly currency: string;
  /** What the service last said that it has given back of it, minor units. */
  readonly reported: number;
  /** When that was learnt, epoch milliseconds; absent or null when nobody knows. */
  readonly reportedAt?: number | null;
  /** Of a shipment: the id of the order that it is a part of. What that has given back beyond its rest comes off its shipments. */
  readonly partOf?: string;
}

/** An order of the shop, as far as its refunds depend on it. Amounts in minor units. */
export interface RefundedOrder {
  /** Name of the terminal group. */
  readonly group: string;
  readonly orderId: string;
  readonly status: string | null;
  readonly currency: string;
  readonly amountRefunded: number;
}

/** An order as it was read or notified, for whoever keeps the records of its refunds. */
export interface ObservedOrder {
  /** The order as it is after the observation, under its lock. */
  readonly row: RefundedOrder;
  /** The id by which the service knows the attempt that was observed. */
  readonly serviceOrderId: string;
  readonly order: OrderStanding;
  /** Where it was learnt: `notification`, `poll`, `refund-read` and so on. */
  readonly source: string;
  /** Whether newer things are known of the payment already, or what it says of refunds is not confirmed yet. */
  readonly isStale: boolean;
  /** Whether something was known to have been given back before it: less of it is news, too. */
  readonly hadRefunds: boolean;
  /** For an answer of the API: when it was asked for, epoch milliseconds. Null for a message. */
  readonly readAt: number | null;
  /** The attempts that brought money which stands. Most observations never need them, so they are read when asked for. */
  paidAttempts(): Promise<readonly PaidAttempt[]>;
}
