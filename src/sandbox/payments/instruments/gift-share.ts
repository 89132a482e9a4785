/** A gift card's payment of an order, and the part that was returned to the card. Minor units. */
export interface GiftPayment {
  readonly amount: number;
  readonly returned: number;
}

/**
 * How much more each card gets back of the refunded amount: first the other payments are refunded, then the cards,
 * newest first.
 *
 * @param gifts newest first.
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
