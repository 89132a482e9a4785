import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';

import { CURRENCIES, currencyExponent, isCurrency } from './currencies.js';
import { MoneyError } from './money-error.js';
import { Money } from './money.js';

const LARGEST = BigInt(Number.MAX_SAFE_INTEGER);
const sign = fc.constantFrom('', '-');
const whole = fc.oneof(fc.constant('0'), fc.stringMatching(/^[1-9]\d{0,24}$/), fc.maxSafeNat().map(String));
const fraction = fc.stringMatching(/^\d{0,6}$/);

/** The money, or the `MoneyError` that was thrown instead; any other error is thrown on. */
function outcome(make: () => Money): Money | MoneyError {
  try {
    return make();
  } catch (error) {
    if (error instanceof MoneyError) return error;
    throw error;
  }
}

/** Checks one property for every code of the table. */
function forEveryCurrency(property: (code: string, exponent: number) => fc.IProperty<unknown[]>): void {
  for (const code of CURRENCIES) fc.assert(property(code, currencyExponent(code) ?? -1), { numRuns: 25 });
}

describe('money in any currency', () => {
  it('is made exactly from text of any precision, or refused (scenario M2)', () => {
    forEveryCurrency((code, exponent) =>
      fc.property(sign, whole, fraction, (minus, integer, decimals) => {
        const text = `${minus}${integer}${decimals && `.${decimals}`}`;
        const minor = BigInt(`${integer}${decimals}${'0'.repeat(Math.max(0, exponent - decimals.length))}`);
        const money = outcome(() => Money.of(text, code));
        expect(Money.isMoney(money)).toBe(decimals.length <= exponent && minor <= LARGEST);
        if (money instanceof MoneyError) return;
        expect(BigInt(money.amount)).toBe(minus ? -minor : minor);
        expect(money.toDecimal().split('.')[1] ?? '').toBe(decimals.padEnd(exponent, '0'));
        expect(Money.of(money.toDecimal(), code).equals(money)).toBe(true);
      }),
    );
  });

  it('is made exactly from any number of minor units, or refused (scenario M2)', () => {
    forEveryCurrency((code) =>
      fc.property(fc.oneof(fc.maxSafeInteger(), fc.double()), (minor) => {
        const money = outcome(() => Money.ofMinor(minor, code));
        expect(Money.isMoney(money)).toBe(Number.isSafeInteger(minor));
        if (money instanceof MoneyError) return;
        expect(money.amount + 0).toBe(minor + 0);
        expect(Money.of(money.toDecimal(), code).amount).toBe(money.amount);
      }),
    );
  });

  it('is refused for any text that is no currency of the table (scenario M2)', () => {
    const codes = fc.oneof(fc.stringMatching(/^[A-Z]{3}$/), fc.string(), fc.constantFrom('XAU', 'XXX', 'eur', 'EUR '));
    fc.assert(
      fc.property(codes, fc.maxSafeInteger(), (code, minor) => {
        fc.pre(!isCurrency(code));
        for (const make of [() => Money.of('1', code), () => Money.ofMinor(minor, code), () => Money.zero(code)]) {
          expect(make).toThrow(MoneyError);
        }
      }),
    );
  });

  it('is refused with its own error for any value of a wrong type (scenario M4)', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        fc.pre(typeof value !== 'string');
        expect(() => Reflect.apply(Money.of, Money, [value, 'EUR'])).toThrow(MoneyError);
        expect(() => Reflect.apply(Money.of, Money, ['1', value])).toThrow(MoneyError);
      }),
    );
  });
});
