import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';

import { CURRENCIES, currencyExponent, isCurrency } from './currencies.js';
import { MoneyError } from './money-error.js';
import { Money } from './money.js';

const amounts = fc.maxSafeInteger();
const currencies = fc.constantFrom(...CURRENCIES);

describe('currencies', () => {
  it.each([
    ['JPY', 0],
    ['KRW', 0],
    ['EUR', 2],
    ['USD', 2],
    ['KWD', 3],
    ['TND', 3],
    ['CLF', 4],
    ['UYW', 4],
  ])('%s has %d decimals', (code, exponent) => {
    expect(currencyExponent(code)).toBe(exponent);
  });

  it('lists each code once, as three capitals', () => {
    expect(new Set(CURRENCIES).size).toBe(CURRENCIES.length);
    expect(CURRENCIES.filter((code) => !/^[A-Z]{3}$/.test(code))).toEqual([]);
  });

  it.each(['eur', 'EURO', '', '__proto__', 'constructor'])('%p is no currency', (code) => {
    expect(isCurrency(code)).toBe(false);
    expect(currencyExponent(code)).toBeUndefined();
  });
});

describe('Money', () => {
  it('is read back from its own text, for every currency and exponent', () => {
    for (const currency of CURRENCIES) {
      fc.assert(
        fc.property(amounts, (amount) => {
          const money = Money.ofMinor(amount, currency);
          const decimals = money.toDecimal().split('.')[1] ?? '';
          expect(decimals).toHaveLength(currencyExponent(currency) ?? -1);
          expect(Money.of(money.toDecimal(), currency).equals(money)).toBe(true);
        }),
        { numRuns: 25 },
      );
    }
  });

  it.each([
    ['12.50', 'EUR', 1250],
    ['12.5', 'EUR', 1250],
    ['12', 'EUR', 1200],
    ['-0.05', 'EUR', -5],
    ['-0.00', 'EUR', 0],
    ['10000', 'JPY', 10_000],
    ['1.234', 'KWD', 1234],
    ['0.0001', 'CLF', 1],
    ['90071992547409.91', 'EUR', Number.MAX_SAFE_INTEGER],
  ])('%s %s is %d minor units', (decimal, currency, minor) => {
    expect(Object.is(Money.of(decimal, currency).amount, minor)).toBe(true);
  });

  it('refuses more decimals than the currency has', () => {
    fc.assert(
      fc.property(currencies, fc.nat(), fc.integer({ min: 1, max: 6 }), (currency, whole, extra) => {
        const decimal = `${whole}.${'0'.repeat((currencyExponent(currency) ?? 0) + extra)}`;
        expect(() => Money.of(decimal, currency)).toThrow(MoneyError);
      }),
    );
  });

  it.each(['', ' ', '1,50', '1.', '.5', '+1', '1e3', '0x10', '007', '1 000', 'NaN', 'Infinity', ' 1', '1\n', '١'])(
    'refuses %p as an amount',
    (decimal) => {
      expect(() => Money.of(decimal, 'EUR')).toThrow(MoneyError);
    },
  );

  it('refuses a floating-point number instead of text, and a number that is not whole minor units', () => {
    const float = JSON.parse('12.5');
    expect(() => Money.of(float, 'EUR')).toThrow('not a decimal number');
    for (const amount of [12.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
      expect(() => Money.ofMinor(amount, 'EUR')).toThrow('safe integer');
    }
    expect(() => Money.of('90071992547409.92', 'EUR')).toThrow('safe integer');
  });

  it('refuses an unknown currency and says what to write', () => {
    const advice = expect.stringContaining("'EUR'");
    expect(() => Money.zero('eur')).toThrow(
      expect.objectContaining({ code: 'MONEY_INVALID', name: 'MoneyError', advice }),
    );
    expect(() => Money.of('1', 'XXX')).toThrow(MoneyError);
  });

  it('adds and subtracts exactly, or throws beyond safe integers', () => {
    fc.assert(
      fc.property(amounts, amounts, currencies, (a, b, currency) => {
        const [left, right] = [Money.ofMinor(a, currency), Money.ofMinor(b, currency)];
        if (!Number.isSafeInteger(a + b)) {
          expect(() => left.plus(right)).toThrow(MoneyError);
          return;
        }
        expect(left.plus(right).minus(right).equals(left)).toBe(true);
        expect(left.plus(right).equals(right.plus(left))).toBe(true);
      }),
    );
  });

  it('compares like its minor units', () => {
    fc.assert(
      fc.property(amounts, amounts, (a, b) => {
        const [left, right] = [Money.ofMinor(a, 'EUR'), Money.ofMinor(b, 'EUR')];
        expect(left.compare(right)).toBe(Math.sign(a - b) + 0);
        expect(left.isPositive()).toBe(a > 0);
      }),
    );
  });

  it('finds equal amounts neither less nor more', () => {
    expect(Money.of('1.50', 'EUR').compare(Money.ofMinor(150, 'EUR'))).toBe(0);
  });

  it('never combines two currencies, and finds them unequal', () => {
    const euro: Money = Money.of('1', 'EUR');
    const dollar: Money = Money.of('1', 'USD');
    expect(euro.equals(dollar)).toBe(false);
    expect(euro.equals(Money.of('2', 'EUR'))).toBe(false);
    for (const combine of [() => euro.plus(dollar), () => euro.minus(dollar), () => euro.compare(dollar)]) {
      expect(combine).toThrow('EUR and USD cannot be combined.');
    }
  });

  it('is written for people and for the wire', () => {
    expect(`${Money.of('12.5', 'EUR')}`).toBe('12.50 EUR');
    expect(JSON.stringify(Money.of('10000', 'JPY'))).toBe('{"amount":10000,"currency":"JPY"}');
  });

  it('cannot be changed, and is recognised by its brand', () => {
    const money = Money.of('1', 'EUR');
    expect(Reflect.set(money, 'amount', 999)).toBe(false);
    expect(money.amount).toBe(100);
    expect(Money.isMoney(money)).toBe(true);
    for (const other of [null, undefined, 100, '1 EUR', { amount: 100, currency: 'EUR' }]) {
      expect(Money.isMoney(other)).toBe(false);
    }
  });
});
