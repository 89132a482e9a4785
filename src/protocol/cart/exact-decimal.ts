/** A decimal number without rounding: `digits` × 10^-`scale`. */
export interface ExactDecimal {
  readonly digits: bigint;
  /** Not negative. */
  readonly scale: number;
}

const DECIMAL = /^([+-]?)(\d{0,30})(?:\.(\d{0,30}))?(?:e([+-]?\d{1,2}))?$/i;
const LONGEST = 70;

/** Zero. */
export const ZERO: ExactDecimal = { digits: 0n, scale: 0 };
/** One. */
export const ONE: ExactDecimal = { digits: 1n, scale: 0 };

/**
 * Reads a decimal number from JSON: text, or a number in its shortest notation.
 *
 * @returns null if it is none, or longer than any price.
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

/** The difference. */
export function minus(a: ExactDecimal, b: ExactDecimal): ExactDecimal {
  return plus(a, { digits: -b.digits, scale: b.scale });
}

/** The product. */
export function times(a: ExactDecimal, b: ExactDecimal): ExactDecimal {
  return { digits: a.digits * b.digits, scale: a.scale + b.scale };
}

/**
 * The quotient with a given number of decimals; halves are rounded away from zero.
 *
 * @param divisor - more than zero
 */
export function quotient(dividend: ExactDecimal, divisor: ExactDecimal, decimals: number): ExactDecimal {
  const numerator = dividend.digits * 10n ** BigInt(divisor.scale + decimals);
  return { digits: roundedQuotient(numerator, divisor.digits * 10n ** BigInt(dividend.scale)), scale: decimals };
}

/** Whether two notations have the same value, such as `0.210` and `0.21`. */
export function isSame(a: ExactDecimal, b: ExactDecimal): boolean {
  return minus(a, b).digits === 0n;
}

/** Whether a number has at most `decimals` decimals: 1.50 needs one. */
export function fitsIn({ digits, scale }: ExactDecimal, decimals: number): boolean {
  return (digits * 10n ** BigInt(decimals)) % 10n ** BigInt(scale) === 0n;
}

/**
 * Whole minor units of an amount in major units; halves are rounded away from zero.
 *
 * @param exponent - decimals of the currency, for example 2.
 * @example
 * minorUnits({ digits: 15005n, scale: 3 }, 2); // 1501n
 */
export function minorUnits({ digits, scale }: ExactDecimal, exponent: number): bigint {
  return roundedQuotient(digits * 10n ** BigInt(exponent), 10n ** BigInt(scale));
}

/**
 * The whole number of minor units nearest to an amount in major units. Of two equally near ones it is the lower, so
 * that the remainder rounds to zero when it is taken from a positive amount.
 */
export function wholeNear({ digits, scale }: ExactDecimal, exponent: number): bigint {
  const unit = 2n * 10n ** BigInt(scale);
  const doubled = 2n * digits * 10n ** BigInt(exponent) - unit / 2n;
  // BigInt division rounds towards zero: for a negative number, that is already the ceiling.
  return doubled <= 0n ? doubled / unit : (doubled + unit - 1n) / unit;
}

/** Decimal text without trailing zeros: `12.5`, `-0.05`, `10`. */
export function decimalText({ digits, scale }: ExactDecimal): string {
  const padded = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
  const whole = padded.slice(0, padded.length - scale);
  const fraction = padded.slice(padded.length - scale).replace(/0+$/, '');
  return `${digits < 0n ? '-' : ''}${whole}${fraction && `.${fraction}`}`;
}

function digitsAt({ digits, scale }: ExactDecimal, wanted: number): bigint {
  return digits * 10n ** BigInt(wanted - scale);
}

function roundedQuotient(numerator: bigint, divisor: bigint): bigint {
  const half = numerator < 0n ? -divisor : divisor;
  return (2n * numerator + half) / (2n * divisor);
}
