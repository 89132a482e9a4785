import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { anyCart } from '../../../test/support/carts.js';
import { Money } from '../money.js';
import { writeJson } from '../json-decimal.js';
import { buildCart } from './build-cart.js';
import { totalOf } from './cart-arithmetic.js';
import type { CartInput, CartLineInput } from './cart-input.types.js';
import { fitsIn, minorUnits, readDecimal, ZERO } from './exact-decimal.js';
import type { BuiltCart } from './cart.types.js';

const euros = (text: string): Money => Money.of(text, 'EUR');
const line = (price: string, fields: Partial<CartLineInput> = {}): CartLineInput =>
  ({
    name: 'Tea',
    merchantItemId: 'TEA-1',
    quantity: 1,
    taxPercent: '21',
    unitPriceIncludingTax: euros(price),
    ...fields,
  }) as CartLineInput;
const beforeTax = (unitPrice: string, fields: Partial<CartLineInput> = {}): CartLineInput =>
  line('0', { unitPriceIncludingTax: undefined, unitPrice, ...fields } as Partial<CartLineInput>);

function built(cart: CartInput, amount: Money): BuiltCart {
  const result = buildCart(cart, amount);
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  return result.cart;
}

/** The sum as the service computes it, from the wire format alone. */
function sumOf({ shopping_cart, checkout_options }: BuiltCart, exponent: number): bigint {
  const { alternate } = checkout_options.tax_tables;
  const lines = shopping_cart.items.map((item) => ({
    unitPrice: readDecimal(item.unit_price.text) ?? ZERO,
    quantity: readDecimal(item.quantity) ?? ZERO,
    taxRate: readDecimal(alternate.find(({ name }) => name === item.tax_table_selector)?.rules[0].rate.text) ?? ZERO,
  }));
  return minorUnits(totalOf(lines), exponent);
}

/** The JSON that the service reads. */
const wireOf = (cart: BuiltCart): Record<string, unknown> => JSON.parse(writeJson(cart));

const pricesOf = (cart: BuiltCart): string[] => cart.shopping_cart.items.map((item) => item.unit_price.text);
const EXAMPLE = [line('5.95', { quantity: 2, taxPercent: '9' }), line('3.95')];

describe('a built cart', () => {
  it('of 2 × 5.95 at 9 % and 3.95 at 21 % costs 15.85, not 15.84 (scenario M1)', () => {
    const cart = built({ lines: EXAMPLE }, euros('15.85'));
    expect(sumOf(cart, 2)).toBe(1_585n);
    expect(wireOf(cart)).toEqual({
      shopping_cart: {
        items: [
          {
            name: 'Tea',
            unit_price: 5.4587155963,
            quantity: 2,
            merchant_item_id: 'TEA-1',
            tax_table_selector: '0.09',
            currency: 'EUR',
          },
          {
            name: 'Tea',
            unit_price: 3.2644628099,
            quantity: 1,
            merchant_item_id: 'TEA-1',
            tax_table_selector: '0.21',
            currency: 'EUR',
          },
        ],
      },
      checkout_options: {
        validate_cart: true,
        tax_tables: {
          alternate: [
            { name: '0.09', standalone: true, rules: [{ rate: 0.09 }] },
            { name: '0.21', standalone: true, rules: [{ rate: 0.21 }] },
          ],
        },
      },
    });
  });

  it('with rounded prices before tax, 15.84 in all, gets one rounding line without tax (scenario M1)', () => {
    const lines = [beforeTax('5.455', { quantity: 2, taxPercent: '9' }), beforeTax('3.2645')];
    const cart = built({ lines, rounding: { name: 'Afronding', merchantItemId: 'rnd' } }, euros('15.85'));
    expect(wireOf(cart)).toHaveProperty('shopping_cart.items.2', {
      name: 'Afronding',
      unit_price: 0.01,
      quantity: 1,
      merchant_item_id: 'rnd',
      tax_table_selector: '0.00',
      currency: 'EUR',
    });
    expect(cart.checkout_options.tax_tables.alternate).toHaveLength(3);
    expect(sumOf(cart, 2)).toBe(1_585n);
    expect(built({ lines }, euros('15.84')).shopping_cart.items).toHaveLength(2);
  });

  it('adds up to the amount, with at most one rounding line within half a cent a line (scenario M1)', () => {
    fc.assert(
      fc.property(anyCart, ({ cart, amount }) => {
        const wire = built(cart, amount);
        expect(sumOf(wire, 2)).toBe(BigInt(amount.amount));
        const { items } = wire.shopping_cart;
        const extra = items.slice(cart.lines.length);
        expect(extra.length).toBeLessThanOrEqual(1);
        for (const { unit_price, tax_table_selector } of extra) {
          expect(2 * Math.abs(Number(unit_price.text)) * 100).toBeLessThanOrEqual(cart.lines.length + 1);
          expect(tax_table_selector).toBe('0.00');
        }
        for (const item of items) expect(fitsIn(readDecimal(item.unit_price.text)!, 10)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('is refused for any other amount when every line is whole cents', () => {
    const cents = fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 200 });
    const off = fc.oneof(fc.integer({ min: 1, max: 500 }), fc.integer({ min: -500, max: -1 }));
    fc.assert(
      fc.property(cents, off, (prices, difference) => {
        const lines = prices.map((price) => line('0', { unitPriceIncludingTax: Money.ofMinor(price, 'EUR') }));
        const sum = prices.reduce((total, price) => total + price, 0);
        expect(sumOf(built({ lines }, Money.ofMinor(sum, 'EUR')), 2)).toBe(BigInt(sum));
        expect(buildCart({ lines }, Money.ofMinor(sum + difference, 'EUR'))).toMatchObject({
          ok: false,
          faults: [{ path: 'cart.lines', code: 1027 }],
        });
      }),
      { numRuns: 30 },
    );
  });

  it.each([
    ['JPY', '10000', 0],
    ['KWD', '1.234', 3],
    ['CLF', '0.0001', 4],
  ])('is as exact in %s', (currency, price, exponent) => {
    const amount = Money.of(price, currency);
    const many = Money.ofMinor(amount.amount * 999_999, currency);
    const cart = built({ lines: [line('0', { unitPriceIncludingTax: amount, quantity: 999_999 })] }, many);
    expect(sumOf(cart, exponent)).toBe(BigInt(many.amount));
    expect(cart.shopping_cart.items[0]?.currency).toBe(currency);
  });

  it('accepts discounts, delivery, weights and pieces', () => {
    const weight = { unit: 'KG', value: '0.75' };
    const cart = built(
      {
        lines: [
          line('10.00', { quantity: '0.75', description: 'Loose', weight }),
          line('-2.50', { name: 'Coupon', merchantItemId: 'COUPON' }),
        ],
        shipping: { name: 'Post', unitPrice: '4.1', taxPercent: '0' },
      },
      euros('9.10'),
    );
    expect(wireOf(cart)['shopping_cart']).toMatchObject({
      items: [
        { quantity: '0.75', description: 'Loose', weight },
        { unit_price: -2.0661157025 },
        { merchant_item_id: 'msp-shipping', quantity: 1, unit_price: 4.1, tax_table_selector: '0.00' },
      ],
    });
  });

  it('makes the cart of a refund: all lines, and some of them negated', () => {
    const bought = line('3.95');
    const returned = line('-3.95');
    expect(pricesOf(built({ lines: [...EXAMPLE, returned] }, euros('11.90')))[2]).toBe('-3.2644628099');
    expect(sumOf(built({ lines: [bought, returned] }, euros('0')), 2)).toBe(0n);
  });

  it('has no rounding line for half a cent if the sum is zero, and reports it', () => {
    const result = buildCart({ lines: [beforeTax('0.005', { taxPercent: '0' })] }, euros('0'));
    const message = expect.stringContaining('cost 0.005 more than the amount');
    expect(result).toEqual({ ok: false, faults: [{ path: 'cart.lines', code: 1027, message }] });
  });

  it.each([
    ['5.5', '0.055'],
    ['8.1', '0.081'],
    ['13.5', '0.135'],
    ['19', '0.19'],
    ['20.00', '0.20'],
    ['25.5', '0.255'],
    ['8.375', '0.08375'],
    ['0.0001', '0.000001'],
    ['100', '1.00'],
    ['0', '0.00'],
  ])('with %s per cent has the rate %s, as a number, and is checked', (taxPercent, rate) => {
    const cart = built({ lines: [line('10.00', { taxPercent })] }, euros('10.00'));
    const tables = `[{"name":"${rate}","standalone":true,"rules":[{"rate":${rate}}]}]`;
    const options = `{"validate_cart":true,"tax_tables":{"alternate":${tables}}}`;
    expect(writeJson(cart.checkout_options)).toBe(options);
    expect(cart.shopping_cart.items[0]?.tax_table_selector).toBe(rate);
    expect(sumOf(cart, 2)).toBe(1_000n);
  });

  it('has every price as a JSON number with all its digits', () => {
    const lines = [beforeTax('12345678901.1234567891', { taxPercent: '0' }), beforeTax('0.0000000001')];
    const { shopping_cart } = built({ lines }, euros('12345678901.12'));
    const texts = writeJson(shopping_cart).match(/"unit_price":[^,]+/g);
    expect(texts).toEqual(['"unit_price":12345678901.1234567891', '"unit_price":0.0000000001']);
  });

  it('is left unchecked by the service if the shop asks for that', () => {
    const cart = built({ lines: [line('10.00')], validate: false }, euros('10.00'));
    expect(cart.checkout_options.validate_cart).toBe(false);
  });
});
