import { FieldReader } from '../field-reader.js';

/** The known fields of a create-order answer (protocol §2.1); `null` if absent. */
export interface CreateAnswerBody {
  readonly order_id: string | null;
  readonly session_id: string | null;
  /** The URL to which the customer is sent. */
  readonly payment_url: string | null;
  /** The token for the stream of events of a payment (protocol §7.1). A short-lived secret. */
  readonly events_token: string | null;
  readonly events_stream_url: string | null;
}

/** The order that a part of another one has become (protocol §2.3, §2.4); `null` if absent. */
export interface PartAnswerBody {
  readonly order_id: string | null;
  readonly transaction_id: string | null;
}

/** The fields of a refund's answer (protocol §2.6); all of them may be absent. */
export interface RefundAnswerBody {
  /** The service's identifier of the refund. */
  readonly refund_id: string | null;
  /** Of the refunded payment. */
  readonly transaction_id: string | null;
  readonly order_id: string | null;
}

/**
 * Reads `data` of a create-order answer (protocol §2.1). Never throws on a JSON value.
 *
 * @example
 * readCreatedOrder({ order_id: 'S1', payment_url: 'https://pay.example/connect/1/' }).payment_url;
 */
export function readCreatedOrder(data: unknown): CreateAnswerBody {
  const reader = new FieldReader(data, '', []);
  return {
    order_id: reader.id('order_id'),
    session_id: reader.id('session_id'),
    payment_url: reader.webAddress('payment_url'),
    events_token: reader.text('events_token') || null,
    // The service uses two spellings (protocol §2.1).
    events_stream_url: reader.text('events_stream_url') || reader.text('event_stream_url') || null,
  };
}

/**
 * Reads `data` of the answer to a shipment, a capture or a release. Never throws on a JSON value.
 *
 * @example
 * readOrderPart({ order_id: 'S1-0001', transaction_id: 17 }).transaction_id; // '17'
 */
export function readOrderPart(data: unknown): PartAnswerBody {
  const reader = new FieldReader(data, '', []);
  return { order_id: reader.id('order_id'), transaction_id: reader.id('transaction_id') };
}

/**
 * Reads `data` of a refund's answer. Never throws on a JSON value.
 *
 * @example
 * readBookedRefund({ transaction_id: 17, refund_id: 18 }).refund_id; // '18'
 */
export function readBookedRefund(data: unknown): RefundAnswerBody {
  return { refund_id: new FieldReader(data, '', []).id('refund_id'), ...readOrderPart(data) };
}

/**
 * Reads the date until which an order was extended, `YYYY-MM-DD` (protocol §2.3). Never throws on a JSON value.
 *
 * @returns `null` if the answer has none, as after any other change
 * @example
 * readExpirationDate({ expiration_date: '2028-03-01' }); // '2028-03-01'
 */
export function readExpirationDate(data: unknown): string | null {
  const text = typeof data === 'string' ? data : new FieldReader(data, '', []).text('expiration_date');
  return text || null;
}
