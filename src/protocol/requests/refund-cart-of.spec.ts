import { describe, expect, it } from '@jest/globals';
import { buildCart, type CartLineInput } from '../cart/index.js';
import { writeJson } from '../json-decimal.js';
import { Money } from '../money.js';
import { parseOrder } from '../order.parser.js';
import type { Order } from '../order.types.js';
import { refundCartOf, type RefundedLine } from './refund-cart-of.js';

const euros = (decimal: string): Money => Money.of(decimal, 'EUR');
const line = (merchantItemId: string, taxPercent: string, fields: Partial<CartLineInput> = {}): CartLineInput =>
  ({
    name: `Goods ${merchantItemId}`,
    merchantItemId,
    quantity: 2,
    taxPercent,
    unitPriceIncludingTax: euros('9.99'),
    ...fields,
  }) as CartLineInput;

const DELIVERY = { name: 'Post', taxPercent: '8.375', unitPriceIncludingTax: euros('9.99') };
const LINES = [
  line('A', '5.5'),
  line('B', '8.1', { description: 'Loose', weight: { unit: 'KG', value: '0.75' } }),
  line('C', '25.5'),
];

/** An order as the service returns it. */
function read(fields: object = {}): Order {
  const built = buildCart({ lines: LINES, shipping: DELIVERY }, euros('69.93'));
  if (!built.ok) throw new Error(JSON.stringify(built.faults));
  const order = { currency: 'EUR', amount: 6_993, amount_refunded: 0, ...built.cart, ...fields };
  return parseOrder(JSON.parse(writeJson(order))).order;
}

const faultsOf = (order: Order, lines: readonly RefundedLine[], amount?: Money): string[] => {
  const result = refundCartOf(order, lines, amount);
  return result.ok ? [] : result.faults.map(({ path, code }) => `${path} ${code ?? '-'}`);
};

describe('the cart of a refund from a read', () => {
  it('repeats the lines as they were bought, with the refunded amount', () => {
    const result = refundCartOf(read(), [{ index: 1, quantity: 1 }]);
    if (!result.ok) throw new Error(JSON.stringify(result.faults));
    expect(result.amount.toJSON()).toEqual({ amount: 999, currency: 'EUR' });
    expect(result.cart.paid.toJSON()).toEqual({ amount: 6_993, currency: 'EUR' });
    expect(result.cart.returned.lines).toEqual([
      {
        name: 'Goods B',
        merchantItemId: 'B',
        description: 'Loose',
        quantity: 1,
        unitPrice: '9.2414431082',
        taxPercent: '8.1',
        currency: 'EUR',
        weight: { unit: 'KG', value: '0.75' },
      },
    ]);
    const rates = result.cart.bought.lines.map(({ merchantItemId, taxPercent }) => `${merchantItemId} ${taxPercent}`);
    expect(rates).toEqual(['A 5.5', 'B 8.1', 'C 25.5', 'msp-shipping 8.375']);
  });

  it('takes a whole line if no quantity is given, and delivery like any other line', () => {
    expect(refundCartOf(read(), [{ index: 2 }, { index: 3 }])).toMatchObject({ ok: true, amount: { amount: 2_997 } });
  });

  it('never refunds more than is left, and reports when lines do not explain an amount', () => {
    const nearlyAll = read({ amount_refunded: 4_996 });
    expect(refundCartOf(nearlyAll, [{ index: 0 }])).toMatchObject({ ok: true, amount: { amount: 1_997 } });
    expect(refundCartOf(nearlyAll, [{ index: 0 }])).toHaveProperty('cart.returned.lines.1.unitPrice', '-0.01');
    expect(faultsOf(read(), [{ index: 0 }], euros('20.00'))).toEqual([]);
    expect(faultsOf(read({ amount_refunded: 6_993 }), [{ index: 0 }])).toEqual(['amount 1034']);
    expect(faultsOf(read({ amount_refunded: 6_000 }), [{ index: 0 }])).toEqual(['cart.returned.lines 1027']);
    expect(faultsOf(read(), [{ index: 0 }], euros('20.01'))).toEqual(['cart.returned.lines 1027']);
  });

  it.each([
    ['a line that is not there', [{ index: 4 }], ['lines[0].index 1016']],
    ['a line before the first', [{ index: -1 }], ['lines[0].index 1016']],
    [
      'one line twice',
      [
        { index: 1, quantity: 1 },
        { index: 1, quantity: 1 },
      ],
      ['lines[1].index 1016'],
    ],
    ['more than was bought', [{ index: 0, quantity: '2.000001' }], ['lines[0].quantity 1016']],
    ['no quantity', [{ index: 0, quantity: 0 }], ['amount 1034']],
    [
      'less than nothing beside goods',
      [{ index: 0, quantity: -1 }, { index: 1 }],
      ['cart.returned.lines[0].quantity 1016'],
    ],
    ['nothing', [], ['amount 1034']],
  ])('refuses %s', (_, lines, faults) => {
    expect(faultsOf(read(), lines)).toEqual(faults);
  });

  it('refuses orders without a cart or currency, or with lines without a name', () => {
    expect(faultsOf(read({ shopping_cart: null }), [{ index: 0 }])).toEqual(['order.shopping_cart 1016']);
    expect(faultsOf(read({ currency: 'XXQ' }), [{ index: 0 }])).toEqual(['order.currency 1026']);
    const items = [{ unit_price: 10, quantity: 1 }];
    const faults = faultsOf(read({ shopping_cart: { items } }), [{ index: 0 }]);
    expect(faults).toEqual(expect.arrayContaining(['cart.bought.lines[0].name 1016']));
  });

  it('reads carts of other clients: text instead of numbers, a default table, a missing table', () => {
    const item = (fields: object) => ({
      name: 'Mug',
      merchant_item_id: 'M',
      quantity: '1',
      unit_price: '10',
      ...fields,
    });
    const items = [
      item({}),
      item({ tax_table_selector: 'default' }),
      item({ tax_table_selector: '0' }),
      item({ tax_table_selector: 'none' }),
    ];
    const checkout_options = { tax_tables: { default: { rate: '0.255', shipping_taxed: true } } };
    const order = read({ amount: 4_510, shopping_cart: { items }, checkout_options });
    expect(refundCartOf(order, [{ index: 0 }, { index: 2 }])).toMatchObject({ ok: true, amount: { amount: 2_255 } });
    const own = read({ amount: 1_055, shopping_cart: { items: [item({ tax_rate: 0.055 })] }, checkout_options: [] });
    expect(refundCartOf(own, [{ index: 0 }])).toMatchObject({ ok: true, amount: { amount: 1_055 } });
  });
});
