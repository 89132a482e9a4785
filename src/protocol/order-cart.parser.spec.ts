import { describe, expect, it } from '@jest/globals';
import type { Fault } from './fault.js';
import { FieldReader } from './field-reader.js';
import { readCheckoutOptions } from './order-cart.parser.js';

const TABLES = {
  default: { rate: '0.00', shipping_taxed: true },
  alternate: [{ name: 'high', standalone: '', rules: [{ rate: 0.21, country: '' }] }],
};

describe('readCheckoutOptions', () => {
  it.each([
    ['in checkout_options itself, where the service gives them back', TABLES],
    ['in tax_tables, as a request has them', { tax_tables: TABLES, validate_cart: true }],
  ])('finds tax tables %s', (_where, options) => {
    const faults: Fault[] = [];
    const { tax_tables } = readCheckoutOptions(new FieldReader(options, 'checkout_options', faults));
    expect(faults).toEqual([]);
    expect(tax_tables).toEqual({
      default: { rate: '0' },
      alternate: [{ name: 'high', rules: [{ rate: '0.21', country: '' }] }],
    });
  });
});
