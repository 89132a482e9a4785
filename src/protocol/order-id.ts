import { MAX_ORDER_ID_LENGTH } from './limits.js';

const ORDER_ID = /^[A-Za-z0-9\-_./]+$/;

/**
 * Whether a text can be the shop's own identifier of an order, a capture or a refund (protocol §2.1): 1 to 50 letters,
 * digits and the characters `- _ . /`. A dot or two alone would be a step in the path of a request.
 *
 * @example
 * isOrderId('S10042/1'); // true
 * isOrderId('..'); // false
 */
export function isOrderId(text: string): boolean {
  return text.length <= MAX_ORDER_ID_LENGTH && ORDER_ID.test(text) && !/^\.{1,2}$/.test(text);
}
