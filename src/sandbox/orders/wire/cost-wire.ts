import { formatServiceTime } from '../../../protocol/index.js';
import { JsonDigits, type ServiceJson } from '../../core/index.js';
import type { SandboxTransactionEntity } from '../sandbox-transaction.entity.js';

const COST_PER_TRANSACTION = 0.25;

/**
 * The `costs` of a paid order (spec §2.2): the fee of its transaction, and a row for each refund that it shows nowhere else.
 *
 * @param refunds - those, oldest first
 */
export const costsOf = (
  { transactionId }: SandboxTransactionEntity,
  refunds: readonly SandboxTransactionEntity[],
  timeZone: string,
): ServiceJson[] => [costOf(new JsonDigits(transactionId)), ...refunds.map((refund) => refundCostOf(refund, timeZone))];

function costOf(transactionId: JsonDigits): ServiceJson {
  return {
    // Major units, unlike every other amount (spec §2.2).
    amount: COST_PER_TRANSACTION,
    description: 'Transaction fee',
    transaction_id: transactionId,
    type: 'SYSTEM',
  };
}

/** The fee of a refund: its own fields are those of the refund (protocol §2.2). */
function refundCostOf(refund: SandboxTransactionEntity, timeZone: string): ServiceJson {
  return {
    amount: 0,
    created: formatServiceTime(refund.createdAt, timeZone),
    description: `Refund order ${refund.transactionId.slice(-10)}`,
    status: refund.status,
    transaction_id: new JsonDigits(refund.transactionId),
    type: 'withdraw',
  };
}
