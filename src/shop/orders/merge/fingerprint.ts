import { createHash } from 'node:crypto';
import type { OrderStanding } from '../../../protocol/index.js';

/**
 * A digest of the facts by which a repeat is recognised: status, financial status, amounts, transaction and
 * related transactions. Not the status alone: a second partial refund keeps the status (design §7). The amount belongs
 * to it: a wrong one that is put right is no repeat.
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
