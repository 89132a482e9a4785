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

/** The payment service, or the module, refused to create the payment. */
export class TillbridgePaymentError extends ErrorResult {
  override readonly __typename = 'TillbridgePaymentError';
  override readonly errorCode = 'TILLBRIDGE_PAYMENT_ERROR';

  constructor(
    override readonly message: string,
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
