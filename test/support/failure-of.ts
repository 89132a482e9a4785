import { isPaymentError, type PaymentError } from 'tillbridge';

/** The error of a call. @throws if the call succeeds, or fails with anything else */
export async function failureOf(call: Promise<unknown> | (() => Promise<unknown>)): Promise<PaymentError> {
  try {
    await (typeof call === 'function' ? call() : call);
  } catch (error) {
    if (isPaymentError(error)) return error;
    throw error;
  }
  throw new Error('it succeeded');
}
