import type { OrderState } from './merge.types.js';
import type { PaymentOrderEntity } from './payment-order.entity.js';

/** The part of a row that {@link merge} decides on. */
export const toOrderState = (row: PaymentOrderEntity): OrderState => ({
  orderId: row.orderId,
  amount: row.amount,
  currency: row.currency,
  status: row.status,
  financialStatus: row.financialStatus,
  transactionId: row.transactionId,
  amountRefunded: row.amountRefunded,
  paid: row.paidAt !== null,
  paidTransactionId: row.paidTransactionId,
  modifiedAt: row.modifiedAt,
  fingerprint: row.fingerprint,
  attention: row.attention,
});

/** The columns a decision changes. `paidAt` is set once and never cleared (paid is a latch). */
export const changesOf = (row: PaymentOrderEntity, next: OrderState, now: number) => ({
  status: next.status,
  financialStatus: next.financialStatus?.slice(0, 64) ?? null,
  transactionId: next.transactionId,
  amountRefunded: next.amountRefunded,
  paidAt: row.paidAt ?? (next.paid ? now : null),
  paidTransactionId: next.paidTransactionId,
  modifiedAt: next.modifiedAt,
  fingerprint: next.fingerprint,
  attention: next.attention,
  updatedAt: now,
});
