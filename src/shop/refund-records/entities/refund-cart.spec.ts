import { describe, expect, it } from '@jest/globals';
import { MAX_BODY_BYTES, Money, type RefundCartInput } from '../../../protocol/index.js';
import { copyRefundCart, reviveCart, storedCart } from './refund-cart.js';

/** As much as a column holds, in bytes. */
const MOST = 65_000;
const paid = Money.ofMinor(1_000, 'EUR');
const cartOf = (name: string): RefundCartInput => ({
  bought: { lines: [{ name, merchantItemId: 'A', quantity: 1, unitPriceIncludingTax: paid, taxPercent: '21' }] },
  paid,
  returned: { lines: [] },
});
const EMPTY = Buffer.byteLength(JSON.stringify(cartOf('')));

describe('the lines of a refund', () => {
  it.each([
    [MOST, false],
    [MOST + 1, true],
  ])('of %d bytes are deflated: %s, and come back with their money', (bytes, isDeflated) => {
    // Two bytes each: the limit counts bytes.
    const spare = (bytes - EMPTY) % 2;
    const cart = cartOf('ü'.repeat((bytes - EMPTY - spare) / 2) + 'x'.repeat(spare));
    const stored = storedCart(cart);
    expect('deflated' in stored!).toBe(isDeflated);
    expect(reviveCart(JSON.parse(JSON.stringify(stored)))).toEqual(cart);
    expect(copyRefundCart(cart)).toEqual(cart);
  });

  it.each([
    [MAX_BODY_BYTES, true],
    [MAX_BODY_BYTES + 1, false],
  ])('of %d bytes may be sent: %s', (bytes, isCart) => {
    expect(copyRefundCart(cartOf('x'.repeat(bytes - EMPTY))) !== null).toBe(isCart);
  });

  it('that are none stay none', () => {
    for (const none of [null, undefined]) expect([storedCart(none), reviveCart(none)]).toEqual([null, null]);
  });

  it.each<[string, unknown]>([
    ['text', 'mug'],
    ['nothing', undefined],
    ['a list', []],
    ['a number', 1],
    ['what cannot be deflated enough', { bought: Array.from({ length: 40_000 }, (_, at) => Math.sin(at)) }],
  ])('are not copied of %s', (_what, value) => {
    expect(copyRefundCart(value)).toBeNull();
  });

  it('are a separate copy, and only money becomes money', () => {
    const like = { amount: 1, currency: 'EUR' };
    const given = {
      bought: { lines: [] },
      a: like,
      b: { ...like, more: 1 },
      c: { amount: '1', currency: 'EUR' },
      d: { amount: 1, currency: 2 },
      e: { amount: 1, price: 2 },
    };
    const copy: Record<string, unknown> = { ...copyRefundCart(given) };
    expect(copyRefundCart(given)).not.toBe(given);
    expect(copy['bought']).not.toBe(given.bought);
    expect(Object.values(copy).map((each) => Money.isMoney(each))).toEqual([false, true, false, false, false, false]);
  });
});
