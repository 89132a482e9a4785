/** A decimal number without rounding: `digits` × 10^-`scale`. */
export interface ExactDecimal {
  readonly digits: bigint;
  readonly scale: number;
}

const DECIMAL = /^([+-]?)(\d{0,30})(?:\.(\d{0,30}))?(?:e([+-]?\d{1,2}))?$/i;
const LONGEST = 70;

/** Nothing. */
export const ZERO: ExactDecimal = { digits: 0n, scale: 0 };
/** One. */
export const ONE: ExactDecimal = { digits: 1n, scale: 0 };

/**
 * Reads a decimal number as it came in JSON: text, or a number, whose shortest notation is what was meant.
 *
 * @returns null when it is none, or longer than any price.
 * @example
 * readDecimal('242.9300000000'); // { digits: 2429300000000n, scale: 10 }
 */
export function readDecimal(value: unknown): ExactDecimal | null {
  const text = typeof value === 'number' ? String(value) : value;
  const match = typeof text === 'string' && text.length <= LONGEST ? DECIMAL.exec(text.trim()) : null;
  const [, sign = '', whole = '', fraction = '', power = '0'] = match ?? [];
  if (whole + fraction === '') return null;
  const digits = BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`);
  const scale = fraction.length - Number(power);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

/** The sum. */
export function plus(a: ExactDecimal, b: ExactDecimal): ExactDecimal {
  const scale = Math.max(a.scale, b.scale);
  return { digits: digitsAt(a, scale) + digitsAt(b, scale), scale };
}

/** The product. */
export function times(a: ExactDecimal, b: ExactDecimal): ExactDecimal {
  return { digits: a.digits * b.digits, scale: a.scale + b.scale };
}

/** Whether two notations mean one number: `0.210` and `0.21` do. */
export function isSame(a: ExactDecimal, b: ExactDecimal): boolean {
  const scale = Math.max(a.scale, b.scale);
  return digitsAt(a, scale) === digitsAt(b, scale);
}

/**
 * Whole minor units of an amount in major units; halves are rounded away from zero.
 *
 * @param exponent digits after the point that the currency has, e.g. 2.
 */
export function minorUnits({ digits, scale }: ExactDecimal, exponent: number): number {
  if (scale <= exponent) return Number(digits * 10n ** BigInt(exponent - scale));
  const divisor = 10n ** BigInt(scale - exponent);
  const half = digits < 0n ? -divisor / 2n : divisor / 2n;
  return Number((digits + half) / divisor);
}

function digitsAt({ digits, scale }: ExactDecimal, wanted: number): bigint {
  return digits * 10n ** BigInt(wanted - scale);
}
