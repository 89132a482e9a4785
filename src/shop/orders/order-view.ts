import { Money } from '../../protocol/index.js';
import type { OrderEventsSource } from '../client/index.js';
import type { AttemptEntity, CreateState } from './attempt.entity.js';
import type { PaymentStatus } from './payment-status.js';
import type { PaymentOrderEntity } from './payment-order.entity.js';

/** An order as the shop's own code sees it: a copy, not a handle on the row. Times in epoch milliseconds (UTC). */
export interface PaymentOrder {
  readonly group: string;
  readonly orderId: string;
  readonly amount: Money;
  readonly amountRefunded: Money;
  readonly description: string;
  /** Number of the newest attempt to have it paid, from 1. */
  readonly attempt: number;
  /** The `order_id` under which the service knows that attempt: `S1`, then `S1-2`, … */
  readonly serviceOrderId: string;
  /** `creating`: the service may or may not have it yet; `failed`: it refused. */
  readonly createState: CreateState;
  /** Where the shopper pays, in the newest attempt; null for orders without a payment page. */
  readonly paymentUrl: string | null;
  /** Null until the service has said anything of the newest attempt. */
  readonly status: PaymentStatus | null;
  /** True from the first sight of the money on, also after a refund. */
  readonly paid: boolean;
  /** Epoch milliseconds (UTC). */
  readonly paidAt: number | null;
  readonly transactionId: string | null;
  /** Why a person should look at the order, e.g. `amount_mismatch`. */
  readonly attention: string | null;
  /** When its personal data was erased (option `retention`, or `orders.erase`); null while it holds any. */
  readonly erasedAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The order that a create answers. */
export interface CreatedPaymentOrder extends PaymentOrder {
  /**
   * Where a till's payment can be followed, for `payments.group(name).events(order)`; null for other orders, and when the
   * order had been created before: the token is a secret, and is not kept.
   */
  readonly events: NonNullable<OrderEventsSource['events']> | null;
}

/** Copies rows into what the shop sees. @param attempt - the newest of the order */
export const toPaymentOrder = (row: PaymentOrderEntity, attempt: AttemptEntity): PaymentOrder => ({
  group: row.group,
  orderId: row.orderId,
  amount: Money.ofMinor(row.amount, row.currency),
  amountRefunded: Money.ofMinor(row.amountRefunded, row.currency),
  description: row.description,
  attempt: attempt.number,
  serviceOrderId: attempt.serviceOrderId,
  createState: attempt.createState,
  paymentUrl: attempt.paymentUrl,
  status: row.status,
  paid: row.paidAt !== null,
  paidAt: row.paidAt,
  transactionId: row.transactionId,
  attention: row.attention,
  erasedAt: row.erasedAt === 0 ? null : row.erasedAt,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});
