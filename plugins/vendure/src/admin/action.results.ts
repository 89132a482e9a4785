import { ErrorResult } from '@vendure/core';
import type { PaymentError } from 'tillbridge';
import type { OrderOverviewView } from './admin.types';

/** What {@link TillbridgeActionError} says in every language: its own text. */
export const ACTION_ERROR_TRANSLATION = { errorResult: { TILLBRIDGE_ACTION_ERROR: '{ actionErrorMessage }' } };

/** The action was not carried out, or its outcome is not known. */
export class TillbridgeActionError extends ErrorResult {
  override readonly __typename = 'TillbridgeActionError';
  override readonly errorCode = 'TILLBRIDGE_ACTION_ERROR';

  /** Vendure takes it for the name of a translation, and is given one that says {@link actionErrorMessage}. */
  override readonly message = 'TILLBRIDGE_ACTION_ERROR';

  constructor(
    readonly actionErrorMessage: string,
    readonly advice: string,
    readonly paymentErrorCode: string,
  ) {
    super();
  }

  /** What a failure of the module means for staff. */
  static of({ message, advice, code }: PaymentError): TillbridgeActionError {
    return new TillbridgeActionError(message, advice, code);
  }
}

/** What an action answers: the order as it is after it, or why it is not. */
export type ActionResult = OrderOverviewView | TillbridgeActionError;
