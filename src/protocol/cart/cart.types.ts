import type { JsonDecimal } from '../json-decimal.js';

/** An item of a shopping cart on the wire (protocol §2.1). */
export interface CartItem {
  readonly name: string;
  readonly description?: string;
  /** Major units before tax, at most 10 decimals; a number in JSON. */
  readonly unit_price: JsonDecimal;
  /** Text if it is not a whole number. */
  readonly quantity: number | string;
  readonly merchant_item_id: string;
  /** The name of a tax table. */
  readonly tax_table_selector: string;
  readonly currency: string;
  readonly weight?: { readonly unit: string; readonly value: string };
}

/** A tax table on the wire; its name is its rate. */
export interface CartTaxTable {
  /** The rate as text, with two to six decimals: `0.21`, `0.055`. */
  readonly name: string;
  readonly standalone: true;
  /** A fraction of up to six decimals, written with at least two (spec §7, 1028); a number in JSON. */
  readonly rules: readonly [{ readonly rate: JsonDecimal }];
}

/** The two parts of a request that a cart becomes (protocol §2.1). */
export interface BuiltCart {
  readonly shopping_cart: { readonly items: readonly CartItem[] };
  readonly checkout_options: {
    readonly validate_cart: boolean;
    readonly tax_tables: { readonly alternate: readonly CartTaxTable[] };
  };
}
