import { MAX_ORDER_ID_LENGTH } from './limits.js';

const ORDER_ID = /^[A-Za-z0-9\-_./]+$/;
const DOT_STEP = /(?:^|[\\/])\.{1,2}(?:[\\/]|$)/;

/**
 * Whether a text has a path step of one or two dots, such as `..` or `S1/../S2`. Encoded, it is harmless in a URL. But
 * a proxy that decodes and resolves URLs would turn it into the path of another order.
 *
 * @example
 * hasDotStep('S1/../S2'); // true
 * hasDotStep('S1..2'); // false
 */
export function hasDotStep(text: string): boolean {
  return DOT_STEP.test(text);
}

/**
 * Whether a text can be the shop's own identifier of an order, a capture or a refund (protocol §2.1): 1 to 50 letters,
 * digits and the characters `- _ . /`, without a step of dots (see {@link hasDotStep}).
 *
 * @example
 * isOrderId('S10042/1'); // true
 * isOrderId('..'); // false
 */
export function isOrderId(text: string): boolean {
  return text.length <= MAX_ORDER_ID_LENGTH && ORDER_ID.test(text) && !hasDotStep(text);
}
