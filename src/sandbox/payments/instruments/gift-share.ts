/** What a gift card has paid of an order, and what of it is on the card again. Minor units. */
export interface GiftPayment {
  readonly amount: number;
  readonly returned: number;
}

/**
 * How much more each card gets back of what was refunded: first the other payments are given back, then the cards, the
 * newest first.
 *
 * @param gifts the newest first.
 * @returns one amount for each of them.
 *
 * @example
 * giftReturns([{ amount: 500, returned: 0 }], { paid: 4_599, refunded: 4_599 }); // [500]
 * giftReturns([{ amount: 500, returned: 0 }], { paid: 4_599, refunded: 4_000 }); // [0]
 */
export function giftReturns(
  gifts: readonly GiftPayment[],
  { paid, refunded }: { paid: number; refunded: number },
): number[] {
  const byGifts = gifts.reduce((sum, { amount }) => sum + amount, 0);
  let rest = Math.max(0, refunded - (paid - byGifts));
  return gifts.map(({ amount, returned }) => {
    const share = Math.min(amount, rest);
    rest -= share;
    return Math.max(0, share - returned);
  });
}
