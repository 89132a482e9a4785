import { formatServiceTime } from '../../../protocol/index.js';
import { JsonDigits, type ServiceJson } from '../../core/index.js';
import type { SandboxTransactionEntity, SandboxTransactionType } from '../sandbox-transaction.entity.js';

const OLD_FORM: ReadonlySet<SandboxTransactionType> = new Set(['capture', 'auth-cancellation']);

/** One entry of `related_transactions` (protocol §5.8). Which of the shop's tags it has is decided when it is stored. */
export function relatedTransaction(transaction: SandboxTransactionEntity, timeZone: string): ServiceJson {
  const { referenceId, variables } = transaction;
  // A captured part, or a release, without an order is in the old form, which has no type either (`captureRows`).
  const isOldForm = OLD_FORM.has(transaction.type) && transaction.orderId === '';
  return {
    amount: transaction.amount,
    costs: [],
    created: formatServiceTime(transaction.createdAt, timeZone),
    currency: transaction.currency,
    description: transaction.description,
    items: null,
    modified: formatServiceTime(transaction.modifiedAt, timeZone),
    order_id: transaction.orderId === '' ? undefined : transaction.orderId,
    reference_transaction_id: referenceId === null ? undefined : new JsonDigits(referenceId),
    status: transaction.status,
    transaction_id: new JsonDigits(transaction.transactionId),
    type: isOldForm ? undefined : transaction.type,
    ...variables,
  };
}
