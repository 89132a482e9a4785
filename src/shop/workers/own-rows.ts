import type { Claimable } from '../../database/engine/index.js';

/** What a row is written with that belongs to a process from the start, as if that had claimed it just then. */
export type OwnLease = Pick<Claimable, 'attempts' | 'dueAt' | 'leaseToken' | 'leaseUntil'>;

/** The leases of rows that a process writes as its own. */
export interface OwnLeases<Row> {
  /** One that begins now. */
  next(): OwnLease;
  /** Whether enough of its lease is left for a row to be begun, or to go on waiting. */
  isFresh(row: Row): boolean;
  /** Lets go of rows that were not begun, as if they had never had a lease: they are due at once, for any process. */
  giveBack(rows: readonly Row[]): Promise<void>;
}

/** Places of a worker that are kept for rows until the transaction that writes them has ended; that takes either of the two. */
export interface KeptPlaces<Row> {
  readonly count: number;
  /** What the rows are to be written with; null where there is no place. */
  readonly lease: OwnLease | null;
  /** The rows, no more than {@link count}, are committed under that lease: the work on them begins. */
  take(rows: readonly Row[]): void;
  /** There are none after all. Does nothing after {@link take}. */
  drop(): void;
}

/** Where a process has no place for rows of its own. */
export const NO_PLACES: KeptPlaces<never> = { count: 0, lease: null, take: () => undefined, drop: () => undefined };

/** How many rows of its own a process has at a time. */
export interface OwnBounds {
  /** Those that wait, and those that are not committed yet, included. */
  readonly most: number;
  /** How many are begun together. */
  readonly size: number;
  /** How often as many are begun beside others. */
  readonly atOnce: number;
}

/** The work on {@link OwnRows}. */
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

/** How often in a lease it is looked whether a row has waited for too long. */
const CHECKS_PER_LEASE = 3;

/**
 * Rows that a process writes under its own lease, and works on as soon as they are committed, without claiming them. One
 * that cannot be begun soon is given back: were its lease to run out instead, it would look as if it had ended its process.
 */
export class OwnRows<Row> {
  private taken = 0;
  private underWayNow = 0;
  private waiting: Row[] = [];
  private timer: NodeJS.Timeout | undefined;
  private readonly tasks = new Set<Promise<unknown>>();

  constructor(private readonly work: OwnWork<Row>) {}

  /** How many there are. */
  get size(): number {
    return this.taken;
  }

  /** How often some have been begun together, and have not ended. */
  get begun(): number {
    return this.underWayNow;
  }

  /** The transactions that have kept places, and the work on rows. */
  get underWay(): Iterable<Promise<unknown>> {
    return this.tasks;
  }

  /** Keeps as many of the wanted places as there are. */
  keep(wanted: number): KeptPlaces<Row> {
    const count = Math.min(wanted, this.work.isStopped() ? 0 : this.work.bounds().most - this.taken);
    if (count <= 0) return NO_PLACES;
    this.taken += count;
    let release: (() => void) | null = null;
    // A stop waits for the transaction as for the work: the rows are given back then.
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

  /** Resolves when there are none. What has not been begun is given back first where the worker is stopped. */
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
