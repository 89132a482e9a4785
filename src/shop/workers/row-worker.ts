import { AsyncResource } from 'node:async_hooks';
import { waitAtMost } from '../../support/index.js';
import { messages, type ThrottledLogger } from '../core/index.js';

/** The work of a {@link RowWorker}. */
export interface RowHandler<Row> {
  /** Takes up to `limit` rows that are due, under a lease. */
  claim(limit: number): Promise<Row[]>;
  /** Works on one row and records how it ended. Must be safe to repeat. */
  perform(row: Row): Promise<void>;
  /** Extends the lease of a row that is still being worked on. */
  renew(row: Row): Promise<unknown>;
  /** How long a lease lasts, in milliseconds. */
  readonly leaseMs: number;
  /** Whether a row may have killed a process before; of such rows one is worked on at a time. */
  mayHaveCrashed(row: Row): boolean;
  /** Lets go of rows that were claimed and not begun. */
  release(rows: readonly Row[]): Promise<void>;
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
  /** Which rows go together, and which go by themselves. */
  split(rows: readonly Row[]): (readonly Row[])[];
  /**
   * Works on rows together and records how they ended. Must be safe to repeat.
   *
   * @returns those that have to be worked on one by one after all
   */
  perform(rows: readonly Row[]): Promise<readonly Row[]>;
}

/** How many rows are worked on at a time: one that hangs keeps a single place, not its neighbours. */
const CONCURRENCY = 20;
const INTERVAL_MS = 1_000;
/** How often a lease is renewed while it lasts, so that one renewal may fail. */
const RENEWALS_PER_LEASE = 3;

/**
 * Claims and performs work while there is some, woken by {@link wake} and, as a safety net, once a second. Rows are
 * independent: a slow or failing one never holds up the others, and its lease is renewed for as long as it takes, so
 * that it is not begun a second time meanwhile.
 */
export class RowWorker<Row> {
  private readonly underWay = new Set<Promise<void>>();
  /**
   * The loop's own asynchronous context. In that of whoever kicks it, a transaction may be open, which work would join
   * on SQLite: it would see what is not committed, and tell the world of it (scenario X4).
   */
  private readonly context = new AsyncResource('TillbridgeWorkLoop');
  private readonly renewals = new Set<NodeJS.Timeout>();
  /** Claimed, and left over by their batches: each is worked on by itself when a place is free. */
  private readonly leftOver: Row[] = [];
  private batchesUnderWay = 0;
  private suspect: Row | null = null;
  private pumping: Promise<void> | null = null;
  private isWanted = false;
  private isStopped = true;
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly work: RowHandler<Row>,
    private readonly logger: ThrottledLogger,
  ) {}

  /** Works off what is due now and ends; {@link stop} ends it sooner. For a loop that is not started. */
  async run(): Promise<void> {
    this.isStopped = false;
    this.wake();
    while (this.pumping !== null || this.underWay.size > 0) {
      await this.pumping;
      await Promise.all(this.underWay);
    }
    this.isStopped = true;
  }

  /** Starts looking for work; a second call changes nothing. */
  start(): void {
    if (!this.isStopped) return;
    this.isStopped = false;
    this.timer = setInterval(() => this.wake(), INTERVAL_MS);
    this.timer.unref();
    this.wake();
  }

  /**
   * Takes no more work and waits for what is under way, but not for ever: what hangs is left to whoever takes it over
   * when its lease has run out.
   *
   * @param patienceMs - longest wait, in milliseconds of real time
   */
  async stop(patienceMs: number): Promise<void> {
    this.isStopped = true;
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
    const work = this.lastWork().then(() => true);
    const hasEnded = await waitAtMost(work, { ms: patienceMs, late: () => false });
    for (const renewal of this.renewals) clearInterval(renewal);
    if (!hasEnded) this.logger.error(messages.workLeft(this.underWay.size, patienceMs));
  }

  /** Says that there is work; does nothing while the loop is stopped. */
  wake(): void {
    if (this.isStopped) return;
    this.isWanted = true;
    this.pumping ??= this.context
      .runInAsyncScope(() => this.pump())
      .finally(() => {
        this.pumping = null;
        if (this.isWanted) this.wake();
      });
  }

  /** Performs everything that is due now, whether the loop runs or not, and waits for it. Answers how much it was. */
  async drain(): Promise<number> {
    let performed = 0;
    for (;;) {
      const rows = await this.work.claim(this.work.batches?.size ?? this.work.places ?? CONCURRENCY);
      const suspects = rows.filter((row) => this.work.mayHaveCrashed(row));
      const others = rows.filter((row) => !suspects.includes(row));
      await Promise.all(this.split(others).map((group) => this.perform(group)));
      suspects.push(...this.leftOver.splice(0));
      for (const row of suspects) await this.perform([row]);
      performed += rows.length;
      if (rows.length === 0) return performed;
    }
  }

  private async lastWork(): Promise<void> {
    await this.pumping;
    await Promise.all(this.underWay);
    await this.letGoOf(this.leftOver.splice(0));
  }

  private async letGoOf(rows: readonly Row[]): Promise<void> {
    if (rows.length > 0) await this.tryTo('given back', () => this.work.release(rows));
  }

  private async pump(): Promise<void> {
    while (this.isWanted && !this.isStopped) {
      this.beginLeftOver();
      const free = this.room();
      if (free === 0) {
        await Promise.race(this.underWay);
        continue;
      }
      this.isWanted = false;
      const rows = await this.claim(free);
      // The shutdown may be over by now, and the database closed: others take them on.
      if (this.isStopped) return this.letGoOf(rows);
      for (const group of this.split(await this.admit(rows))) this.begin(group);
      if (rows.length === free) this.isWanted = true;
    }
  }

  /** All but surplus suspects: two that died together are told apart by trying them one by one. */
  private async admit(rows: readonly Row[]): Promise<Row[]> {
    const suspects = rows.filter((row) => this.work.mayHaveCrashed(row));
    const surplus = suspects.slice(this.suspect === null ? 1 : 0);
    this.suspect ??= suspects[0] ?? null;
    if (surplus.length > 0) await this.tryTo('given back', () => this.work.release(surplus));
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

  private beginLeftOver(): void {
    for (const row of this.leftOver.splice(0, this.places)) this.begin([row]);
  }

  /** A suspect is worked on apart from the others of its kind. */
  private split(rows: readonly Row[]): (readonly Row[])[] {
    const { batches } = this.work;
    if (!batches) return rows.map((row) => [row]);
    const suspects = rows.filter((row) => this.work.mayHaveCrashed(row));
    const groups = batches.split(rows.filter((row) => !suspects.includes(row)));
    return [...suspects.map((row) => [row]), ...groups.filter((group) => group.length > 0)];
  }

  private begin(rows: readonly Row[]): void {
    const batches = rows.length > 1 ? 1 : 0;
    this.batchesUnderWay += batches;
    const task = this.perform(rows).finally(() => {
      this.underWay.delete(task);
      this.batchesUnderWay -= batches;
      const wasSuspect = this.suspect !== null && rows.includes(this.suspect);
      if (wasSuspect) this.suspect = null;
      // The next suspect may have waited for this one.
      if (wasSuspect || this.leftOver.length > 0) this.wake();
    });
    this.underWay.add(task);
  }

  private async claim(limit: number): Promise<Row[]> {
    return (await this.tryTo('claimed', () => this.work.claim(limit))) ?? [];
  }

  private async tryTo<T>(what: string, action: () => Promise<T>): Promise<T | null> {
    try {
      return await action();
    } catch (error) {
      this.logger.error(messages.workUntouchable(what, (error as Error).message));
      return null;
    }
  }

  /** What `perform` could not even record (the database is gone, say) comes back when the lease has run out. */
  private async perform(rows: readonly Row[]): Promise<void> {
    const renew = (): void => rows.forEach((row) => void this.renew(row));
    const renewal = setInterval(renew, this.work.leaseMs / RENEWALS_PER_LEASE);
    renewal.unref();
    this.renewals.add(renewal);
    try {
      const [only, ...others] = rows;
      if (this.work.batches && others.length > 0) this.leftOver.push(...(await this.work.batches.perform(rows)));
      else if (only !== undefined) await this.work.perform(only);
    } catch (error) {
      this.logger.error(messages.workUnrecorded((error as Error).message));
    } finally {
      clearInterval(renewal);
      this.renewals.delete(renewal);
    }
  }

  private async renew(row: Row): Promise<void> {
    try {
      await this.work.renew(row);
    } catch (error) {
      this.logger.warn(messages.leaseNotRenewed((error as Error).message));
    }
  }
}
