import { cart, MUG } from '../support/cart.js';
import { createEach, errorRule, type ErrorRow } from '../support/error-rule.js';
import type { Rule } from '../support/rule.types.js';

const { tax_table_selector: _, ...withoutTax } = MUG;

const NO_RATES = ['high', '21%', '0,21', '2.1e-1', 21, -0.21, 0.1 + 0.2];
const RATES = [
  [0.055, 2110],
  ['0.081', 2162],
  [0.135, 2270],
  [0.19, 2380],
  ['0.20', 2400],
  [0.255, 2510],
  [0.08375, 2168],
] as const;

const ROWS: readonly ErrorRow[] = [
  {
    code: 1025,
    cause: 'a cart of several currencies',
    provoke: (world) =>
      createEach(
        world,
        cart([
          { ...MUG, quantity: 1 },
          { ...MUG, quantity: 1, currency: 'USD' },
        ]),
      ),
  },
  {
    code: 1026,
    cause: "a cart in another currency than the transaction's",
    provoke: (world) => createEach(world, cart([{ ...MUG, currency: 'USD' }])),
  },
  {
    code: 1027,
    cause: 'items that do not come to the amount',
    provoke: (world) => createEach(world, cart([MUG], { amount: 2500 })),
  },
  {
    code: 1027,
    cause: 'a pay-later cart that does not give the VAT of each item',
    provoke: (world) =>
      createEach(world, { gateway: 'PAYAFTER', amount: 2000, shopping_cart: { items: [withoutTax] } }),
  },
  {
    code: 1028,
    cause: 'a tax rate of a rule of its own that is no decimal number with a point',
    decision: 'a fraction of up to 6 decimals, as a number or as text; comma, percent sign, exponent, words: 1028',
    provoke: (world) => createEach(world, ...NO_RATES.map((rate) => cart([MUG], { rate }))),
    accept: (world) => createEach(world, ...RATES.map(([rate, amount]) => cart([MUG], { rate, amount }))),
  },
  {
    code: 1029,
    cause: 'tax that does not fit the items and the total when it is worked out again with 9 or 21 per cent',
    decision: 'only tables that claim to be of 9 or 21 per cent, by rate or by name, are worked out again',
    provoke: (world) =>
      createEach(
        world,
        cart([{ ...MUG, tax_rate: 0.09 }]),
        cart([{ ...MUG, tax_table_selector: '21%' }], { name: '21%', rate: 0.19, amount: 2380 }),
      ),
    accept: (world) => createEach(world, cart([{ ...MUG, tax_rate: 0.2 }], { rate: 0.19, amount: 2380 })),
  },
  {
    code: 1030,
    cause: 'an item in a currency that the account does not take',
    provoke: (world) => createEach(world, cart([{ ...MUG, currency: 'XXZ' }])),
  },
  {
    code: 1031,
    cause: 'the price of an item that is wrong',
    provoke: (world) => createEach(world, cart([{ ...MUG, unit_price: 'ten' }])),
  },
];

/** §7: codes about the shopping cart. */
export const cartErrors: readonly Rule[] = ROWS.map(errorRule);
