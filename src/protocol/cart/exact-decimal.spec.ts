import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  decimalText,
  fitsIn,
  isSame,
  minorUnits,
  minus,
  plus,
  quotient,
  readDecimal,
  times,
  wholeNear,
} from './exact-decimal.js';

const read = (value: unknown) => {
  const decimal = readDecimal(value);
  if (decimal === null) throw new Error(`${String(value)} is no decimal`);
  return decimal;
};

describe('an exact decimal', () => {
  it.each([
    ['12.50', 1_250],
    ['242.9300000000', 24_293],
    [0.1, 10],
    ['-3', -300],
    ['.5', 50],
    ['5.', 500],
    ['+1', 100],
    ['1e2', 10_000],
    [1e-7, 0],
    ['1.005', 101],
    ['-1.005', -101],
    ['1.0049999', 100],
  ])('is read from %s', (text, cents) => {
    expect(minorUnits(read(text), 2)).toBe(BigInt(cents));
  });

  it.each([
    '',
    '.',
    '-',
    'ten',
    '1,5',
    '0x10',
    'Infinity',
    '1e999',
    '1'.repeat(80),
    null,
    undefined,
    true,
    {},
    Number.NaN,
  ])('is not read from %s', (value) => {
    expect(readDecimal(value)).toBeNull();
  });

  it('never loses a cent, in sums and products of any size', () => {
    const cents = fc.integer({ min: -10_000_000, max: 10_000_000 });
    fc.assert(
      fc.property(fc.array(cents, { minLength: 1 }), fc.integer({ min: 1, max: 1_000 }), (amounts, count) => {
        const sum = amounts.map((amount) => read((amount / 100).toFixed(2))).reduce(plus);
        expect(minorUnits(times(sum, read(count)), 2)).toBe(BigInt(amounts.reduce((a, b) => a + b) * count));
      }),
    );
  });

  it('is the same in every notation', () => {
    expect(isSame(read('0.210'), read(0.21))).toBe(true);
    expect(isSame(read('0.21'), read('0.211'))).toBe(false);
  });

  it('is written as it was read', () => {
    const decimals = fc.stringMatching(/^-?(0|[1-9]\d{0,20})(\.\d{0,9}[1-9])?$/).filter((text) => text !== '-0');
    fc.assert(fc.property(decimals, (text) => expect(decimalText(read(text))).toBe(text)));
    expect(['1.500', '-0.050', '100', '0.00'].map((text) => decimalText(read(text)))).toEqual([
      '1.5',
      '-0.05',
      '100',
      '0',
    ]);
  });

  it.each([
    ['11.90', '1.09', '10.9174311927'],
    ['-11.90', '1.09', '-10.9174311927'],
    ['1', '8', '0.125'],
    ['0.00000000005', '1', '0.0000000001'],
    ['-0.00000000005', '1', '-0.0000000001'],
    ['0.00000000004', '1', '0'],
  ])('%s divided by %s is %s, to ten decimals', (dividend, divisor, expected) => {
    expect(decimalText(quotient(read(dividend), read(divisor), 10))).toBe(expected);
  });

  it.each([
    ['1.50', 1, true],
    ['1.50', 0, false],
    ['1.05', 1, false],
    ['7', 0, true],
    ['-0.001', 2, false],
  ])('%s fits in %d decimals: %p', (text, decimals, expected) => {
    expect(fitsIn(read(text), decimals)).toBe(expected);
  });

  it.each([
    ['0.014', 1],
    ['0.015', 1],
    ['0.0151', 2],
    ['0.005', 0],
    ['-0.005', -1],
    ['-0.0049', 0],
    ['-0.0151', -2],
    ['3', 300],
  ])('%s is nearest to %d cents, the lower of two', (text, cents) => {
    expect(wholeNear(read(text), 2)).toBe(BigInt(cents));
  });

  it('has no remainder when the nearest whole number is taken from a positive amount', () => {
    const tenths = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 9n }), tenths, (cents, digits) => {
        const sum = { digits, scale: 3 };
        const rest = wholeNear(minus({ digits: cents, scale: 2 }, sum), 2);
        expect(minorUnits(plus(sum, { digits: rest, scale: 2 }), 2)).toBe(cents);
      }),
    );
  });
});
