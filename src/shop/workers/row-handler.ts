import type { OwnLeases } from './own-rows.js';

/** The source of the rows of a `RowWorker`, usually {@link LeasedRows}. */
export interface RowSource<Row> {
  /** How long a lease lasts, in milliseconds. */
  readonly leaseMs: number;
  /** The time until the next row is due, in milliseconds; null when no claim has found it out. */
  readonly idleMs: number | null;
  /** Leases of rows that this process writes as its own; absent: it writes none. */
  readonly own?: OwnLeases<Row>;
  /** Takes up to `limit` rows that are due, under a lease. */
  claim(limit: number): Promise<Row[]>;
  /** Extends the lease of a row in work. */
  renew(row: Row): Promise<unknown>;
  /** Releases rows that were claimed and not begun. */
  release(rows: readonly Row[]): Promise<void>;
  /** Whether a row may have killed a process before; such rows are processed one at a time. */
  mayHaveCrashed(row: Row): boolean;
  /** Remembers rows whose work has ended in this process, and whose result could not be recorded. */
  unrecorded(rows: readonly Row[]): void;
  /** Records results that could not be recorded when they came. Rejects, and keeps them, while the database is away. */
  recordLate(): Promise<void>;
}

/** The work of a `RowWorker`. */
export interface RowHandler<Row> {
  readonly rows: RowSource<Row>;
  /** Processes one row and records the result. Must be safe to repeat. */
  perform(row: Row): Promise<void>;
  /** How many rows are processed at a time; default 20. */
  readonly places?: number;
  /**
   * Whether this process's own rows count among these places, because each holds a connection to the database; default: they
   * have as many extra places.
   */
  readonly sharesPlaces?: boolean;
  /** For work that is cheaper when done together. */
  readonly batches?: BatchWork<Row>;
}

/** How rows are processed together. */
export interface BatchWork<Row> {
  /** How many rows one batch may take now; with 1, rows are processed one by one, in parallel. */
  readonly size: number;
  /** How many batches there may be at a time. */
  readonly atOnce: number;
  /** Whether a single row that was claimed is a batch, too; default: it is processed by itself. */
  readonly ofOne?: boolean;
  /** Which rows belong together, and which are processed alone. */
  split(rows: readonly Row[]): (readonly Row[])[];
  /**
   * Processes rows together and records the results. Must be safe to repeat.
   *
   * @returns the rows that must be processed one by one after all
   */
  perform(rows: readonly Row[]): Promise<readonly Row[]>;
}
