import { MAX_ORDER_ID_LENGTH } from '../../../protocol/index.js';
import { orderIdTooLong } from '../orders.errors.js';

/** The parts of an attempt's id at the service. */
export interface ServiceOrderIdParts {
  readonly group?: string;
  /** The shop's own id. */
  readonly orderId: string;
  /** Number of the attempt, from 1. */
  readonly number: number;
  /** The terminal group's `orderIdPrefix`; default none. */
  readonly prefix?: string;
}

/**
 * The ids under which an attempt may go to the service, the wanted one first: prefix and order id for the first attempt, then
 * `S1-2`, `S1-3`, … Some may be taken, by another order with that id or by an attempt of one. No id is cut: two long ids
 * would become equal, and a payment would count for the wrong order.
 *
 * @throws PaymentError `ORDER_ID_TOO_LONG` when the next id has more characters than the service accepts (protocol §2.1)
 */
export function* serviceOrderIds({ prefix = '', ...parts }: ServiceOrderIdParts): Generator<string, never> {
  const { orderId, number } = parts;
  if (number === 1) yield fitting(prefix + orderId, parts);
  for (let suffix = Math.max(number, 2); ; suffix += 1) yield fitting(`${prefix}${orderId}-${suffix}`, parts);
}

function fitting(id: string, { group, orderId }: ServiceOrderIdParts): string {
  if (id.length <= MAX_ORDER_ID_LENGTH) return id;
  throw orderIdTooLong({ ...(group !== undefined && { group }), orderId }, id.length);
}
