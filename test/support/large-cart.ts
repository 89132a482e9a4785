import { Money, type CartInput } from 'tillbridge';

/** The most lines of a cart (protocol §2.2). */
export const MOST_LINES = 200;

/** The variable parts of a large cart; the others have realistic values. */
export interface LargeCart {
  readonly quantity: number;
  /** In percent, one line after the other. */
  readonly rates: readonly [string, ...string[]];
  /** Fills the descriptions. */
  readonly letter: string;
}

/** A cart with the most lines, each with as much text as in real shops. */
export const largeCart = ({ quantity, rates, letter }: LargeCart): CartInput => ({
  lines: Array.from({ length: MOST_LINES }, (_, index) => ({
    name: `Mug no. ${index} with a hand-painted picture of Amsterdam`,
    description: `Stoneware, fired twice, safe in the dishwasher, painted in the shop ${letter.repeat(60)}`,
    merchantItemId: `MUG-${index}`,
    quantity,
    unitPriceIncludingTax: Money.of('1.21', 'EUR'),
    taxPercent: rates[index % rates.length] ?? rates[0],
  })),
});
