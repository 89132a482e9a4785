import { formatServiceTime } from '../../../protocol/index.js';
import { JsonDigits, type ServiceJson } from '../../core/index.js';
import type { TransactionWithOrder, TransactionPage } from './transaction-list.js';
import { debitOrCredit } from './transaction-list.js';
import { findMethod, type SandboxTransactionEntity, type SandboxTransactionType } from '../../orders/index.js';

/** What a list needs besides its transactions. */
export interface ListContext {
  readonly siteId: number;
  readonly timeZone: string;
  /** The requested address, without its query. */
  readonly url: string;
  /** The query of the request. */
  readonly params: URLSearchParams;
  readonly limit: number;
  /** The type of a gift card's payment. */
  readonly giftCardsAs: 'payment' | 'coupon';
}

const WIRE_TYPE: Readonly<Record<SandboxTransactionType, string>> = {
  payment: 'payment',
  capture: 'payment',
  shipment: 'payment',
  refund: 'refund',
  chargeback: 'chargeback',
  'reverse-chargeback': 'reverse_chargeback',
  'auth-cancellation': 'internal',
};
const COST = 25;

function wireType({ type, method }: SandboxTransactionEntity, { giftCardsAs }: ListContext): string {
  return type === 'payment' && findMethod(method)?.kind === 'gift-card' ? giftCardsAs : WIRE_TYPE[type];
}

/** One item of the list (protocol §2.8). Its costs are in minor units, and unset variables are empty texts. */
export function listItem({ transaction, order }: TransactionWithOrder, context: ListContext): ServiceJson {
  const time = (epochMs: number): string => formatServiceTime(epochMs, context.timeZone);
  const { variables, customer } = { variables: transaction.variables, customer: order.customer };
  return {
    transaction_id: new JsonDigits(transaction.transactionId),
    // A captured part is an order of its own, also where the row of its reservation does not name it.
    order_id: transaction.type === 'capture' ? order.orderId : transaction.orderId,
    type: wireType(transaction, context),
    debit_credit: debitOrCredit(transaction.type),
    amount: transaction.amount,
    net: transaction.completedAt === null ? transaction.amount : transaction.amount - costOf(transaction.type),
    currency: transaction.currency,
    status: transaction.status,
    financial_status: transaction.financialStatus,
    payment_method: transaction.method,
    site_id: context.siteId,
    created: time(transaction.createdAt),
    updated: time(transaction.modifiedAt),
    completed: transaction.completedAt === null ? undefined : time(transaction.completedAt),
    invoice_id: order.invoiceId ?? undefined,
    costs: transaction.completedAt === null ? [] : costsOf(transaction.type),
    customer: {
      email: customer['email'] ?? '',
      first_name: customer['first_name'] ?? '',
      last_name: customer['last_name'] ?? '',
      iban: '',
    },
    description: transaction.description,
    var1: variables['var1'] ?? '',
    var2: variables['var2'] ?? '',
    var3: variables['var3'] ?? '',
  };
}

/**
 * The pager (spec §2.6): URLs, and the plain cursors. The last page with data has an `after` that leads to an empty
 * page; a page without data has no cursors.
 */
export function pagerOf({ after, before }: TransactionPage, context: ListContext): ServiceJson {
  const address = (name: 'after' | 'before', cursor: string | null): string | undefined => {
    if (cursor === null) return undefined;
    const params = new URLSearchParams(context.params);
    for (const stale of ['after', 'before', 'api_key']) params.delete(stale);
    params.set(name, cursor);
    params.set('limit', String(context.limit));
    return `${context.url}?${params.toString()}`;
  };
  const cursor = { after: after ?? undefined, before: before ?? undefined };
  return { after: address('after', after), before: address('before', before), cursor, limit: context.limit };
}

function costOf(type: SandboxTransactionType): number {
  return WIRE_TYPE[type] === 'payment' ? COST : 0;
}

function costsOf(type: SandboxTransactionType): ServiceJson {
  const amount = costOf(type);
  return amount === 0 ? [] : [{ amount, description: 'Transaction fee', dst: 'merchant' }];
}
