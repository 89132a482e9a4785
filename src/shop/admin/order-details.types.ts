import type { Money } from '../../protocol/index.js';
import type { CreateState, PaymentOrder } from '../orders/index.js';
import type { TimelineEntry } from './timeline/timeline.types.js';
import type { ParkReason, PollState } from '../poll-schedule/index.js';
import type { Refund } from '../refunds/index.js';
import type { OrderCustomer } from './order-customer.js';
import type { OrderHeadline } from './order-headline.js';
import type { OrderMoney } from './order-money.js';

/** One attempt to have an order paid, and how it is looked at. Times in epoch milliseconds (UTC). */
export interface AttemptLine {
  /** From 1. */
  readonly number: number;
  /** The `order_id` that the service knows it by. */
  readonly serviceOrderId: string;
  readonly amount: Money;
  readonly createState: CreateState;
  readonly createdAt: number;
  /** How the looks at it stand; null for one that is not looked at. */
  readonly poll: PollLine | null;
}

/** How the looks at an attempt stand. */
export interface PollLine {
  readonly state: PollState;
  /** When the service is asked next, if no notification comes before; null when it is not. */
  readonly nextAt: number | null;
  /** When it was asked last; null before the first time. */
  readonly lastAt: number | null;
  /** Why it is not looked at any more. */
  readonly reason: ParkReason | null;
}

/** Everything that is known of one order. */
export interface OrderDetails {
  readonly order: PaymentOrder;
  readonly headline: OrderHeadline;
  readonly money: OrderMoney;
  /** Who paid, masked; null when no notification that says so is kept. */
  readonly customer: OrderCustomer | null;
  /** The first one first. */
  readonly attempts: readonly AttemptLine[];
  /** The newest first; at most two hundred. */
  readonly refunds: readonly Refund[];
  /** Oldest first. */
  readonly timeline: readonly TimelineEntry[];
}
