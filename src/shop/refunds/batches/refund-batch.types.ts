import type { Money } from '../../../protocol/index.js';
import type { RefundBatchState, RefundState, RefusedRow } from '../../refund-records/index.js';

/** One refund of a batch. */
export interface RefundBatchRow {
  /** The shop's own id of the order. */
  readonly orderId: string;
  /** Of at least one minor unit, in the currency that was paid. */
  readonly amount: Money;
  /** Why, 1 to 200 characters, no HTML; the customer may read it. */
  readonly reason: string;
  /** What makes this refund this one, 1 to 120 characters: the id of a return, say. */
  readonly key: string;
}

/** Refunds that are asked for together: as rows, or as CSV with a header `order id, amount, currency, reason, key`. */
export type RefundBatchContents = { readonly rows: readonly RefundBatchRow[] } | { readonly csv: string | Uint8Array };

/** A batch that is asked for. */
export type RefundBatchInput = RefundBatchContents & {
  /** Name of the terminal group. */
  readonly group: string;
  /** What makes this batch this one, 1 to 120 characters: the name of the file, say. */
  readonly key: string;
  /** Whoever asks for it, by a name of the shop's own; at most 120 characters. */
  readonly by?: string;
  /** Why, at most 500 characters; with `by`, recorded as what that person decided. */
  readonly why?: string;
  /** Told how many of its refunds are on record, now and then, and waited for. */
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
  /** One for each currency. */
  readonly totals: readonly RefundBatchTotal[];
  /** How long sending takes if every answer comes as expected, in milliseconds. */
  readonly durationMs: number;
}

/** A batch, and how far it has come. Times in epoch milliseconds (UTC). */
export interface RefundBatch {
  readonly id: string;
  readonly group: string;
  readonly key: string;
  readonly state: RefundBatchState;
  /** How many refunds it has. */
  readonly size: number;
  /** Whoever asked for it; null when not said, or erased. */
  readonly askedBy: string | null;
  /** Its refunds by state; those that are not there are 0. */
  readonly counts: Readonly<Partial<Record<RefundState, number>>>;
  /** One for each currency, of all that is on record. */
  readonly totals: readonly RefundBatchTotal[];
  /** Rows that somebody else's refund made impossible meanwhile. */
  readonly refused: readonly RefusedRow[];
  /** When the last of it is sent if every answer comes as expected; null when none waits, or while nothing is sent. */
  readonly estimatedEnd: number | null;
  readonly createdAt: number;
}
