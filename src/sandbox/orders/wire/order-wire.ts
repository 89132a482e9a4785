import { formatServiceTime } from '../../../protocol/index.js';
import { JsonDigits, type ServiceJson } from '../../core/index.js';
import { bankAccountDetails, cardDetails, paidWithOf, type DetailsOf, type Payer } from '../methods/payment-details.js';
import { findMethod, isCard, isGiftCard } from '../methods/payment-methods.js';
import type { SandboxTransactionEntity } from '../sandbox-transaction.entity.js';
import { cartFields } from './cart-wire.js';
import { costsOf } from './cost-wire.js';
import type { SandboxOrderEntity } from '../sandbox-order.entity.js';
import type { OrderRecord } from '../order-record.js';
import { relatedTransaction } from './related-wire.js';

/**
 * The order object of the specification (spec §2.2), for notifications and get-order.
 *
 * Before the first payment attempt there is no transaction: then `transaction_id` and `completed` are absent and the
 * payment fields empty.
 */
export function serviceOrder(record: OrderRecord, timeZone: string): Record<string, ServiceJson | undefined> {
  const { order, related } = record;
  const time = (epochMs: number): string => formatServiceTime(epochMs, timeZone);
  return {
    amount: order.amount,
    amount_refunded: order.amountRefunded,
    auth_order_id: order.authOrderId ?? undefined,
    completed: order.completedAt === null ? undefined : time(order.completedAt),
    created: time(order.createdAt),
    currency: order.currency,
    custom_info: order.customInfo,
    customer: order.customer,
    description: order.description,
    fastcheckout: 'NO',
    financial_status: order.financialStatus,
    invoice_id: order.invoiceId ?? undefined,
    items: null,
    modified: time(order.modifiedAt),
    order_id: order.orderId,
    reason: order.reason,
    reason_code: order.reasonCode,
    related_transactions: related.length === 0 ? null : related.map((each) => relatedTransaction(each, timeZone)),
    status: order.status,
    ...order.variables,
    ...cartFields(order),
    ...paymentFields(record, timeZone),
  };
}

function paymentFields(record: OrderRecord, timeZone: string): Record<string, ServiceJson> {
  const { order, transaction, parts, costed } = record;
  if (transaction === null) return { costs: [], payment_details: {}, payment_methods: null };
  const id = new JsonDigits(transaction.transactionId);
  const place = { issuer_id: order.issuerId ?? undefined, terminal_id: order.terminalId ?? undefined };
  return {
    costs: order.completedAt === null ? [] : costsOf(transaction, costed, timeZone),
    payment_details: {
      ...paymentDetailsOf(transaction, order),
      ...recurringFields(order),
      ...place,
      ...captureFields(order, timeZone),
      ...typeFields(transaction.method),
    },
    payment_methods: [...parts, transaction].map((each) => paymentMethod(each, order)),
    transaction_id: id,
  };
}

/** The details of how a transaction was paid, besides its `type` (spec §2.3). */
export function paymentDetailsOf(
  transaction: SandboxTransactionEntity,
  order: SandboxOrderEntity,
): Record<string, ServiceJson> {
  return detailsOf(transaction)?.(payerOf(transaction, order)) ?? {};
}

function paymentMethod(transaction: SandboxTransactionEntity, order: SandboxOrderEntity): ServiceJson {
  const { name, paidWith } = payerOf(transaction, order);
  const holder = { account_holder_name: name, card_expiry_date: paidWith.expiry };
  return {
    ...(isCard(transaction.method) ? holder : {}),
    amount: transaction.amount,
    currency: transaction.currency,
    description: order.description,
    external_transaction_id: transaction.transactionId,
    payment_description: findMethod(transaction.method)?.name ?? transaction.method,
    status: transaction.status,
    type: isGiftCard(transaction.method) ? 'COUPON' : transaction.method,
  };
}

// A gift card is known by its brand: the type names only the system behind it (protocol §2.2).
function typeFields(method: string): Record<string, ServiceJson> {
  return isGiftCard(method) ? { coupon_brand: method, type: 'Coupon::Intersolve' } : { type: method };
}

function payerOf({ paidWith, transactionId }: SandboxTransactionEntity, order: SandboxOrderEntity): Payer {
  return {
    name: paidWith?.holder ?? payerName(order),
    paidWith: paidWithOf(paidWith),
    reference: transactionId,
  };
}

// The card or account in a wallet is reported as that card or account.
function detailsOf({ method, paidWith }: SandboxTransactionEntity): DetailsOf | undefined {
  if (paidWith !== null && paidWith.last4 !== null) return cardDetails;
  if (paidWith !== null && paidWith.iban !== null) return bankAccountDetails;
  return findMethod(method)?.details;
}

function captureFields(order: SandboxOrderEntity, timeZone: string): Record<string, ServiceJson | undefined> {
  const { capture, captureRemain, captureExpiresAt } = order;
  if (capture === null) return {};
  return {
    capture,
    capture_remain: captureRemain ?? undefined,
    capture_expiry: captureExpiresAt === null ? undefined : formatServiceTime(captureExpiresAt, timeZone),
  };
}

/** Fields of a payment that charged or stored a token (protocol §2.12). */
function recurringFields({ recurring }: SandboxOrderEntity): Record<string, ServiceJson> {
  if (recurring === null || recurring.token === null) return {};
  return { recurring_flow: 'token', recurring_id: recurring.token, recurring_model: recurring.model };
}

/** Name of the customer, as far as the order contains it. */
export function payerName({ customer }: SandboxOrderEntity): string {
  const name = [customer['first_name'], customer['last_name']].filter(Boolean).join(' ');
  return name === '' ? 'A. Shopper' : name;
}
