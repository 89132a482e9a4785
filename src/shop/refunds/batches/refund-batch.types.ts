import type { Fault, Money } from '../../../protocol/index.js';
import type { RefundBatchState, RefundState, RefusedRow } from '../../refund-records/index.js';

/** One refund of a batch. */
export interface RefundBatchRow {
  /** The shop's own id of the order. */
  readonly orderId: string;
  /** At least one minor unit, in the currency of the payment. */
  readonly amount: Money;
  /** The reason, 1 to 200 characters, no HTML; the customer may read it. */
  readonly reason: string;
  /** Identifies this refund, 1 to 120 characters: for example the id of a return. */
  readonly key: string;
}

/** Refunds that are requested together: as rows, or as CSV with a header `order id, amount, currency, reason, key`. */
export type RefundBatchContents = { readonly rows: readonly RefundBatchRow[] } | { readonly csv: string | Uint8Array };

/** A requested batch. */
export type RefundBatchInput = RefundBatchContents & {
  /** Name of the terminal group. */
  readonly group: string;
  /** Identifies this batch, 1 to 120 characters: for example the name of the file. */
  readonly key: string;
  /** Who requests it, by a name of the shop's own; at most 120 characters. */
  readonly by?: string;
  /** The reason, at most 500 characters; with `by`, recorded as the decision of that person. */
  readonly why?: string;
  /** Called now and then with the number of its stored refunds, and awaited. */
  readonly onProgress?: (done: number, of: number) => unknown;
};

/** Refunds of one currency. */
export interface RefundBatchTotal {
  readonly refunds: number;
  readonly amount: Money;
}

/** What a batch would do; nothing of it has been done. */
export interface RefundBatchPreview {
  readonly refunds: number;
  /** Of all rows, one for each currency. */
  readonly totals: readonly RefundBatchTotal[];
  /** Of the rows that are on record already, under their keys, in whatever state: they are not requested again. */
  readonly known: readonly RefundBatchTotal[];
  /**
   * Rows under new keys whose order has a refund of the same amount, with the line and the key of that refund. They are
   * requested; a spreadsheet may have changed the keys of a file that was submitted before.
   */
  readonly alike: readonly Fault[];
  /** How long sending takes if every answer comes as expected, in milliseconds. */
  readonly durationMs: number;
}

/** A batch and its progress. Times in epoch milliseconds (UTC). */
export interface RefundBatch {
  readonly id: string;
  readonly group: string;
  readonly key: string;
  readonly state: RefundBatchState;
  /** How many refunds it has. */
  readonly size: number;
  /** The person who asked for it; null when no one was named, or erased. */
  readonly askedBy: string | null;
  /** Its refunds by state; a missing state means 0. */
  readonly counts: Readonly<Partial<Record<RefundState, number>>>;
  /** One for each currency, of all stored refunds. */
  readonly totals: readonly RefundBatchTotal[];
  /** Rows that another refund made impossible meanwhile. */
  readonly refused: readonly RefusedRow[];
  /** Rows that were on record before, as refunds of another batch or of none: they belong to it still. */
  readonly known: number;
  /** When its last refund is sent if every answer comes as expected; null when none waits, or while nothing is sent. */
  readonly estimatedEnd: number | null;
  readonly createdAt: number;
}
