import { describe, expect, it } from '@jest/globals';
import { listMethods, type MethodFilter } from './method-filter.js';

const NOTHING: MethodFilter = {
  country: null,
  currency: null,
  amount: null,
  type: null,
  includeCoupons: false,
  groupCards: false,
};
const codes = (filter: Partial<MethodFilter>): string[] =>
  listMethods({ ...NOTHING, ...filter }).map(({ code }) => code);

describe('the list of payment methods', () => {
  it('has no coupons and no card that stands for others, unless requested', () => {
    expect(codes({})).toEqual(expect.arrayContaining(['VISA', 'IDEAL', 'KLARNA', 'PSAFECARD']));
    expect(codes({})).not.toContain('CREDITCARD');
    expect(codes({})).not.toContain('VVVGIFTCARD');
    expect(codes({ includeCoupons: true })).toEqual(expect.arrayContaining(['VISA', 'VVVGIFTCARD']));
    expect(codes({ type: 'coupon' })).toContain('VVVGIFTCARD');
    expect(codes({ type: 'coupon' })).not.toContain('VISA');
    const grouped = codes({ groupCards: true });
    expect(grouped.filter((code) => ['CREDITCARD', 'VISA', 'AMEX', 'MASTERCARD', 'MAESTRO'].includes(code))).toEqual([
      'CREDITCARD',
    ]);
  });

  it('is filtered by country, currency and amount', () => {
    expect(codes({ country: 'be' })).toContain('MISTERCASH');
    expect(codes({ country: 'be' })).not.toContain('IDEAL');
    expect(codes({ currency: 'usd' })).toContain('PAYPAL');
    expect(codes({ currency: 'usd' })).not.toContain('IDEAL');
    expect(codes({ amount: 100_000 })).toContain('BIZUM');
    expect(codes({ amount: 100_001 })).not.toContain('BIZUM');
    expect(codes({ amount: 0 })).toEqual([]);
  });
});
