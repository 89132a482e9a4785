import { FieldReader } from '../field-reader.js';
import { parseJson } from '../json.js';
import { normaliseStatus, type OrderStatus } from '../order-status.js';

/** One event of the stream, unparsed. */
export interface RawServiceEvent {
  readonly event?: string | undefined;
  readonly id?: string | undefined;
  readonly data: string;
}

/**
 * One event of a terminal's order (protocol §7.1). A hint for a screen only: the notification and a read of the order
 * decide.
 */
export interface OrderEvent {
  /** `session.order`, `session.qr`, or another type of the service. */
  readonly type: string;
  /** The stream's own id of the event; `null` if it gives none. */
  readonly id: string | null;
  /** The merchant's identifier of the order. */
  readonly order_id: string | null;
  readonly session_id: string | null;
  /** The service's identifier of the transaction. */
  readonly transaction_id: string | null;
  readonly status: OrderStatus | 'unknown';
  /** As received. */
  readonly financial_status: string | null;
  /** The complete parsed data of the event; long numbers as text. */
  readonly data: unknown;
}

/**
 * Reads one event of the stream. Never throws.
 *
 * @returns `null` if its data is not JSON
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
