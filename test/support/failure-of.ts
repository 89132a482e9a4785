import { isPaymentError, type PaymentError } from 'tillbridge';

/** The error that a call ends with. @throws whatever else comes of it */
export async function failureOf(call: Promise<unknown> | (() => Promise<unknown>)): Promise<PaymentError> {
  try {
    await (typeof call === 'function' ? call() : call);
  } catch (error) {
    if (isPaymentError(error)) return error;
    throw error;
  }
  throw new Error('it succeeded');
}
