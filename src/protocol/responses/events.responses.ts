import { FieldReader } from '../field-reader.js';
import { parseJson } from '../json.js';
import { normaliseStatus, type OrderStatus } from '../order-status.js';

/** One event as it stood in the stream, before anything is made of it. */
export interface RawServiceEvent {
  readonly event?: string | undefined;
  readonly id?: string | undefined;
  readonly data: string;
}

/**
 * One event of a till's order (protocol §7.1). A hint for a screen: what counts is the notification and a read of the
 * order.
 */
export interface OrderEvent {
  /** `session.order`, `session.qr`, or whatever else the service sends. */
  readonly type: string;
  /** The stream's own id of the event; `null` where it gives none. */
  readonly id: string | null;
  /** The merchant's identifier of the order. */
  readonly order_id: string | null;
  readonly session_id: string | null;
  /** The service's identifier of the transaction. */
  readonly transaction_id: string | null;
  readonly status: OrderStatus | 'unknown';
  /** As it came. */
  readonly financial_status: string | null;
  /** Everything the event said, parsed; long numbers as text. */
  readonly data: unknown;
}

/**
 * Reads one event of the stream. Never throws.
 *
 * @returns `null` when its data is no JSON: nothing can be made of it
 * @example
 * readOrderEvent({ event: 'session.order', data: '{"status":"declined"}' })?.status; // 'declined'
 */
export function readOrderEvent({ event, id, data }: RawServiceEvent): OrderEvent | null {
  const parsed = parseJson(data);
  if (!parsed.ok) return null;
  const reader = new FieldReader(parsed.value, '', []);
  return {
    type: event || 'message',
    id: id || null,
    order_id: reader.id('order_id'),
    session_id: reader.id('session_id'),
    transaction_id: reader.id('transaction_id'),
    status: normaliseStatus(reader.text('status')),
    financial_status: reader.text('financial_status'),
    data: parsed.value,
  };
}
