import type { CurrencyCode } from '@vendure/core';
import { ErrorResult } from '@vendure/core';
import { customerText, type PaymentError } from 'tillbridge';

/** A payment that the shopper can make. */
export class TillbridgePayment {
  readonly __typename = 'TillbridgePayment';

  constructor(
    readonly orderCode: string,
    readonly paymentUrl: string,
    readonly amount: number,
    readonly currencyCode: CurrencyCode,
  ) {}
}

/** What {@link TillbridgePaymentError} says in every language: its own text, which is in the shopper's. */
export const PAYMENT_ERROR_TRANSLATION = { errorResult: { TILLBRIDGE_PAYMENT_ERROR: '{ paymentErrorMessage }' } };

/** The payment service, or the module, refused to create the payment. */
export class TillbridgePaymentError extends ErrorResult {
  override readonly __typename = 'TillbridgePaymentError';
  override readonly errorCode = 'TILLBRIDGE_PAYMENT_ERROR';

  /** Vendure takes it for the name of a translation, and is given one that says {@link paymentErrorMessage}. */
  override readonly message = 'TILLBRIDGE_PAYMENT_ERROR';

  constructor(
    readonly paymentErrorMessage: string,
    readonly paymentErrorCode: string,
    readonly mayRetry: boolean,
  ) {
    super();
  }

  /** What a failure of the module means for the shopper. */
  static of(error: PaymentError, language: string): TillbridgePaymentError {
    return new TillbridgePaymentError(customerText(error, { language }), error.code, error.retry === 'backoff');
  }
}
