import { Money } from '../../protocol/index.js';
import type { OrderEventsSource } from '../client/index.js';
import type { AttemptEntity, CreateState } from './entities/attempt.entity.js';
import { tipIn } from './merge/merge.money.js';
import { summaryOf } from './merge/merge.summary.js';
import { toOrderState } from './ledger/order-state.mapper.js';
import type { PaymentStatus } from './merge/payment-status.js';
import type { PaymentOrderEntity } from './entities/payment-order.entity.js';

/** An order as the shop's own code sees it: a copy, not the row itself. Times in epoch milliseconds (UTC). */
export interface PaymentOrder {
  readonly group: string;
  readonly orderId: string;
  readonly amount: Money;
  readonly amountRefunded: Money;
  /** What the shopper gave in addition to {@link amount} at a till (option `allowTip`); null when nothing. */
  readonly tip: Money | null;
  readonly description: string;
  /** The reference of its latest create that gave one; null when none did. */
  readonly reference: string | null;
  /** Number of the newest attempt to have it paid, from 1. */
  readonly attempt: number;
  /** The `order_id` of that attempt at the service: `S1`, then `S1-2`, … */
  readonly serviceOrderId: string;
  /** `creating`: the service may or may not have it yet; `failed`: the service refused it. */
  readonly createState: CreateState;
  /** The payment page of the newest attempt; null for orders without a payment page. */
  readonly paymentUrl: string | null;
  /** Null until the service has reported the newest attempt. */
  readonly status: PaymentStatus | null;
  /** The service's own word for {@link status}, unchanged, for example `void` where that is `cancelled`. */
  readonly serviceStatus: string | null;
  /** True from the first report of the money on, also after a refund. */
  readonly paid: boolean;
  /** Epoch milliseconds (UTC). */
  readonly paidAt: number | null;
  readonly transactionId: string | null;
  /** Why a person should look at the order, e.g. `amount_mismatch`. */
  readonly attention: string | null;
  /** When its personal data was erased (option `retention`, or `orders.erase`); null while it holds any. */
  readonly erasedAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The order that a create returns. */
export interface CreatedPaymentOrder extends PaymentOrder {
  /**
   * Address and token of the stream of a till's payment, for `payments.group(name).events(order)`. Null for other orders, and
   * for an order that had been created before: the token is a secret and is not stored.
   */
  readonly events: NonNullable<OrderEventsSource['events']> | null;
}

/** Rows of release 0.1 have one more end, and no word of the service beside it. */
const wordOf = ({
  status,
  serviceStatus,
  paidAt,
}: Pick<PaymentOrderEntity, 'status' | 'serviceStatus' | 'paidAt'>) => ({
  status: status === 'void' ? (paidAt === null ? 'cancelled' : 'voided') : status,
  serviceStatus: serviceStatus ?? (status === 'void' ? status : null),
});

/** A refused attempt has no status of its own: that of the attempt before stands. */
function statusOf(row: PaymentOrderEntity, { createState }: AttemptEntity) {
  if (row.status !== null || createState !== 'failed') return wordOf(row);
  const state = toOrderState(row);
  const attempt = Math.max(0, ...state.transactions.map((each) => each.attempt));
  return wordOf({ ...summaryOf({ ...state, attempt }), paidAt: row.paidAt });
}

const tipOf = ({ received, transactionId, currency }: PaymentOrderEntity): Money | null => {
  const tip = tipIn(received, transactionId);
  return tip === null ? null : Money.ofMinor(tip, currency);
};

/** Copies rows into the shop's view. @param attempt - the newest of the order */
export const toPaymentOrder = (row: PaymentOrderEntity, attempt: AttemptEntity): PaymentOrder => ({
  group: row.group,
  orderId: row.orderId,
  amount: Money.ofMinor(row.amount, row.currency),
  amountRefunded: Money.ofMinor(row.amountRefunded, row.currency),
  tip: tipOf(row),
  description: row.description,
  reference: row.reference,
  attempt: attempt.number,
  serviceOrderId: attempt.serviceOrderId,
  createState: attempt.createState,
  paymentUrl: attempt.paymentUrl,
  ...statusOf(row, attempt),
  paid: row.paidAt !== null,
  paidAt: row.paidAt,
  transactionId: row.transactionId,
  attention: row.attention,
  erasedAt: row.erasedAt === 0 ? null : row.erasedAt,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});
