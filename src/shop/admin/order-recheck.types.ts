/**
 * What became of an order: listed only · told: handlers run, as for any payment · corrected, without handlers · not-paid: it is what it says ·
 * unread: the service did not answer, or does not know it.
 */
export type RecheckOutcome = 'listed' | 'told' | 'corrected' | 'not-paid' | 'unread';

/** An order that stands as authorised since before the upgrade. */
export interface RecheckedOrder {
  readonly group: string;
  /** The shop's own id. */
  readonly orderId: string;
  /** Minor units; ISO 4217. */
  readonly amount: { readonly amount: number; readonly currency: string };
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly status: string | null;
  readonly outcome: RecheckOutcome;
  /** Code of what kept it from being read. */
  readonly error?: string;
}

/** How a recheck is made. */
export interface RecheckOptions {
  /** Name of the terminal group; default: all. */
  readonly group?: string;
  /** Only the record is corrected: no handler is told. */
  readonly silent?: boolean;
  /** Aborted: it ends after the order under way. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number) => void;
}

/** What a recheck came to. */
export interface RecheckReport {
  readonly orders: readonly RecheckedOrder[];
  /** False when it was stopped; the same call goes on. */
  readonly complete: boolean;
}
