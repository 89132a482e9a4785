import { hasDotStep } from '../order-id.js';
import { PaymentError } from '../payment-error.js';
import { isWellFormed } from '../text-rules.js';

/** Where orders are (spec §4.1). */
export const ORDERS_PATH = '/v1/json/orders';

/**
 * The path of something that has an identifier. Any identifier that can be one step of a path is taken: it may have
 * been made elsewhere, by other rules than those for new ones.
 *
 * @throws PaymentError `ORDER_ID_INVALID` for what cannot be: no text, empty, a step of dots, half a character
 */
export function pathTo(folder: string, id: string): string {
  if (!isPathStep(id)) throw invalidOrderId();
  return `${folder}/${encodeURIComponent(id)}`;
}

/** Whether something can be one step of a path once it is percent-encoded: not empty, no step of dots, no half character. */
export const isPathStep = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && !hasDotStep(value) && isWellFormed(value);

/** The fields that say something: the service may take `null` or nothing for something else than an absent field. */
export function withoutAbsent(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));
}

function invalidOrderId(): PaymentError {
  return new PaymentError({
    code: 'ORDER_ID_INVALID',
    message: 'The order identifier cannot be part of an address.',
    kind: 'request',
    execution: 'not-executed',
    retry: 'no',
    httpStatus: 404,
    advice: 'Use the identifier that the order was created with.',
  });
}
