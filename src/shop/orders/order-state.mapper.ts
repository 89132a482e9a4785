import { summaryOf } from './merge.summary.js';
import type { OrderState } from './merge.types.js';
import type { PaymentOrderEntity } from './payment-order.entity.js';

/** The part of a row that {@link merge} decides on. */
export const toOrderState = (row: PaymentOrderEntity): OrderState => ({
  amount: row.amount,
  currency: row.currency,
  attempt: row.attempt,
  transactions: row.transactions ?? [],
  mismatches: row.mismatches ?? [],
  attention: row.attention,
  changedAt: row.updatedAt,
});

/** The columns a decision changes. `paidAt` is set once and never cleared (paid is a latch). */
export function changesOf(row: PaymentOrderEntity, next: OrderState, now: number) {
  const { payments, ...summary } = summaryOf(next);
  return {
    ...summary,
    paidAt: row.paidAt ?? (payments > 0 ? now : null),
    transactions: next.transactions.length > 0 ? [...next.transactions] : null,
    mismatches: next.mismatches.length > 0 ? [...next.mismatches] : null,
    attention: next.attention,
    updatedAt: now,
  };
}
