import type { PaidWith } from '../../orders/index.js';

/** A card as the shopper types it. It exists in memory only. */
export interface CardInstrument {
  readonly kind: 'card';
  /** Digits; spaces and dashes are ignored. */
  readonly number: string;
  readonly holder: string | null;
  /** Year and month, `YYMM`. */
  readonly expiry: string;
  readonly cvc?: string | null;
}

/** A bank account, of a direct debit or a bank transfer. */
export interface AccountInstrument {
  readonly kind: 'account';
  readonly iban: string;
  readonly holder?: string | null;
}

/** A gift card. */
export interface GiftCardInstrument {
  readonly kind: 'gift-card';
  readonly number: string;
}

/** Stored data of an earlier payment. */
export interface TokenInstrument {
  readonly kind: 'token';
  /** Payment method code of the earlier payment. */
  readonly method: string;
  readonly paidWith: PaidWith;
}

/** The shopper's means of payment; `none`: only the method and the amount decide. */
export type PaymentInstrument =
  | CardInstrument
  | AccountInstrument
  | GiftCardInstrument
  | TokenInstrument
  | { readonly kind: 'none' };
