import { MAX_ORDER_ID_LENGTH } from '../../../protocol/index.js';
import { orderIdTooLong } from '../orders.errors.js';

/** What an attempt's id at the service is made of. */
export interface ServiceOrderIdParts {
  readonly group?: string;
  /** The shop's own id. */
  readonly orderId: string;
  /** Of the attempt, from 1. */
  readonly number: number;
  /** The terminal group's `orderIdPrefix`; default none. */
  readonly prefix?: string;
}

/**
 * The ids under which an attempt may go to the service, the wanted one first: prefix and order id for the first attempt,
 * then `S1-2`, `S1-3`, … Some may be taken: by another order of that very name, or by an attempt of one. None is ever
 * cut: two long ids would become one, and one shop's payment another's.
 *
 * @throws PaymentError `ORDER_ID_TOO_LONG` when the next one has more characters than the service takes (protocol §2.1)
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
