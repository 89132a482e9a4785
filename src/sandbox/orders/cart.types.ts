/** One member of a JSON object of unknown content. */
type Line = Readonly<Record<string, unknown>>;

/** A shopping cart with its tax tables, unchanged from the wire (protocol §2.1). */
export interface CartContent {
  /** `shopping_cart.items`. */
  readonly items: readonly Line[];
  /** `checkout_options.tax_tables`; an empty object if there are none. */
  readonly taxTables: Line;
}
