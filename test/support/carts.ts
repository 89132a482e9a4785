import * as fc from 'fast-check';
import { Money, type CartInput, type CartLineInput } from '../../src/protocol/index.js';

/** A cart and the shop's amount for it. */
export interface CartCase {
  readonly cart: CartInput;
  readonly amount: Money;
}

/** A line and its cost in cents, tax included, as a fraction, computed without the arithmetic under test. */
interface CostedLine {
  readonly line: CartLineInput;
  readonly cents: readonly [numerator: bigint, denominator: bigint];
}

const CENTS_IN_TEN_DECIMALS = 10n ** 8n;
const MILLION = 1_000_000n;

function roundedHalfUp(numerator: bigint, denominator: bigint): bigint {
  const doubled = 2n * numerator + denominator;
  const cut = doubled / (2n * denominator);
  return doubled < 0n && doubled % (2n * denominator) !== 0n ? cut - 1n : cut;
}

function decimalOf(digits: bigint, decimals: number): string {
  const text = String(digits < 0n ? -digits : digits).padStart(decimals + 1, '0');
  return `${digits < 0n ? '-' : ''}${text.slice(0, -decimals)}.${text.slice(-decimals)}`;
}

const text = { name: fc.string({ minLength: 1, unit: 'grapheme' }).map((name) => `${name}.`) };
/** Thousandths of a piece: mostly whole pieces. */
const quantity = fc.oneof(
  fc.integer({ min: 1, max: 500 }).map((count) => count * 1_000),
  fc.integer({ min: 1, max: 9_999 }),
);
/** Millionths, for rates of six decimals; mostly the rates of real countries. */
const rate = fc.oneof(
  fc.constantFrom(0, 55_000, 81_000, 83_750, 90_000, 135_000, 190_000, 200_000, 210_000, 255_000),
  fc.integer({ min: 0, max: 1_000_000 }),
);

const parts = fc.record({ ...text, quantity, rate, merchantItemId: fc.uuid() });

const quantityOf = (thousandths: number): number | string =>
  thousandths % 1_000 === 0 ? thousandths / 1_000 : decimalOf(BigInt(thousandths), 3);

const pricedIncludingTax = fc
  .tuple(parts, fc.integer({ min: -5_000, max: 100_000 }))
  .map(([{ name, merchantItemId, ...line }, cents]): CostedLine => ({
    line: {
      name,
      merchantItemId,
      quantity: quantityOf(line.quantity),
      taxPercent: decimalOf(BigInt(line.rate), 4),
      unitPriceIncludingTax: Money.ofMinor(cents, 'EUR'),
    },
    cents: [BigInt(cents) * BigInt(line.quantity), 1_000n],
  }));

const pricedBeforeTax = fc
  .tuple(parts, fc.bigInt({ min: -(10n ** 11n), max: 10n ** 13n }))
  .map(([{ name, merchantItemId, ...line }, price]): CostedLine => ({
    line: {
      name,
      merchantItemId,
      quantity: quantityOf(line.quantity),
      taxPercent: decimalOf(BigInt(line.rate), 4),
      unitPrice: decimalOf(price, 10),
    },
    cents: [price * BigInt(line.quantity) * (MILLION + BigInt(line.rate)), CENTS_IN_TEN_DECIMALS * 1_000n * MILLION],
  }));

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, each) => sum + each, 0n);
const DENOMINATOR = CENTS_IN_TEN_DECIMALS * 1_000n * MILLION;

/** The two ways of rounding in shops: each line, or the whole cart once. */
const WAYS: readonly ((lines: readonly CostedLine[]) => bigint)[] = [
  (lines) => sumOf(lines.map(({ cents }) => roundedHalfUp(...cents))),
  (lines) => roundedHalfUp(sumOf(lines.map(({ cents: [top, bottom] }) => (top * DENOMINATOR) / bottom)), DENOMINATOR),
];

/**
 * Any cart of up to 200 lines with any tax rates, discounts and pieces of goods, priced with or before tax, and its
 * amount, computed by a shop that rounds each line or the whole cart (scenario M1).
 */
export const anyCart: fc.Arbitrary<CartCase> = fc
  .tuple(
    fc.array(fc.oneof(pricedIncludingTax, pricedBeforeTax), { minLength: 1, maxLength: 200, size: 'max' }),
    fc.constantFrom(...WAYS),
  )
  .map(([lines, roundedBy]) => ({ lines, cents: Number(roundedBy(lines)) }))
  .filter(({ cents }) => cents >= 1 && Number.isSafeInteger(cents))
  .map(({ lines, cents }) => ({
    cart: { lines: lines.map(({ line }) => line) },
    amount: Money.ofMinor(cents, 'EUR'),
  }));
