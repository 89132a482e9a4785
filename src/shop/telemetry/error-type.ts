import { isPaymentError } from '../../protocol/index.js';

/** A plausible name of a class of errors. Any other text might contain personal data. */
const CLASS_NAME = /^[A-Za-z_][\w.]{0,79}$/;

/** What may be reported about an error: its code, or its class. Its text may contain anything. */
export function errorType(error: unknown): string {
  const name = isPaymentError(error) ? error.code : error instanceof Error ? error.name : '';
  return CLASS_NAME.test(name) ? name : '_OTHER';
}
