import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { giftReturns } from './gift-share.js';

describe('what gift cards get back', () => {
  it('is nothing while the other payments cover the refund', () => {
    expect(giftReturns([{ amount: 500, returned: 0 }], { paid: 4_599, refunded: 4_099 })).toEqual([0]);
    expect(giftReturns([{ amount: 500, returned: 0 }], { paid: 4_599, refunded: 4_100 })).toEqual([1]);
  });

  it('is never more than they have paid, however often refunds are counted, and in the end all of it', () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 4 });
    const steps = fc.array(fc.integer({ min: 1, max: 9_000 }), { maxLength: 8 });
    fc.assert(
      fc.property(amounts, fc.nat({ max: 10_000 }), steps, (paidByGifts, rest, refunds) => {
        const paid = rest + paidByGifts.reduce((sum, amount) => sum + amount, 0);
        let gifts = paidByGifts.map((amount) => ({ amount, returned: 0 }));
        let refunded = 0;
        for (const refund of [...refunds, paid]) {
          refunded = Math.min(paid, refunded + refund);
          const more = giftReturns(gifts, { paid, refunded });
          gifts = gifts.map((gift, index) => ({ ...gift, returned: gift.returned + (more[index] ?? 0) }));
          const returned = gifts.reduce((sum, gift) => sum + gift.returned, 0);
          expect(returned).toBe(Math.max(0, refunded - rest));
          expect(gifts.every((gift) => gift.returned <= gift.amount)).toBe(true);
        }
        expect(gifts.map((gift) => gift.returned)).toEqual(paidByGifts);
      }),
    );
  });
});
