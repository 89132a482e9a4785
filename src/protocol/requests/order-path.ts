import { hasDotStep } from '../order-id.js';
import { PaymentError } from '../payment-error.js';
import { isWellFormed } from '../text-rules.js';

/** The path of orders (spec §4.1). */
export const ORDERS_PATH = '/v1/json/orders';

/**
 * The path of a resource with an identifier. It accepts any identifier that can be one step of a path: other software
 * with other rules may have made it.
 *
 * @throws PaymentError `ORDER_ID_INVALID` if it is not text, is empty, is a step of dots, or has half a character
 */
export function pathTo(folder: string, id: string): string {
  if (!isPathStep(id)) throw invalidOrderId();
  return `${folder}/${encodeURIComponent(id)}`;
}

/** Whether a value can be one step of a path, percent-encoded: not empty, no step of dots, no half character. */
export const isPathStep = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && !hasDotStep(value) && isWellFormed(value);

/** The fields with a value: the service may read `null` or empty text as something else than an absent field. */
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
