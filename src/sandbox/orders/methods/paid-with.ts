/** How a card is funded, in the service's codes: credit, debit, prepaid or charge. */
export type CardFunding = 'C' | 'D' | 'P' | 'R';

/** The stored and displayed part of a means of payment: never a card's number, never its security code. */
export interface PaidWith {
  /** The first six digits of a card. */
  readonly bin: string | null;
  readonly last4: string | null;
  /** Year and month of a card, `YYMM`. */
  readonly expiry: string | null;
  readonly funding: CardFunding | null;
  /** The holder of the card or account; null: the customer of the order. */
  readonly holder: string | null;
  readonly iban: string | null;
  /** Number of a test gift card. */
  readonly giftCard: string | null;
}

/** No details of the means of payment are known. */
export const PAID_WITH_NOTHING: PaidWith = {
  bin: null,
  last4: null,
  expiry: null,
  funding: null,
  holder: null,
  iban: null,
  giftCard: null,
};
