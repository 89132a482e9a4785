import { isPaymentError, type PaymentError } from '../../protocol/index.js';
import { CliError } from '../cli-error.js';
import { EXIT } from '../exit-codes.js';

/** Kinds of errors with which the shop or the service refuses; any other kind is a failure. */
const ANSWERS: ReadonlySet<PaymentError['kind']> = new Set<PaymentError['kind']>(['request', 'already-done']);

/** The same error, with the exit code "the answer is no" if it is an answer and not an outage. */
export function asAnswer(error: unknown): unknown {
  if (!isPaymentError(error) || !ANSWERS.has(error.kind)) return error;
  const { code, message, advice } = error;
  return new CliError({ code, message, advice, exit: EXIT.no });
}

/** The reference matches several orders. @param orderIds - the newest ones */
export const referenceAmbiguous = (reference: string, orderIds: readonly string[]): CliError =>
  new CliError({
    code: 'REFERENCE_AMBIGUOUS',
    message: `Several orders have the reference ${reference}: ${orderIds.join(', ')}.`,
    advice: 'Give the id of the one that is meant.',
    exit: EXIT.no,
  });

/** There is no order with that id. */
export const orderMissing = (orderId: string): CliError =>
  new CliError({
    code: 'ORDER_UNKNOWN',
    message: `There is no order ${orderId}.`,
    advice:
      "Give the shop's own order id, or the one that the service knows, as it is written there; the search of the dashboard also finds what is nearly right. Is this the right shop (--config)?",
    exit: EXIT.no,
  });
