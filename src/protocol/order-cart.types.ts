/** The cart of an order that was read (protocol §2.2). A pay-later refund has to repeat it. */
export interface OrderCart {
  /** Empty when the order has no cart. */
  readonly items: readonly OrderCartItem[];
}

/** One line of the cart of an order that was read. Every field may be missing, because other clients write carts too. */
export interface OrderCartItem {
  readonly name: string | null;
  readonly description: string | null;
  /** Decimal text in major units, before tax; negative for a discount. */
  readonly unit_price: string | null;
  /** Decimal text. */
  readonly quantity: string | null;
  readonly merchant_item_id: string | null;
  /** The name of a tax table; a name without a table means no tax. */
  readonly tax_table_selector: string | null;
  /** The line's own rate, as a fraction in decimal text; used only if no table gives one. */
  readonly tax_rate: string | null;
  /** ISO 4217. */
  readonly currency: string | null;
  /** Both are null if the line has no weight. */
  readonly weight: { readonly unit: string | null; readonly value: string | null };
}

/** `checkout_options` of an order that was read: its tax tables. */
export interface OrderCheckoutOptions {
  readonly tax_tables: {
    /** The rate of lines that name no table, as a fraction in decimal text. */
    readonly default: { readonly rate: string | null };
    readonly alternate: readonly OrderTaxTable[];
  };
}

/** One tax table of an order that was read. */
export interface OrderTaxTable {
  readonly name: string | null;
  readonly rules: readonly {
    /** A fraction in decimal text: `0.055`. */
    readonly rate: string | null;
    readonly country: string | null;
  }[];
}
