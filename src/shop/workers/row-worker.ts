import { waitAtMost } from '../../support/index.js';
import { messages, type ThrottledLogger } from '../core/index.js';
import { OwnRows, type KeptPlaces } from './own-rows.js';
import { PeriodicWorker, type Rest } from './periodic-worker.js';
import { whileRenewing } from './while-renewing.js';

/** Where the rows of a {@link RowWorker} come from; as a rule {@link LeasedRows}. */
export interface RowSource<Row> {
  /** How long a lease lasts, in milliseconds. */
  readonly leaseMs: number;
  /** How long it is until the next row is due, in milliseconds; null where no claim has found that out. */
  readonly idleMs: number | null;
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

/** The work of a {@link RowWorker}. */
export interface RowHandler<Row> {
  readonly rows: RowSource<Row>;
  /** Works on one row and records how it ended. Must be safe to repeat. */
  perform(row: Row): Promise<void>;
  /** How many rows are worked on at a time; default 20. */
  readonly places?: number;
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

/** It looks again after this long where nobody knows when the next row is due, in milliseconds. */
const UNKNOWN_REST_MS = 1_000;
/** How many rows are worked on at a time: one that hangs keeps a single place, not its neighbours. */
const CONCURRENCY = 20;

/**
 * Claims and performs work while there is some, when the next is due and whenever it is woken. Rows are independent: a slow or
 * failing one never holds up the others, and its lease is renewed for as long as it takes: it is not begun twice meanwhile.
 */
export class RowWorker<Row> {
  private readonly loop: PeriodicWorker;
  private readonly own: OwnRows<Row>;
  private readonly underWay = new Set<Promise<void>>();
  /** Claimed, and left over by their batches: each is worked on by itself when a place is free. */
  private readonly leftOver: Row[] = [];
  private batchesUnderWay = 0;
  private suspect: Row | null = null;
  private abandoning = new AbortController();

  constructor(
    private readonly work: RowHandler<Row>,
    private readonly logger: ThrottledLogger,
    restMs?: () => number,
  ) {
    this.loop = new PeriodicWorker(() => this.beginSome(), logger, restMs);
    this.own = new OwnRows(work.places ?? CONCURRENCY, (row) =>
      this.loop.inContext(() => (this.loop.isStopped ? this.letGoOf([row]) : this.perform([row], false))),
    );
  }

  /** Works off what is due now and ends; {@link stop} ends it sooner. For a worker that is not started. */
  async run(): Promise<void> {
    this.loop.open();
    while (this.loop.current !== null || this.underWay.size > 0) {
      await this.loop.current;
      await Promise.all(this.underWay);
    }
    this.loop.halt();
  }

  /** Starts looking for work; a second call changes nothing. */
  start(): void {
    this.loop.start();
  }

  /**
   * Takes no more work and waits for what is under way, but not forever: what hangs is taken over when its lease has run out.
   *
   * @param patienceMs - longest wait, in milliseconds of real time
   */
  async stop(patienceMs: number): Promise<void> {
    this.loop.halt();
    const work = this.lastWork().then(() => true);
    const hasEnded = await waitAtMost(work, { ms: patienceMs, late: () => false });
    this.abandoning.abort();
    this.abandoning = new AbortController();
    if (!hasEnded) this.logger.error(messages.workLeft(this.underWay.size + this.own.size, patienceMs));
  }

  /** Says that there is work; does nothing while the worker is stopped. */
  wake(): void {
    this.loop.wake();
  }

  /** Keeps places for rows that are about to be written under a lease of this process; none while the worker is stopped. */
  keepPlaces(wanted: number): KeptPlaces<Row> {
    return this.own.keep(this.loop.isStopped ? 0 : wanted);
  }

  /** Performs everything that is due now, whether the loop runs or not, and waits for it. Answers how much it was. */
  async drain(): Promise<number> {
    let performed = 0;
    for (;;) {
      const rows = await this.work.rows.claim(this.work.batches?.size ?? this.work.places ?? CONCURRENCY);
      const suspects = rows.filter((row) => this.work.rows.mayHaveCrashed(row));
      const others = rows.filter((row) => !suspects.includes(row));
      await Promise.all(this.split(others).map((group) => this.perform(group, this.isBatch(group))));
      suspects.push(...this.leftOver.splice(0));
      for (const row of suspects) await this.perform([row], false);
      performed += rows.length;
      if (rows.length === 0 && this.own.size === 0) return performed;
      await this.own.ended();
    }
  }

  private async lastWork(): Promise<void> {
    await this.loop.current;
    await Promise.all(this.underWay);
    await this.own.ended();
    await this.letGoOf(this.leftOver.splice(0));
  }

  private async letGoOf(rows: readonly Row[]): Promise<void> {
    if (rows.length > 0) await this.tryTo('given back', () => this.work.rows.release(rows));
  }

  /** Claims as many rows as there are places for, and begins them. */
  private async beginSome(): Promise<Rest> {
    for (const row of this.leftOver.splice(0, this.places)) this.begin([row], false);
    const free = this.room();
    if (free === 0) {
      await Promise.race(this.underWay);
      return { atMostMs: 0 };
    }
    const rows = await this.tryTo('claimed', () => this.work.rows.claim(free));
    // What is known of the next row is older than the failure: it may be due, and would be claimed without a pause.
    if (rows === null) return { atMostMs: UNKNOWN_REST_MS };
    // The shutdown may be over by now, and the database closed: others take them on.
    if (this.loop.isStopped) await this.letGoOf(rows);
    else for (const group of this.split(await this.admit(rows))) this.begin(group, this.isBatch(group));
    if (rows.length === free) return { atMostMs: 0 };
    return { atMostMs: this.work.rows.idleMs ?? UNKNOWN_REST_MS };
  }

  /** All but surplus suspects: two that died together are told apart by trying them one by one. */
  private async admit(rows: readonly Row[]): Promise<Row[]> {
    const suspects = rows.filter((row) => this.work.rows.mayHaveCrashed(row));
    const surplus = suspects.slice(this.suspect === null ? 1 : 0);
    this.suspect ??= suspects[0] ?? null;
    await this.letGoOf(surplus);
    return rows.filter((row) => !surplus.includes(row));
  }

  private get places(): number {
    return (this.work.places ?? CONCURRENCY) - this.underWay.size;
  }

  /** How many rows may be claimed now. */
  private room(): number {
    const { batches } = this.work;
    if (!batches || batches.size === 1 || this.places === 0) return this.places;
    return this.batchesUnderWay < batches.atOnce ? batches.size : 0;
  }

  /** A suspect is worked on apart from the others of its kind. */
  private split(rows: readonly Row[]): (readonly Row[])[] {
    const { batches } = this.work;
    if (!batches) return rows.map((row) => [row]);
    const suspects = rows.filter((row) => this.work.rows.mayHaveCrashed(row));
    const groups = batches.split(rows.filter((row) => !suspects.includes(row)));
    return [...suspects.map((row) => [row]), ...groups.filter((group) => group.length > 0)];
  }

  private isBatch(rows: readonly Row[]): boolean {
    const { batches, rows: source } = this.work;
    if (!batches || rows.length > 1) return batches !== undefined;
    return batches.ofOne === true && batches.size > 1 && !rows.some((row) => source.mayHaveCrashed(row));
  }

  private begin(rows: readonly Row[], isBatch: boolean): void {
    const batches = isBatch ? 1 : 0;
    this.batchesUnderWay += batches;
    const task = this.perform(rows, isBatch).finally(() => {
      this.underWay.delete(task);
      this.batchesUnderWay -= batches;
      const wasSuspect = this.suspect !== null && rows.includes(this.suspect);
      if (wasSuspect) this.suspect = null;
      // The next suspect may have waited for this one.
      if (wasSuspect || this.leftOver.length > 0) this.wake();
    });
    this.underWay.add(task);
  }

  private async tryTo<T>(what: string, action: () => Promise<T>): Promise<T | null> {
    try {
      return await action();
    } catch (error) {
      const { message } = error as Error;
      this.logger.error(messages.workUntouchable(what, message), message);
      return null;
    }
  }

  /** What `perform` could not even record (the database is gone, say) is done again. */
  private async perform(rows: readonly Row[], isBatch: boolean): Promise<void> {
    const renew = (): Promise<unknown> => Promise.all(rows.map((row) => this.renew(row)));
    const [only] = rows;
    const { batches } = this.work;
    try {
      await whileRenewing({ leaseMs: this.work.rows.leaseMs, renew, abandoned: this.abandoning.signal }, async () => {
        if (batches && isBatch) this.leftOver.push(...(await batches.perform(rows)));
        else if (only !== undefined) await this.work.perform(only);
      });
    } catch (error) {
      this.work.rows.unrecorded(rows);
      this.logger.error(messages.workUnrecorded((error as Error).message));
    }
  }

  private async renew(row: Row): Promise<void> {
    try {
      await this.work.rows.renew(row);
    } catch (error) {
      this.logger.warn(messages.leaseNotRenewed((error as Error).message));
    }
  }
}
