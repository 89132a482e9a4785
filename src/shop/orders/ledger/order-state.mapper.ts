import type { OrderStanding } from '../../../protocol/index.js';
import { summaryOf } from '../merge/merge.summary.js';
import type { KnownTransaction, OrderState, TransactionFacts } from '../merge/merge.types.js';
import type { PaymentOrderEntity } from '../entities/payment-order.entity.js';
import { oneEnd } from '../merge/payment-status.js';

/** Release 0.1 distinguished `void` from `cancelled`. They are one end now; release 0.1 has reported both. */
const inOneWord = (facts: TransactionFacts): TransactionFacts => ({ ...facts, status: oneEnd(facts.status) });

/** The known transactions of an order, with the statuses of this release. */
export const knownTransactions = ({ transactions }: Pick<PaymentOrderEntity, 'transactions'>): KnownTransaction[] =>
  (transactions ?? []).map((each) => ({
    ...each,
    facts: inOneWord(each.facts),
    held: each.held && { ...each.held, facts: inOneWord(each.held.facts) },
  }));

/** The part of a row that {@link merge} decides on. */
export const toOrderState = (row: PaymentOrderEntity): OrderState => ({
  amount: row.amount,
  currency: row.currency,
  attempt: row.attempt,
  transactions: knownTransactions(row),
  mismatches: row.mismatches ?? [],
  ...(row.received && { received: row.received }),
  attention: row.attention,
  changedAt: row.updatedAt,
});

/** The payment method of the order's transaction, if it is known; otherwise the method known before. */
export function methodOf(
  row: Pick<PaymentOrderEntity, 'paymentMethod'>,
  seen: OrderStanding,
  transactionId: string | null,
): string | null {
  return seen.transaction_id === transactionId ? (seen.payment_details.type ?? row.paymentMethod) : row.paymentMethod;
}

/** The columns that a decision changes. `paidAt` is set once and never cleared (paid is a latch). */
export function changesOf(row: PaymentOrderEntity, next: OrderState, now: number) {
  const { payments, ...summary } = summaryOf(next);
  return {
    ...summary,
    paidAt: row.paidAt ?? (payments > 0 ? now : null),
    transactions: next.transactions.length > 0 ? [...next.transactions] : null,
    mismatches: next.mismatches.length > 0 ? [...next.mismatches] : null,
    received: next.received?.length ? [...next.received] : null,
    attention: next.attention,
    updatedAt: now,
  };
}
