import { currencyExponent } from './currencies.js';
import { MoneyError } from './money-error.js';

declare const minorUnits: unique symbol;

/** A safe integer of the smallest unit of a currency (cents for EUR); the type does not accept a plain number. */
export type MinorUnits = number & { readonly [minorUnits]: true };

/** The type that replaces money of another currency, so that the compiler's message names it. */
export interface CurrencyMismatch<Expected extends string, Found extends string> {
  readonly currencyMismatch: readonly [expected: Expected, found: Found];
}

/** Any type, unless the compiler knows that two currencies differ. */
type Matching<C extends string, D extends string> = [C & D] extends [never] ? CurrencyMismatch<C, D> : unknown;

const BRAND = Symbol.for('tillbridge.Money');
const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.(\d+))?$/;

/**
 * An amount in one currency, in integer minor units (spec §2.2 `amount`). Immutable; it never uses floating point.
 *
 * The number of decimals comes from ISO 4217: `10000` JPY is ten thousand yen, not one hundred.
 *
 * `Money<'EUR'>` knows its currency, plain `Money` may have any. If two known currencies differ, combining them is a
 * compile error. If they differ at run time, combining them throws.
 *
 * @throws MoneyError for an unknown currency, a wrong precision, or a number that is not a safe integer
 * @example
 * const price = Money.of('12.50', 'EUR');
 * price.plus(Money.ofMinor(50, 'EUR')).toString(); // '13.00 EUR'
 */
export class Money<C extends string = string> {
  /** Integer minor units. */
  readonly amount: MinorUnits;
  /** ISO 4217 code in capitals. */
  readonly currency: C;
  /** Marks money, so that the other copy of a package that is loaded twice (ESM and CJS) recognises it. */
  readonly [BRAND]!: true;

  private constructor(amount: number, currency: C) {
    exponentOf(currency);
    if (!Number.isSafeInteger(amount)) {
      throw new MoneyError('An amount must be a safe integer of minor units.', 'Give whole cents, for example 1250.');
    }
    this.amount = (amount + 0) as MinorUnits;
    this.currency = currency;
    Object.defineProperty(this, BRAND, { value: true });
    Object.freeze(this);
  }

  /**
   * Makes money from decimal text in major units, such as `12.50`; at most as many decimals as the currency has.
   *
   * @throws MoneyError for text that is not a plain decimal, for too many decimals, for an unknown currency
   * @example
   * Money.of('10000', 'JPY').amount; // 10000
   */
  static of<C extends string>(decimal: string, currency: C): Money<C> {
    const exponent = exponentOf(currency);
    const match = typeof decimal === 'string' ? DECIMAL.exec(decimal) : null;
    if (!match) {
      throw new MoneyError(
        'The amount is not a decimal number.',
        "Write it as text with a point, for example '12.50'.",
      );
    }
    const fraction = match[1] ?? '';
    if (fraction.length > exponent) {
      throw new MoneyError(
        `The amount has ${fraction.length} decimals, ${currency} has ${exponent}.`,
        'Round it to the precision of its currency first.',
      );
    }
    return new Money(Number(decimal.replace('.', '') + '0'.repeat(exponent - fraction.length)), currency);
  }

  /** Makes money from integer minor units. @throws MoneyError if it is not a safe integer or the currency is unknown */
  static ofMinor<C extends string>(amount: number, currency: C): Money<C> {
    return new Money(amount, currency);
  }

  /** Zero, in a currency. @throws MoneyError if the currency is unknown */
  static zero<C extends string>(currency: C): Money<C> {
    return new Money(0, currency);
  }

  /** Whether a value is money, from either copy of the package. */
  static isMoney(value: unknown): value is Money {
    return typeof value === 'object' && value !== null && BRAND in value;
  }

  /** The sum. @throws MoneyError for another currency or beyond safe integers */
  plus<D extends string>(other: Money<D> & Matching<C, D>): Money<C & D> {
    return new Money(this.amount + other.amount, this.sharedCurrency(other));
  }

  /** The difference. @throws MoneyError for another currency or beyond safe integers */
  minus<D extends string>(other: Money<D> & Matching<C, D>): Money<C & D> {
    return new Money(this.amount - other.amount, this.sharedCurrency(other));
  }

  /** Whether amount and currency are both the same; money in another currency is not equal. */
  equals(other: Money): boolean {
    return this.amount === other.amount && this.currency === other.currency;
  }

  /** -1, 0 or 1 if this is less than, equal to, or more than the other. @throws MoneyError for another currency */
  compare<D extends string>(other: Money<D> & Matching<C, D>): -1 | 0 | 1 {
    this.sharedCurrency(other);
    const difference = this.amount - other.amount;
    if (difference === 0) return 0;
    return difference < 0 ? -1 : 1;
  }

  /** Whether the amount is more than zero. */
  isPositive(): boolean {
    return this.amount > 0;
  }

  /** Decimal text in major units with all decimals of the currency: `12.50`, `10000` (JPY), `-0.05`. */
  toDecimal(): string {
    const exponent = exponentOf(this.currency);
    const digits = String(Math.abs(this.amount)).padStart(exponent + 1, '0');
    const whole = digits.slice(0, digits.length - exponent);
    const fraction = digits.slice(digits.length - exponent);
    return `${this.amount < 0 ? '-' : ''}${whole}${fraction && `.${fraction}`}`;
  }

  /** Text for people and logs: `12.50 EUR`. */
  toString(): string {
    return `${this.toDecimal()} ${this.currency}`;
  }

  /** Integer minor units and currency, in the form of the wire. */
  toJSON(): { amount: number; currency: C } {
    return { amount: this.amount, currency: this.currency };
  }

  private sharedCurrency<D extends string>(other: Money<D>): C & D {
    if (!isSame(this.currency, other.currency)) {
      throw new MoneyError(
        `${this.currency} and ${other.currency} cannot be combined.`,
        'Convert one of them explicitly first.',
      );
    }
    return this.currency;
  }
}

function isSame<C extends string, D extends string>(one: C, other: D): one is C & D {
  return one === (other as string);
}

function exponentOf(currency: string): number {
  const exponent = currencyExponent(currency);
  if (exponent === undefined) {
    throw new MoneyError('The currency is not an ISO 4217 code.', "Use three capitals, for example 'EUR'.");
  }
  return exponent;
}
