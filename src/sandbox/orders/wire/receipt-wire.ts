import { formatServiceTime, ORDER_STATUS_TABLE } from '../../../protocol/index.js';
import { JsonDigits, type ServiceJson } from '../../core/index.js';
import type { OrderRecord } from '../order-record.js';
import type { SandboxOrderEntity } from '../sandbox-order.entity.js';
import type { SandboxTransactionEntity } from '../sandbox-transaction.entity.js';
import { cartFields } from './cart-wire.js';
import { paymentDetailsOf } from './order-wire.js';
import { relatedTransaction } from './related-wire.js';

/** Time and place of printing a receipt. */
export interface Printing {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly timeZone: string;
}

const ADDRESS = 'Example street 1, 1011 AB Amsterdam';
// Fields of a card at a till, unlike in a web shop.
const AT_TILL = {
  application_id: 'A0000000031010',
  card_entry_mode: 'contactless',
  cardholder_verification_method: 'none',
};
const PRINTED: readonly string[] = [
  'authorization_code',
  'card_acceptor_location',
  'card_expiry_date',
  'issuer_bin',
  'issuer_country_code',
  'last4',
  'response_code',
];

/** The receipt of a payment at a till (protocol §2.11); null if the order is not from a till, or not paid. */
export function receipt({ order, transaction, related }: OrderRecord, { now, timeZone }: Printing): ServiceJson | null {
  const isPaid = ORDER_STATUS_TABLE[order.status].paid;
  if (order.terminalId === null || transaction === null || !isPaid) return null;
  return {
    merchant: { address: ADDRESS, name: order.group },
    order: {
      amount: order.amount,
      // Without an underscore here, unlike in all other answers.
      amountrefunded: order.amountRefunded,
      completed: order.completedAt === null ? null : formatServiceTime(order.completedAt, timeZone),
      currency: order.currency,
      items: cartFields(order)['shopping_cart'] ?? null,
      tip: order.tip === null ? null : { amount: order.tip.amount, employee: employeeOf(order) },
      transaction_id: new JsonDigits(transaction.transactionId),
    },
    payment: paymentOf(transaction, order),
    printed_on: formatServiceTime(now, timeZone),
    related_transactions: related.length === 0 ? null : related.map((each) => relatedTransaction(each, timeZone)),
  };
}

function employeeOf({ tip }: SandboxOrderEntity): ServiceJson {
  return tip?.employee ? { id: tip.employee.id, name: tip.employee.name } : null;
}

function paymentOf(transaction: SandboxTransactionEntity, order: SandboxOrderEntity): ServiceJson {
  const details = paymentDetailsOf(transaction, order);
  const printed = Object.fromEntries(PRINTED.flatMap((field) => (field in details ? [[field, details[field]]] : [])));
  const atTill = 'last4' in details ? AT_TILL : {};
  return { ...printed, ...atTill, payment_method: transaction.method, terminal_id: order.terminalId };
}
