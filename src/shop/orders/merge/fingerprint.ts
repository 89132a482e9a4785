import { createHash } from 'node:crypto';
import type { OrderStanding } from '../../../protocol/index.js';

/**
 * A digest of the facts that identify a repeat: status, financial status, amounts, transaction and related transactions. The
 * status alone is not enough: a second partial refund keeps it (design §7). The amount is part of it: a corrected amount is
 * not a repeat.
 */
export function fingerprintOf(order: OrderStanding): string {
  const related = order.related_transactions
    .map((transaction) => [transaction.transaction_id, transaction.status, transaction.amount].join(':'))
    .sort();
  const facts = [
    order.transaction_id,
    order.status?.toLowerCase(),
    order.financial_status?.toLowerCase(),
    order.amount,
    order.currency,
    order.amount_refunded,
    related,
  ];
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
}
