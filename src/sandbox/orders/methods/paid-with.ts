/** How a card is funded, as the service writes it: credit, debit, prepaid or charge. */
export type CardFunding = 'C' | 'D' | 'P' | 'R';

/** As much of what a shopper paid with as is stored and shown: never the number of a card, never its security code. */
export interface PaidWith {
  /** The first six digits of a card. */
  readonly bin: string | null;
  readonly last4: string | null;
  /** Year and month of a card, `YYMM`. */
  readonly expiry: string | null;
  readonly funding: CardFunding | null;
  /** Whose card or account it is; null: the customer of the order. */
  readonly holder: string | null;
  readonly iban: string | null;
  /** Number of a gift card of the test data. */
  readonly giftCard: string | null;
}

/** Nothing is known of what was paid with. */
export const PAID_WITH_NOTHING: PaidWith = {
  bin: null,
  last4: null,
  expiry: null,
  funding: null,
  holder: null,
  iban: null,
  giftCard: null,
};
