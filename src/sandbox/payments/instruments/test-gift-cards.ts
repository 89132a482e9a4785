/** A gift card of the test environment. */
export interface SandboxGiftCard {
  readonly number: string;
  /** Minor units: its balance before the first use. */
  readonly balance: number;
}

/** The currency of every gift card. */
export const GIFT_CARD_CURRENCY = 'EUR';

/** The published test gift cards. */
export const TEST_GIFT_CARDS: readonly SandboxGiftCard[] = [
  { number: '111115', balance: 100_00 },
  { number: '111112', balance: 5_00 },
  { number: '111110', balance: 0 },
];
