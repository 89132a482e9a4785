import { formatServiceTime } from '../../protocol/index.js';
import { JsonDigits, type ServiceJson } from '../http/service-json.js';
import { findMethod } from '../transactions/payment-methods.js';
import type { SandboxTransactionEntity } from '../transactions/transaction.entity.js';
import type { SandboxOrderEntity } from './order.entity.js';

/** An order as rows: what the wire object is made of. */
export interface OrderRecord {
  readonly order: SandboxOrderEntity;
  /** The newest attempt to pay; null while nobody has tried. */
  readonly transaction: SandboxTransactionEntity | null;
}

const COST_PER_TRANSACTION = 0.25;

/**
 * The order object of the specification (spec §2.2), for notifications and get-order alike.
 *
 * Before anybody has tried to pay there is no transaction: then `transaction_id` and `completed` are absent and the
 * payment fields empty.
 */
export function serviceOrder(record: OrderRecord, timeZone: string): Record<string, ServiceJson | undefined> {
  const { order } = record;
  const time = (epochMs: number): string => formatServiceTime(epochMs, timeZone);
  return {
    amount: order.amount,
    amount_refunded: order.amountRefunded,
    completed: order.completedAt === null ? undefined : time(order.completedAt),
    created: time(order.createdAt),
    currency: order.currency,
    custom_info: order.customInfo,
    customer: order.customer,
    description: order.description,
    fastcheckout: 'NO',
    financial_status: order.financialStatus,
    items: null,
    modified: time(order.modifiedAt),
    order_id: order.orderId,
    reason: order.reason,
    reason_code: '',
    related_transactions: null,
    status: order.status,
    ...order.variables,
    ...paymentFields(record),
  };
}

function paymentFields({ order, transaction }: OrderRecord): Record<string, ServiceJson> {
  if (transaction === null) return { costs: [], payment_details: {}, payment_methods: null };
  const method = findMethod(transaction.method);
  const payer = { name: payerName(order), reference: transaction.transactionId };
  const id = new JsonDigits(transaction.transactionId);
  return {
    costs: order.completedAt === null ? [] : [costOf(id)],
    payment_details: { ...method?.details(payer), type: transaction.method },
    payment_methods: [
      {
        amount: transaction.amount,
        currency: transaction.currency,
        description: order.description,
        external_transaction_id: transaction.transactionId,
        payment_description: method?.name ?? transaction.method,
        status: transaction.status,
        type: transaction.method,
      },
    ],
    transaction_id: id,
  };
}

function costOf(transactionId: JsonDigits): ServiceJson {
  return {
    // Major units, unlike every other amount (spec §2.2).
    amount: COST_PER_TRANSACTION,
    description: 'Transaction fee',
    transaction_id: transactionId,
    type: 'SYSTEM',
  };
}

function payerName({ customer }: SandboxOrderEntity): string {
  const name = [customer['first_name'], customer['last_name']].filter(Boolean).join(' ');
  return name === '' ? 'A. Shopper' : name;
}
