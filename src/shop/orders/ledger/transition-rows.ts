import type { OrderStanding } from '../../../protocol/index.js';
import type { ChangeSource } from '../entities/observation.entity.js';
import type { RefundChange } from '../../refund-records/index.js';
import { tipIn } from '../merge/merge.money.js';
import type { ReceivedMoney } from '../merge/merge.types.js';
import { reportedAmounts } from '../merge/order-facts.js';
import type { PaymentOrderEntity } from '../entities/payment-order.entity.js';
import type { PaymentStatus } from '../merge/payment-status.js';
import type { TransitionEntity } from '../entities/transition.entity.js';

/** The common fields of every transition. */
export interface TransitionStamp {
  readonly id: string;
  readonly version: number;
  /** Epoch milliseconds. */
  readonly recordedAt: number;
}

/** Events about one payment, which need not be the observed transaction. */
export const PAYMENT_EVENTS: ReadonlySet<string> = new Set(['completed', 'paid_after_cancel', 'paid_twice']);

/** The facts of a payment that an earlier message had proved: it had the requested amount, or it would not count. */
const paymentFacts = ({ amount, currency }: PaymentOrderEntity, transactionId: string | null) => ({
  transactionId,
  paymentMethod: null,
  amount,
  amountRefunded: 0,
  currency,
});

/** The data of an observation's change of the payment. */
export interface PaymentChange extends TransitionStamp {
  readonly kind: string;
  /** The order's status after the change. */
  readonly status: PaymentStatus | null;
  readonly observationId: string;
  /** The transaction that paid, where the event is about a payment. */
  readonly payment: string | null | undefined;
  /** Received money that differs from the attempt, after the change. */
  readonly received: readonly ReceivedMoney[] | null;
}

/** The row of a change of the payment by an observation. */
export function paymentTransition(
  row: PaymentOrderEntity,
  { order, source }: { readonly order: OrderStanding; readonly source: ChangeSource },
  { payment, received, ...change }: PaymentChange,
): TransitionEntity {
  const isOfAnother = payment !== undefined && payment !== order.transaction_id;
  return {
    ...change,
    group: row.group,
    orderId: row.orderId,
    reference: row.reference,
    previousStatus: row.status,
    transactionId: order.transaction_id,
    paymentMethod: order.payment_details.type,
    ...reportedAmounts(order, row),
    tip: tipIn(received, order.transaction_id),
    ...(isOfAnother ? paymentFacts(row, payment) : {}),
    source,
    refund: null,
  };
}

/** The row of a change of a refund. */
export function refundTransition(
  { group, orderId, reference, status, amountRefunded }: PaymentOrderEntity,
  { serviceRefundId, ...change }: RefundChange,
  stamp: TransitionStamp & { readonly source: ChangeSource },
): TransitionEntity {
  const order = { group, orderId, reference, previousStatus: status, status, amountRefunded };
  return {
    ...order,
    paymentMethod: null,
    tip: null,
    ...change,
    ...stamp,
    transactionId: serviceRefundId,
    observationId: null,
  };
}
