import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { anyCart } from '../../../../test/support/carts.js';
import { sized } from '../../../../test/support/long-run.js';
import {
  buildCart,
  Money,
  parseOrder,
  refundCartOf,
  refundRequest,
  writeJson,
  type CartLineInput,
} from '../../../protocol/index.js';
import { readRefund } from '../refunds/refund-request.parser.js';
import { cartTotal, readCart } from './cart.js';
import { checkShoppingCart } from './cart.checks.js';

/** The cost of lines in plain floating point: close enough as a start. */
const nearestCents = (lines: readonly CartLineInput[]): number =>
  Math.round(
    lines.reduce((sum, { quantity, taxPercent, unitPrice, unitPriceIncludingTax }) => {
      const price = unitPriceIncludingTax?.amount ?? Number(unitPrice) * (100 + Number(taxPercent));
      return sum + price * Number(quantity);
    }, 0),
  );

describe('the check of carts', () => {
  it('accepts every cart that a shop builds, to the cent, with any payment method', () => {
    const gateway = fc.constantFrom('IDEAL', 'KLARNA', '');
    fc.assert(
      fc.property(anyCart, gateway, ({ cart, amount }, method) => {
        const result = buildCart(cart, amount);
        const parts: object = result.ok ? result.cart : result;
        // The service sees the result of JSON encoding.
        const body = JSON.parse(writeJson({ ...amount.toJSON(), gateway: method, ...parts }));
        expect(checkShoppingCart(body)).toBeNull();
        const seen = readCart(body);
        expect(seen && cartTotal(seen.items, seen, 'EUR')).toBe(amount.amount);
      }),
      { numRuns: sized({ usual: 20, long: 60 }) },
    );
  });

  it('refunds to the cent what a refund of any lines, built from a read, says', () => {
    const some = fc.infiniteStream(fc.boolean());
    let tried = 0;
    fc.assert(
      fc.property(anyCart, some, ({ cart: bought, amount: paid }, chosen) => {
        const created = buildCart(bought, paid);
        if (!created.ok) throw new Error(JSON.stringify(created.faults));
        const wire = JSON.parse(writeJson(created.cart));
        const { order } = parseOrder({ ...paid.toJSON(), ...wire });
        const lines = order.shopping_cart.items.flatMap((_, index) => (chosen.next().value ? [{ index }] : []));
        const asked = refundCartOf(order, lines);
        fc.pre(asked.ok);
        if (!asked.ok) return;
        tried += 1;
        const { amount, cart } = asked;
        const built = refundRequest('S1', { amount, cart });
        if (!built.ok) throw new Error(JSON.stringify(built.faults));
        const body = JSON.parse(writeJson(built.request.body));
        const paidOrder = { currency: 'EUR', gateway: 'KLARNA', cart: readCart(wire) };
        expect(readRefund(body, paidOrder)).toMatchObject({ ok: true, refund: { amount: amount.amount } });
        const { amount: _, ...byLinesAlone } = body;
        expect(readRefund(byLinesAlone, paidOrder)).toMatchObject({ ok: true, refund: { amount: amount.amount } });
        const all = refundCartOf(
          order,
          [...order.shopping_cart.items.keys()].map((index) => ({ index })),
        );
        expect(all).toMatchObject({ ok: true, amount: { amount: paid.amount } });
      }),
      { numRuns: sized({ usual: 20, long: 60 }) },
    );
    expect(tried).toBeGreaterThan(0);
  });

  it('refunds to the cent what a refund by lines says, with rounding in either direction', () => {
    const some = fc.infiniteStream(fc.boolean());
    const off = fc.integer({ min: -3, max: 3 });
    let tried = 0;
    fc.assert(
      fc.property(anyCart, some, off, ({ cart: bought, amount: paid }, chosen, difference) => {
        const lines = bought.lines.filter(() => chosen.next().value);
        const cents = Number(nearestCents(lines)) + difference;
        fc.pre(cents >= 1 && cents <= paid.amount);
        const amount = Money.ofMinor(cents, 'EUR');
        const built = refundRequest('S1', { amount, cart: { bought, paid, returned: { lines } } });
        const created = buildCart(bought, paid);
        fc.pre(built.ok && created.ok);
        if (!built.ok || !created.ok) return;
        tried += 1;
        const cart = readCart(JSON.parse(writeJson(created.cart)));
        const body = JSON.parse(writeJson(built.request.body));
        const order = { currency: 'EUR', gateway: 'KLARNA', cart };
        expect(readRefund(body, order)).toMatchObject({ ok: true, refund: { amount: cents } });
        // The amount next to the lines is ignored: clients repeat that of the whole order.
        expect(readRefund({ ...body, amount: cents + 1 }, order)).toMatchObject({
          ok: true,
          refund: { amount: cents },
        });
      }),
      { numRuns: sized({ usual: 20, long: 60 }) },
    );
    expect(tried).toBeGreaterThan(0);
  });
});
