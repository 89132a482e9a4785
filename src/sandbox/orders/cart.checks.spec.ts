import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { anyCart } from '../../../test/support/carts.js';
import { buildCart } from '../../protocol/index.js';
import { cartTotal, readCart } from './cart.js';
import { checkCart } from './cart.checks.js';

describe('the check of carts', () => {
  it('finds every cart that a shop builds right to the cent, whatever the method of payment', () => {
    const gateway = fc.constantFrom('IDEAL', 'KLARNA', '');
    fc.assert(
      fc.property(anyCart, gateway, ({ cart, amount }, method) => {
        const result = buildCart(cart, amount);
        const parts: object = result.ok ? result.cart : result;
        // The service sees what JSON leaves of it.
        const body = JSON.parse(JSON.stringify({ ...amount.toJSON(), gateway: method, ...parts }));
        expect(checkCart(body)).toBeNull();
        const seen = readCart(body);
        expect(seen && cartTotal(seen.items, seen, 'EUR')).toBe(amount.amount);
      }),
      { numRuns: 60 },
    );
  });
});
