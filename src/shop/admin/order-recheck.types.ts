/**
 * The outcome for an order: listed only · told: handlers ran, as for any payment · corrected: without handlers · not-paid:
 * its record is right · unread: the service did not answer, or does not know it.
 */
export type RecheckOutcome = 'listed' | 'told' | 'corrected' | 'not-paid' | 'unread';

/** An order that is stored as authorised from before the upgrade. */
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
  /** Code of the error that kept it from being read. */
  readonly error?: string;
}

/** Options of a recheck. */
export interface RecheckOptions {
  /** Name of the terminal group; default: all. */
  readonly group?: string;
  /** Only the record is corrected: no handler is called. */
  readonly silent?: boolean;
  /** When aborted, it ends after the current order. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number) => void;
}

/** The result of a recheck. */
export interface RecheckReport {
  readonly orders: readonly RecheckedOrder[];
  /** False when it was stopped; the same call continues it. */
  readonly complete: boolean;
}
