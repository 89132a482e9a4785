import type { Claimable } from '../../database/engine/index.js';

/** The lease with which a process writes a row as its own, as if the process had claimed it just then. */
export type OwnLease = Pick<Claimable, 'attempts' | 'dueAt' | 'leaseToken' | 'leaseUntil'>;

/** The leases of rows that a process writes as its own. */
export interface OwnLeases<Row> {
  /** A lease that begins now. */
  next(): OwnLease;
  /** Whether enough of the row's lease is left to begin it, or to let it wait longer. */
  isFresh(row: Row): boolean;
  /** Gives back rows that were not begun, as if they had never had a lease: they are due at once, for any process. */
  giveBack(rows: readonly Row[]): Promise<void>;
}

/** Places of a worker that are kept for rows until the transaction that writes them has ended. It then calls `take` or `drop`. */
export interface KeptPlaces<Row> {
  readonly count: number;
  /** The lease to write the rows with; null where there is no place. */
  readonly lease: OwnLease | null;
  /** Called when the rows, at most {@link count}, are committed under that lease: the work on them begins. */
  take(rows: readonly Row[]): void;
  /** Called when there are no rows. It does nothing after {@link take}. */
  drop(): void;
}

/** For a process without a place for its own rows. */
export const NO_PLACES: KeptPlaces<never> = { count: 0, lease: null, take: () => undefined, drop: () => undefined };

/** Limits for a process's own rows. */
export interface OwnBounds {
  /** The greatest number of rows, including those that wait or are not committed yet. */
  readonly most: number;
  /** How many rows are begun together. */
  readonly size: number;
  /** How many such groups may be in work at a time. */
  readonly atOnce: number;
}

/** What {@link OwnRows} needs. */
export interface OwnWork<Row> {
  readonly leaseMs: number;
  readonly leases: OwnLeases<Row>;
  readonly isStopped: () => boolean;
  readonly bounds: () => OwnBounds;
  /** Works on rows; must not reject. */
  readonly perform: (rows: readonly Row[]) => Promise<unknown>;
  /** Gives rows back; must not reject. */
  readonly giveBack: (rows: readonly Row[]) => Promise<unknown>;
}

/** How often during a lease rows are checked that have waited for too long. */
const CHECKS_PER_LEASE = 3;

/**
 * Rows that a process writes under its own lease and processes as soon as they are committed, without claiming them. A row
 * that cannot be begun soon is given back: if its lease ran out instead, it would look as if it had ended its process.
 */
export class OwnRows<Row> {
  private taken = 0;
  private underWayNow = 0;
  private waiting: Row[] = [];
  private timer: NodeJS.Timeout | undefined;
  private readonly tasks = new Set<Promise<unknown>>();

  constructor(private readonly work: OwnWork<Row>) {}

  /** How many rows there are. */
  get size(): number {
    return this.taken;
  }

  /** How many groups have been begun and have not ended. */
  get begun(): number {
    return this.underWayNow;
  }

  /** The transactions that have kept places, and the work on rows. */
  get underWay(): Iterable<Promise<unknown>> {
    return this.tasks;
  }

  /** Keeps as many of the wanted places as are free. */
  keep(wanted: number): KeptPlaces<Row> {
    const count = Math.min(wanted, this.work.isStopped() ? 0 : this.work.bounds().most - this.taken);
    if (count <= 0) return NO_PLACES;
    this.taken += count;
    let release: (() => void) | null = null;
    // A stop waits for the transaction as well as for the work, and then gives the rows back.
    this.add(new Promise<void>((resolve) => (release = resolve)));
    const end = (rows: readonly Row[]): void => {
      if (release === null) return;
      this.taken -= count - rows.length;
      this.waiting.push(...rows);
      this.beginSome();
      release();
      release = null;
    };
    return { count, lease: this.work.leases.next(), take: end, drop: () => end([]) };
  }

  /** Resolves when there are no rows left. A stopped worker first gives back what it has not begun. */
  async ended(): Promise<void> {
    this.beginSome();
    while (this.tasks.size > 0) await Promise.all(this.tasks);
  }

  private beginSome(): void {
    const mayWait = (row: Row): boolean => !this.work.isStopped() && this.work.leases.isFresh(row);
    const back = this.waiting.filter((row) => !mayWait(row));
    if (back.length > 0) {
      this.waiting = this.waiting.filter((row) => !back.includes(row));
      this.end(back, this.work.giveBack(back));
    }
    for (let { size, atOnce } = this.work.bounds(); this.waiting.length > 0 && this.begun < atOnce;) {
      this.begin(this.waiting.splice(0, size));
    }
    this.watch();
  }

  private begin(rows: readonly Row[]): void {
    this.underWayNow += 1;
    const ended = this.work.perform(rows).finally(() => (this.underWayNow -= 1));
    this.end(rows, ended);
  }

  private end(rows: readonly Row[], task: Promise<unknown>): void {
    this.add(
      task.finally(() => {
        this.taken -= rows.length;
        this.beginSome();
      }),
    );
  }

  private watch(): void {
    if (this.waiting.length === 0) {
      clearInterval(this.timer);
      this.timer = undefined;
      return;
    }
    this.timer ??= setInterval(() => this.beginSome(), this.work.leaseMs / CHECKS_PER_LEASE).unref();
  }

  private add(task: Promise<unknown>): void {
    this.tasks.add(task);
    void task.finally(() => this.tasks.delete(task));
  }
}
