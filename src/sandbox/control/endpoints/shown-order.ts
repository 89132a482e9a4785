import type { SandboxOrder, SandboxRefund } from '../../payments/index.js';

/** An order as the control endpoints answer it, by the names of the service. Amounts in minor units. */
export const shownOrder = (order: SandboxOrder): object => ({
  order_id: order.orderId,
  group: order.group,
  status: order.status,
  financial_status: order.financialStatus,
  amount: order.amount,
  amount_refunded: order.amountRefunded,
  currency: order.currency,
  transaction_id: order.transactionId,
  payment_url: order.paymentUrl,
  tries: order.tries.map(({ transactionId, ...rest }) => ({ transaction_id: transactionId, ...rest })),
});

/** A refund as the control endpoints answer it. */
export const shownRefund = ({ orderId, refundId, amount, status }: SandboxRefund): object => ({
  order_id: orderId,
  refund_id: refundId,
  amount,
  status,
});
