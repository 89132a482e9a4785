import type { CurrencyCode } from '@vendure/core';
import { ErrorResult } from '@vendure/core';
import { customerText, type PaymentError } from 'tillbridge';

/** A payment that the customer can make. */
export class TillbridgePayment {
  readonly __typename = 'TillbridgePayment';

  constructor(
    readonly orderCode: string,
    readonly paymentUrl: string,
    readonly amount: number,
    readonly currencyCode: CurrencyCode,
  ) {}
}

/** The translation of {@link TillbridgePaymentError} in every language: its own text, in the customer's language. */
export const PAYMENT_ERROR_TRANSLATION = { errorResult: { TILLBRIDGE_PAYMENT_ERROR: '{ paymentErrorMessage }' } };

/** The payment service, or the module, refused to create the payment. */
export class TillbridgePaymentError extends ErrorResult {
  override readonly __typename = 'TillbridgePaymentError';
  override readonly errorCode = 'TILLBRIDGE_PAYMENT_ERROR';

  /** Vendure reads it as the name of a translation; that translation is {@link paymentErrorMessage}. */
  override readonly message = 'TILLBRIDGE_PAYMENT_ERROR';

  constructor(
    readonly paymentErrorMessage: string,
    readonly paymentErrorCode: string,
    readonly mayRetry: boolean,
  ) {
    super();
  }

  /** The meaning of a failure of the module for the customer. */
  static of(error: PaymentError, language: string): TillbridgePaymentError {
    return new TillbridgePaymentError(customerText(error, { language }), error.code, error.retry === 'backoff');
  }
}
