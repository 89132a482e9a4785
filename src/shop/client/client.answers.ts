import {
  isPaymentError,
  parseOrder,
  readCreatedOrder,
  type BookedRefund as BookedRefundData,
  type Order,
  type OrderPart as OrderPartData,
  type PaymentError,
  type ServiceRequest,
} from '../../protocol/index.js';
import { refusal } from '../core/index.js';

/** What the service answers to a created order (spec §4.1); only some kinds of order have a payment URL. */
export interface CreatedOrder {
  readonly orderId: string | null;
  readonly sessionId: string | null;
  readonly paymentUrl: string | null;
  /** Where a till's payment can be followed (protocol §7.1), and with what; `null` where there is no such stream. */
  readonly events?: { readonly url: string; readonly token: string } | null;
  /** Of a direct request only: the order, which may be paid or declined already (protocol §2.1). */
  readonly order?: Order;
}

/** What a change of an order has led to (protocol §2.3). */
export interface UpdatedOrder {
  /** Until when it was prolonged, `YYYY-MM-DD`; `null` after any other change. */
  readonly expirationDate: string | null;
}

/** The order that a part of another one has become (protocol §2.3, §2.4); `null` where the service names none. */
export interface OrderPart {
  readonly orderId: string | null;
  readonly transactionId: string | null;
}

/** What the service says about a refund that it has booked (protocol §2.6): any of it, or nothing. */
export interface BookedRefund {
  /** The service's identifier of the refund. */
  readonly refundId: string | null;
  /** Of the payment that is refunded. */
  readonly transactionId: string | null;
  readonly orderId: string | null;
}

/** The answer to a create-order request, in our own words. */
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

/** Something on the way has mixed up answers: whoever is sent to that page pays for somebody else's order. */
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

/** Whether the service says that it knows no such order, in whichever way it does (protocol §3.3). */
export const isUnknownThere = (error: unknown): boolean => isPaymentError(error) && error.httpStatus === 404;

/** The same in our own words. */
export const toOrderPart = ({ order_id, transaction_id }: OrderPartData): OrderPart => ({
  orderId: order_id,
  transactionId: transaction_id,
});

/** The same in our own words. */
export const toBookedRefund = ({ refund_id, ...part }: BookedRefundData): BookedRefund => ({
  refundId: refund_id,
  ...toOrderPart(part),
});
