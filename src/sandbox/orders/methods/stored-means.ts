import { PAID_WITH_NOTHING, type PaidWith } from './paid-with.js';
import { bankAccountDetails, EXAMPLE_IBAN, paidWithOf } from './payment-details.js';
import { findMethod } from './payment-methods.js';

/** A means of payment that is stored for later charges. */
export interface StoredMeans {
  /** The payment method of later charges. */
  readonly method: string;
  readonly paidWith: PaidWith;
}

/**
 * What is stored of a payment; null if its method cannot be charged again. A bank account is charged by direct debit
 * later, even if the shopper used another method the first time.
 */
export function storedMeans(method: string, paidWith: PaidWith | null): StoredMeans | null {
  const found = findMethod(method);
  const isStorable = found !== null && found.tokenModels.length > 0;
  const isAccount = found?.details === bankAccountDetails && isStorable;
  const iban = paidWith?.iban ?? (isAccount ? EXAMPLE_IBAN : null);
  if (iban !== null) {
    return { method: 'DIRDEB', paidWith: { ...PAID_WITH_NOTHING, iban, holder: paidWith?.holder ?? null } };
  }
  return isStorable ? { method: found.code, paidWith: paidWithOf(paidWith) } : null;
}
