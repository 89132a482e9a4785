import { FieldReader } from './field-reader.js';

/** What a create-order answer is known to hold (protocol §2.1); `null` where absent. */
export interface CreatedOrder {
  readonly order_id: string | null;
  readonly session_id: string | null;
  /** Where the customer is sent. */
  readonly payment_url: string | null;
}

/**
 * Reads `data` of a create-order answer (protocol §2.1). Never throws on a JSON value.
 *
 * @example
 * readCreatedOrder({ order_id: 'S1', payment_url: 'https://pay.example/connect/1/' }).payment_url;
 */
export function readCreatedOrder(data: unknown): CreatedOrder {
  const reader = new FieldReader(data, '', []);
  return {
    order_id: reader.id('order_id'),
    session_id: reader.id('session_id'),
    payment_url: reader.text('payment_url') || null,
  };
}
