import type { OwnLeases } from './own-rows.js';

/** Where the rows of a `RowWorker` come from; as a rule {@link LeasedRows}. */
export interface RowSource<Row> {
  /** How long a lease lasts, in milliseconds. */
  readonly leaseMs: number;
  /** How long it is until the next row is due, in milliseconds; null where no claim has found that out. */
  readonly idleMs: number | null;
  /** Of rows that this process writes as its own; absent: it writes none. */
  readonly own?: OwnLeases<Row>;
  /** Takes up to `limit` rows that are due, under a lease. */
  claim(limit: number): Promise<Row[]>;
  /** Extends the lease of a row that is still being worked on. */
  renew(row: Row): Promise<unknown>;
  /** Lets go of rows that were claimed and not begun. */
  release(rows: readonly Row[]): Promise<void>;
  /** Whether a row may have killed a process before; of such rows one is worked on at a time. */
  mayHaveCrashed(row: Row): boolean;
  /** Remembers that work on rows has ended in this process, and that the database did not take down how. */
  unrecorded(rows: readonly Row[]): void;
}

/** The work of a `RowWorker`. */
export interface RowHandler<Row> {
  readonly rows: RowSource<Row>;
  /** Works on one row and records how it ended. Must be safe to repeat. */
  perform(row: Row): Promise<void>;
  /** How many rows are worked on at a time; default 20. */
  readonly places?: number;
  /**
   * Whether rows of this process's own count among these places, because each keeps a connection to the database; default:
   * they have as many besides.
   */
  readonly sharesPlaces?: boolean;
  /** For work that is cheaper when done together. */
  readonly batches?: BatchWork<Row>;
}

/** How rows are worked on together. */
export interface BatchWork<Row> {
  /** How many rows one batch may take now; with 1 they are worked on one by one, side by side. */
  readonly size: number;
  /** How many batches there may be at a time. */
  readonly atOnce: number;
  /** Whether a single row is a batch, too; default: it is worked on by itself. */
  readonly ofOne?: boolean;
  /** Which rows go together, and which go by themselves. */
  split(rows: readonly Row[]): (readonly Row[])[];
  /**
   * Works on rows together and records how they ended. Must be safe to repeat.
   *
   * @returns those that have to be worked on one by one after all
   */
  perform(rows: readonly Row[]): Promise<readonly Row[]>;
}
