import { ErrorResult } from '@vendure/core';
import type { PaymentError } from 'tillbridge';
import type { OrderOverviewView } from './admin.types';

/** The translation of {@link TillbridgeActionError} in every language: its own text. */
export const ACTION_ERROR_TRANSLATION = { errorResult: { TILLBRIDGE_ACTION_ERROR: '{ actionErrorMessage }' } };

/** The action was not carried out, or its outcome is unknown. */
export class TillbridgeActionError extends ErrorResult {
  override readonly __typename = 'TillbridgeActionError';
  override readonly errorCode = 'TILLBRIDGE_ACTION_ERROR';

  /** Vendure reads it as the name of a translation; that translation is {@link actionErrorMessage}. */
  override readonly message = 'TILLBRIDGE_ACTION_ERROR';

  constructor(
    readonly actionErrorMessage: string,
    readonly advice: string,
    readonly paymentErrorCode: string,
  ) {
    super();
  }

  /** The meaning of a failure of the module for staff. */
  static of({ message, advice, code }: PaymentError): TillbridgeActionError {
    return new TillbridgeActionError(message, advice, code);
  }
}

/** The result of an action: the order after it, or why it failed. */
export type ActionResult = OrderOverviewView | TillbridgeActionError;
