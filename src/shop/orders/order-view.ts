import { Money } from '../../protocol/index.js';
import type { PaymentStatus } from './payment-status.js';
import type { CreateState, PaymentOrderEntity } from './payment-order.entity.js';

/** An order as the shop's own code sees it: a copy, not a handle on the row. Times in epoch milliseconds (UTC). */
export interface PaymentOrder {
  readonly group: string;
  readonly orderId: string;
  readonly amount: Money;
  readonly amountRefunded: Money;
  readonly description: string;
  /** `creating`: the service may or may not have it yet; `failed`: it refused. */
  readonly createState: CreateState;
  /** Where the shopper pays; null for orders without a payment page. */
  readonly paymentUrl: string | null;
  /** Null until the service has said anything. */
  readonly status: PaymentStatus | null;
  /** True from the first sight of the money on, also after a refund. */
  readonly paid: boolean;
  /** Epoch milliseconds (UTC). */
  readonly paidAt: number | null;
  readonly transactionId: string | null;
  /** Why a person should look at the order, e.g. `amount_mismatch`. */
  readonly attention: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Copies a row into what the shop sees. */
export const toPaymentOrder = (row: PaymentOrderEntity): PaymentOrder => ({
  group: row.group,
  orderId: row.orderId,
  amount: Money.ofMinor(row.amount, row.currency),
  amountRefunded: Money.ofMinor(row.amountRefunded, row.currency),
  description: row.description,
  createState: row.createState,
  paymentUrl: row.paymentUrl,
  status: row.status,
  paid: row.paidAt !== null,
  paidAt: row.paidAt,
  transactionId: row.transactionId,
  attention: row.attention,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});
