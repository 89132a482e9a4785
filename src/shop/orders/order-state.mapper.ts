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
  surplusTransactionIds: row.surplusTransactionIds ?? [],
  modifiedAt: row.modifiedAt,
  fingerprint: row.fingerprint,
  attention: row.attention,
  changedAt: row.updatedAt,
});

/** The columns a decision changes. `paidAt` is set once and never cleared (paid is a latch). */
export const changesOf = (row: PaymentOrderEntity, next: OrderState, now: number) => ({
  status: next.status,
  financialStatus: next.financialStatus,
  transactionId: next.transactionId,
  amountRefunded: next.amountRefunded,
  paidAt: row.paidAt ?? (next.paid ? now : null),
  paidTransactionId: next.paidTransactionId,
  surplusTransactionIds: next.surplusTransactionIds.length > 0 ? [...next.surplusTransactionIds] : null,
  modifiedAt: next.modifiedAt,
  fingerprint: next.fingerprint,
  attention: next.attention,
  updatedAt: now,
});
