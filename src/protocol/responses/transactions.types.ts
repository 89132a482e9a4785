/** A cost of a listed transaction. In minor units, unlike the costs of an order (protocol §2.8). */
export interface ListedCost {
  /** Integer minor units. */
  readonly amount: number | null;
  readonly description: string | null;
  /** Who bears it. */
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
 * A hint, not a truth: it tells which orders are worth a read, and is never booked from. Times are the service's
 * zone-less texts; see {@link parseServiceTime}.
 */
export interface ListedTransaction {
  /** The service's identifier; up to 25 digits as text. */
  readonly transaction_id: string | null;
  /** The merchant's identifier of the order; of the refund or capture itself where it has one of its own. */
  readonly order_id: string | null;
  readonly invoice_id: string | null;
  readonly description: string | null;
  /** `payment`, `refund`, `chargeback`, … as it came. */
  readonly type: string | null;
  /** `C`: the money came in; `D`: it went out. */
  readonly debit_credit: string | null;
  /** Integer minor units, never negative: see `debit_credit`. */
  readonly amount: number | null;
  /** Integer minor units; what is left of the amount after costs. */
  readonly net: number | null;
  /** ISO 4217. */
  readonly currency: string | null;
  /** As it came; see {@link normaliseStatus}. */
  readonly status: string | null;
  readonly financial_status: string | null;
  readonly payment_method: string | null;
  readonly site_id: string | null;
  readonly created: string | null;
  readonly updated: string | null;
  /** `null` when it is not completed. */
  readonly completed: string | null;
  readonly costs: readonly ListedCost[];
  readonly customer: {
    readonly email: string | null;
    readonly first_name: string | null;
    readonly last_name: string | null;
    readonly iban: string | null;
  };
  readonly dispute: ListedDispute | null;
  /** `null` when unset: the list writes empty text, an order nothing. */
  readonly var1: string | null;
  readonly var2: string | null;
  readonly var3: string | null;
}

/** One page of the transactions list, newest first (spec §4.3). */
export interface TransactionsPage {
  readonly items: readonly ListedTransaction[];
  /** Where older transactions go on; `null` when the service gave no cursor. */
  readonly after: string | null;
  /** Where newer transactions go on. */
  readonly before: string | null;
}
