import {
  isPaymentError,
  parseOrder,
  readCreatedOrder,
  type RefundAnswerBody as BookedRefundData,
  type Order,
  type PartAnswerBody as OrderPartData,
  type PaymentError,
  type ServiceRequest,
} from '../../protocol/index.js';
import { refusal } from '../core/index.js';

/** The service's answer to a created order (spec §4.1). Only some kinds of order have a payment URL. */
export interface CreatedOrder {
  readonly orderId: string | null;
  readonly sessionId: string | null;
  readonly paymentUrl: string | null;
  /** Address and token of the stream of a till's payment (protocol §7.1); `null` where there is no stream. */
  readonly events?: { readonly url: string; readonly token: string } | null;
  /** Only for a direct request: the order, which may be paid or declined already (protocol §2.1). */
  readonly order?: Order;
}

/** The result of a change of an order (protocol §2.3). */
export interface UpdatedOrder {
  /** The new end of a prolonged order, `YYYY-MM-DD`; `null` after any other change. */
  readonly expirationDate: string | null;
}

/** The new order that a part of another order has become (protocol §2.3, §2.4); `null` where the service names none. */
export interface OrderPart {
  readonly orderId: string | null;
  readonly transactionId: string | null;
}

/** What the service says about a refund that it has booked (protocol §2.6); each field may be missing. */
export interface BookedRefund {
  /** The service's identifier of the refund. */
  readonly refundId: string | null;
  /** Id of the refunded payment. */
  readonly transactionId: string | null;
  readonly orderId: string | null;
}

/** Converts the answer to a create-order request. */
export function toCreatedOrder(data: unknown, { body }: ServiceRequest): CreatedOrder {
  const created = readCreatedOrder(data);
  const { events_stream_url: url, events_token: token } = created;
  return {
    orderId: created.order_id,
    sessionId: created.session_id,
    paymentUrl: created.payment_url,
    events: url !== null && token !== null ? { url, token } : null,
    ...(body?.['type'] === 'direct' ? { order: parseOrder(data).order } : {}),
  };
}

/** The answers were mixed up on the way. A customer sent to that page would pay another customer's order. */
export function anotherOrder(group: string, orderId: string): PaymentError {
  return refusal({
    code: 'BAD_RESPONSE',
    message: 'The answer is about another order than the request.',
    kind: 'unknown',
    advice: 'Read the order under its own identifier before it is sent again, and use nothing of the answer.',
    group,
    orderId,
  });
}

/** The answer of a proxy or of a half-working service: taken for the order, it would show that nothing was refunded. */
export function notAnOrder(group: string, orderId: string): PaymentError {
  return refusal({
    code: 'BAD_RESPONSE',
    message: 'The answer does not say what became of the order.',
    kind: 'unknown',
    advice:
      'Read the order again later. If that goes on, ask the service, or those who run the proxy on the way to it.',
    group,
    orderId,
  });
}

/** Whether the service says that it knows no such order, in any of its ways (protocol §3.3). */
export const isUnknownThere = (error: unknown): boolean => isPaymentError(error) && error.httpStatus === 404;

/**
 * Whether something else answered in place of the service: a page of a proxy or firewall, or a redirect to one about
 * maintenance. It says nothing of what was asked. An answer about another order, or about none, is the service's own.
 */
export const isFromElsewhere = (error: unknown): boolean =>
  isPaymentError(error) && error.code === 'BAD_RESPONSE' && error.operation !== undefined;

/** Converts the answer to a shipment or capture. */
export const toOrderPart = ({ order_id, transaction_id }: OrderPartData): OrderPart => ({
  orderId: order_id,
  transactionId: transaction_id,
});

/** Converts the answer to a refund. */
export const toBookedRefund = ({ refund_id, ...part }: BookedRefundData): BookedRefund => ({
  refundId: refund_id,
  ...toOrderPart(part),
});
