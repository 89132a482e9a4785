/** A cost of a listed transaction. In minor units, unlike the costs of an order (protocol §2.8). */
export interface ListedCost {
  /** Integer minor units. */
  readonly amount: number | null;
  readonly description: string | null;
  /** Who pays it. */
  readonly dst: string | null;
}

/** A chargeback under dispute (protocol §2.8). */
export interface ListedDispute {
  readonly merchant_response_date: string | null;
  readonly status: string | null;
  readonly reason_code: string | null;
  readonly reason_description: string | null;
}

/**
 * One item of the transactions list, in the service's own field names (protocol §2.8), with every field present.
 *
 * A hint only: it tells which orders to read, and is never booked. Times are the service's texts without a zone; see
 * {@link parseServiceTime}.
 */
export interface ListedTransaction {
  /** The service's identifier; up to 25 digits as text. */
  readonly transaction_id: string | null;
  /** The merchant's identifier of the order; for a refund or capture with an id of its own, that id. */
  readonly order_id: string | null;
  readonly invoice_id: string | null;
  readonly description: string | null;
  /** `payment`, `refund`, `chargeback`, … as received. */
  readonly type: string | null;
  /** `C`: the account received the money; `D`: the account paid it. */
  readonly debit_credit: string | null;
  /** Integer minor units, never negative: see `debit_credit`. */
  readonly amount: number | null;
  /** Integer minor units; the amount after costs. */
  readonly net: number | null;
  /** ISO 4217. */
  readonly currency: string | null;
  /** As received; see {@link normaliseStatus}. */
  readonly status: string | null;
  readonly financial_status: string | null;
  readonly payment_method: string | null;
  readonly site_id: string | null;
  readonly created: string | null;
  readonly updated: string | null;
  /** `null` if it is not completed. */
  readonly completed: string | null;
  readonly costs: readonly ListedCost[];
  readonly customer: {
    readonly email: string | null;
    readonly first_name: string | null;
    readonly last_name: string | null;
    readonly iban: string | null;
  };
  readonly dispute: ListedDispute | null;
  /** `null` if unset: the list has empty text then, an order has no field. */
  readonly var1: string | null;
  readonly var2: string | null;
  readonly var3: string | null;
}

/** One page of the transactions list, newest first (spec §4.3). */
export interface TransactionsPage {
  readonly items: readonly ListedTransaction[];
  /** The cursor for older transactions; `null` if the service gave none. */
  readonly after: string | null;
  /** The cursor for newer transactions. */
  readonly before: string | null;
}
