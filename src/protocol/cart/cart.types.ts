/** An item of a shopping cart as it goes on the wire (protocol §2.1). */
export interface CartItem {
  readonly name: string;
  readonly description?: string;
  /** Major units before tax: decimal text, at most 10 decimals. */
  readonly unit_price: string;
  /** Text when it is no whole number. */
  readonly quantity: number | string;
  readonly merchant_item_id: string;
  /** The name of a tax table. */
  readonly tax_table_selector: string;
  readonly currency: string;
  readonly weight?: { readonly unit: string; readonly value: string };
}

/** A tax table as it goes on the wire; its name is its rate. */
export interface CartTaxTable {
  /** `#.##` (spec §7, 1028). */
  readonly name: string;
  readonly standalone: true;
  readonly rules: readonly [{ readonly rate: string }];
}

/** The two parts of a request that a cart makes (protocol §2.1). */
export interface BuiltCart {
  readonly shopping_cart: { readonly items: readonly CartItem[] };
  readonly checkout_options: {
    readonly validate_cart: boolean;
    readonly tax_tables: { readonly alternate: readonly CartTaxTable[] };
  };
}
