import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isSame, minorUnits, plus, readDecimal, times } from './exact-decimal.js';

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
    expect(minorUnits(read(text), 2)).toBe(cents);
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
        expect(minorUnits(times(sum, read(count)), 2)).toBe(amounts.reduce((a, b) => a + b) * count);
      }),
    );
  });

  it('is the same in every notation', () => {
    expect(isSame(read('0.210'), read(0.21))).toBe(true);
    expect(isSame(read('0.21'), read('0.211'))).toBe(false);
  });
});
