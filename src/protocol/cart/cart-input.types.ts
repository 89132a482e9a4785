import type { Money } from '../money.js';

/** The price of one unit, in one of two forms. */
export type UnitPrice =
  | {
      /** Of one unit, in major units, before tax: exact decimal text of at most 10 decimals, such as `'5.4587'`. */
      readonly unitPrice: string;
      /** ISO 4217; default: the currency of the order. */
      readonly currency?: string;
      readonly unitPriceIncludingTax?: undefined;
    }
  | {
      /** Of one unit, tax included, as shown to the customer; negative for a discount. */
      readonly unitPriceIncludingTax: Money;
      readonly unitPrice?: undefined;
      readonly currency?: undefined;
    };

interface LineText {
  /** Shown to the customer. */
  readonly name: string;
  readonly description?: string;
  /** Per cent as text of at most 4 decimals: `'21'`, `'5.5'`, `'8.375'`, `'0'`; at most 100. */
  readonly taxPercent: string;
}

/**
 * A line of a cart. A discount has a negative price, and so has a line that a refund takes back (protocol §2.6).
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
    /** The shop's own article number; refunds refer to lines by it. */
    readonly merchantItemId: string;
    /** More than 0, at most 999,999: a whole number, or decimal text of at most 6 decimals, such as `'0.75'`. */
    readonly quantity: number | string;
    /** `value` is decimal text, `unit` for example `KG`. */
    readonly weight?: { readonly unit: string; readonly value: string };
  };

/** The cost of delivery. */
export type CartShippingInput = LineText & UnitPrice;

/** The line for the rounding difference. */
export interface CartRoundingInput {
  readonly name: string;
  readonly merchantItemId: string;
}

/** A shopping cart whose lines add up to the amount of its order (spec §2.5 `shopping_cart`). */
export interface CartInput {
  /** 1 to 200 lines, discounts among them. */
  readonly lines: readonly CartLineInput[];
  /** A line of its own on the wire, as the service requires (protocol §2.1). */
  readonly shipping?: CartShippingInput;
  /** Name and article number of a rounding line, if one is needed; default `Rounding` and `rounding`. */
  readonly rounding?: CartRoundingInput;
  /**
   * Whether the service checks the cart too; default `true`, for any rates. Our own check always runs, and pay-later
   * methods check every cart: there is seldom a reason for `false`.
   */
  readonly validate?: boolean;
}
