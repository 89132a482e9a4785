import { isPaymentError } from '../../protocol/index.js';

/** What a class of errors is called; anything else might be made of someone's data. */
const CLASS_NAME = /^[A-Za-z_][\w.]{0,79}$/;

/** What may be reported about an error: its code, or its class. Its text may hold anything. */
export function errorType(error: unknown): string {
  const name = isPaymentError(error) ? error.code : error instanceof Error ? error.name : '';
  return CLASS_NAME.test(name) ? name : '_OTHER';
}
