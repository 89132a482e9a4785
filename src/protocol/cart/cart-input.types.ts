import type { Money } from '../money.js';

/** What one unit costs, in one of two forms. */
export type UnitPrice =
  | {
      /** Of one unit, in major units, before tax: exact decimal text of at most 10 decimals, such as `'5.4587'`. */
      readonly unitPrice: string;
      /** ISO 4217; that of the order unless said otherwise. */
      readonly currency?: string;
      readonly unitPriceIncludingTax?: undefined;
    }
  | {
      /** Of one unit, tax included, as the customer reads it; negative for a discount. */
      readonly unitPriceIncludingTax: Money;
      readonly unitPrice?: undefined;
      readonly currency?: undefined;
    };

interface LineText {
  /** What the customer reads. */
  readonly name: string;
  readonly description?: string;
  /** Per cent as text of at most 4 decimals: `'21'`, `'5.5'`, `'8.375'`, `'0'`; at most 100. */
  readonly taxPercent: string;
}

/**
 * A line of a cart. A discount is a line with a negative price, and so is what a refund takes back (protocol §2.6).
 *
 * @example
 * const tea: CartLineInput = {
 *   name: 'Tea',
 *   merchantItemId: 'TEA-1',
 *   quantity: 2,
 *   unitPriceIncludingTax: Money.of('5.95', 'EUR'),
 *   taxPercent: '9',
 * };
 */
export type CartLineInput = LineText &
  UnitPrice & {
    /** The shop's own article number; refunds name lines by it. */
    readonly merchantItemId: string;
    /** More than 0, at most 999,999: a whole number, or decimal text of at most 6 decimals, such as `'0.75'`. */
    readonly quantity: number | string;
    /** `value` is decimal text, `unit` for example `KG`. */
    readonly weight?: { readonly unit: string; readonly value: string };
  };

/** What delivery costs. */
export type CartShippingInput = LineText & UnitPrice;

/** The line that takes what rounding left over. */
export interface CartRoundingInput {
  readonly name: string;
  readonly merchantItemId: string;
}

/** A shopping cart whose lines add up to the amount of its order (spec §2.5 `shopping_cart`). */
export interface CartInput {
  /** 1 to 200 lines, discounts among them. */
  readonly lines: readonly CartLineInput[];
  /** A line of its own on the wire, as the service wants it (protocol §2.1). */
  readonly shipping?: CartShippingInput;
  /** How a rounding line is called, should one be needed; `Rounding` and `rounding` unless said otherwise. */
  readonly rounding?: CartRoundingInput;
  /**
   * Whether the service is to check the cart too; `true` unless said otherwise, whatever the rates are. Our own check
   * is made in any case, and pay-later methods check every cart: there is seldom a reason to say `false`.
   */
  readonly validate?: boolean;
}
