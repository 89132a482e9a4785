/** The cart of an order that was read (protocol §2.2): what a pay-later refund has to name again. */
export interface OrderCart {
  /** Empty when the order has no cart. */
  readonly items: readonly OrderCartItem[];
}

/** One line of the cart of an order that was read. Every field may be missing: other clients write carts, too. */
export interface OrderCartItem {
  readonly name: string | null;
  readonly description: string | null;
  /** Decimal text in major units, before tax; negative for a discount. */
  readonly unit_price: string | null;
  /** Decimal text. */
  readonly quantity: string | null;
  readonly merchant_item_id: string | null;
  /** The name of a tax table; one that is not among the tables means no tax. */
  readonly tax_table_selector: string | null;
  /** A rate of the line's own, as a fraction in decimal text; only where no table says one. */
  readonly tax_rate: string | null;
  /** ISO 4217. */
  readonly currency: string | null;
  /** Both are null when nothing was said. */
  readonly weight: { readonly unit: string | null; readonly value: string | null };
}

/** `checkout_options` of an order that was read: what its tax tables say. */
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
