import { formatServiceTime } from '../../../protocol/index.js';
import { JsonDigits, type ServiceJson } from '../../core/index.js';
import type { SandboxTransactionEntity } from '../sandbox-transaction.entity.js';
import type { SandboxOrderEntity } from '../sandbox-order.entity.js';

/** A refund with its original order. */
export interface RefundRecord {
  readonly order: SandboxOrderEntity;
  readonly refund: SandboxTransactionEntity;
}

/** A refund as an order (protocol §5.7): the answer of get-order for its `order_id`. */
export function refundOrder({ order, refund }: RefundRecord, timeZone: string): ServiceJson {
  const time = (epochMs: number): string => formatServiceTime(epochMs, timeZone);
  const { referenceId } = refund;
  return {
    amount: refund.amount,
    amount_refunded: 0,
    completed: refund.completedAt === null ? undefined : time(refund.completedAt),
    costs: [],
    created: time(refund.createdAt),
    currency: refund.currency,
    custom_info: { custom_1: null, custom_2: null, custom_3: null },
    customer: order.customer,
    description: refund.description,
    fastcheckout: 'NO',
    financial_status: refund.financialStatus,
    items: null,
    modified: time(refund.modifiedAt),
    order_id: refund.orderId,
    payment_details: { type: refund.method },
    payment_methods: null,
    reason: '',
    reason_code: '',
    reference_transaction_id: referenceId === null ? undefined : new JsonDigits(referenceId),
    related_transactions: null,
    status: refund.status,
    transaction_id: new JsonDigits(refund.transactionId),
    type: refund.type,
    var1: null,
    var2: null,
    var3: null,
    ...refund.variables,
  };
}
