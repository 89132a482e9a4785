import type { Money } from '../../protocol/index.js';
import type { CreateState, PaymentOrder } from '../orders/index.js';
import type { TimelineEntry } from './timeline/timeline.types.js';
import type { ParkReason, PollState } from '../poll-schedule/index.js';
import type { Refund } from '../refunds/index.js';
import type { OrderCustomer } from './order-customer.js';
import type { OrderHeadline } from './order-headline.js';
import type { OrderMoney } from './order-money.js';

/** One attempt to have an order paid, and its polls. Times in epoch milliseconds (UTC). */
export interface AttemptLine {
  /** From 1. */
  readonly number: number;
  /** The attempt's `order_id` at the service. */
  readonly serviceOrderId: string;
  readonly amount: Money;
  readonly createState: CreateState;
  readonly createdAt: number;
  /** The state of its polls; null for an attempt that is not polled. */
  readonly poll: PollLine | null;
}

/** The state of an attempt's polls. */
export interface PollLine {
  readonly state: PollState;
  /** When the service is read next, if no notification comes before; null when it is not. */
  readonly nextAt: number | null;
  /** When it was read last; null before the first time. */
  readonly lastAt: number | null;
  /** Why it is no longer polled. */
  readonly reason: ParkReason | null;
}

/** Everything that is known of one order. */
export interface OrderDetails {
  readonly order: PaymentOrder;
  readonly headline: OrderHeadline;
  readonly money: OrderMoney;
  /** Who paid, masked; null when no stored notification says so. */
  readonly customer: OrderCustomer | null;
  /** The first one first. */
  readonly attempts: readonly AttemptLine[];
  /** The newest first; at most two hundred. */
  readonly refunds: readonly Refund[];
  /** Oldest first. */
  readonly timeline: readonly TimelineEntry[];
}
