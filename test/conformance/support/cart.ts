/** A line of a shopping cart. */
export type Item = Record<string, unknown>;

/** Two of it: 20.00 EUR without tax. */
export const MUG: Item = {
  name: 'Mug',
  unit_price: 10,
  quantity: 2,
  merchant_item_id: 'M1',
  currency: 'EUR',
  tax_table_selector: 'high',
};

/** Two mugs of 10.00 EUR and 21 %: 24.20 EUR. Cases change one thing about it. */
export const cart = (
  items: readonly Item[] = [MUG],
  { rate = 0.21 as unknown, amount = 2420, name = 'high' } = {},
): Record<string, unknown> => ({
  amount,
  shopping_cart: { items },
  checkout_options: {
    validate_cart: true,
    tax_tables: { alternate: [{ name, standalone: true, rules: [{ rate, country: 'NL' }] }] },
  },
});
