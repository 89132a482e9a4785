import { messageOf, waitAtMost } from '../../support/index.js';
import { messages, type ThrottledLogger, WORKER_FAILURES } from '../core/index.js';
import { NO_PLACES, OwnRows, type KeptPlaces, type OwnBounds, type OwnLeases } from './own-rows.js';
import { PeriodicWorker, type Rest } from './periodic-worker.js';
import { recordToTheEnd } from './record-to-the-end.js';
import type { RowHandler } from './row-handler.js';
import { whileRenewing } from './while-renewing.js';

/** How long the worker rests when it does not know when the next row is due, in milliseconds. */
const UNKNOWN_REST_MS = 1_000;
/** How many rows are processed at a time: a row that hangs blocks one place, not its neighbours. */
const CONCURRENCY = 20;
/** How many batches of own rows there may be for each one in work: the others wait, and need not be claimed later. */
const OWN_BATCHES = 8;

/**
 * Claims and processes rows while there are some, when the next is due, and when it is woken. Rows are independent: a slow or
 * failing row never delays the others. Its lease is renewed while the work lasts, so that it is not begun twice.
 */
export class RowWorker<Row> {
  private readonly loop: PeriodicWorker;
  private readonly own: OwnRows<Row> | null;
  private readonly underWay = new Set<Promise<void>>();
  /** Claimed rows that their batches left over: each is processed by itself when a place is free. */
  private readonly leftOver: Row[] = [];
  private batchesUnderWay = 0;
  /** Whether the last claim took as many rows as it asked for: others may then be due before any row that is written now. */
  private isBehind = false;
  private suspect: Row | null = null;
  private abandoning = new AbortController();

  constructor(
    private readonly work: RowHandler<Row>,
    private readonly logger: ThrottledLogger,
    restMs?: () => number,
  ) {
    this.loop = new PeriodicWorker(() => this.beginSome(), logger, restMs);
    this.own = this.ownRows(work.rows.own);
  }

  /** Processes what is due now and ends; {@link stop} ends it sooner. For a worker that is not started. */
  async run(): Promise<void> {
    this.loop.open();
    while (this.loop.current !== null || this.underWay.size > 0) {
      await this.loop.current;
      await Promise.all(this.underWay);
    }
    this.loop.halt();
  }

  /** Starts; a second call changes nothing. */
  start(): void {
    this.loop.start();
  }

  /**
   * Takes no more work and waits for work in progress. Another process takes over what hangs when its lease ends.
   *
   * @param patienceMs - longest wait, in milliseconds of real time
   */
  async stop(patienceMs: number): Promise<void> {
    this.loop.halt();
    const work = this.lastWork().then(() => true);
    const hasEnded = await waitAtMost(work, { ms: patienceMs, late: () => false });
    this.abandoning.abort();
    this.abandoning = new AbortController();
    if (!hasEnded) this.logger.error(messages.workLeft(this.underWay.size + this.ownCount || 1, patienceMs));
  }

  /** Reports that there is work; does nothing while the worker is stopped. */
  wake(): void {
    this.loop.wake();
  }

  /** Keeps places for rows of this process's own; none while stopped or behind: the newest would be begun first. */
  keepPlaces(wanted: number): KeptPlaces<Row> {
    return (this.isBehind ? null : this.own?.keep(wanted)) ?? NO_PLACES;
  }

  /** Processes everything that is due now, started or not, and waits for it. Returns the number of rows. */
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
      if (rows.length === 0 && this.ownCount === 0) return performed;
      await this.own?.ended();
    }
  }

  private get ownCount(): number {
    return this.own?.size ?? 0;
  }

  private ownRows(leases: OwnLeases<Row> | undefined): OwnRows<Row> | null {
    if (!leases) return null;
    return new OwnRows({
      leases,
      leaseMs: this.work.rows.leaseMs,
      isStopped: () => this.loop.isStopped,
      bounds: () => this.ownBounds,
      perform: (rows) => this.loop.inContext(() => this.performOwn(rows)),
      giveBack: (rows) => this.loop.inContext(() => this.tryTo('release', () => leases.giveBack(rows))),
    });
  }

  /** Batches may wait: at times more rows come than can be begun, for example after the start of a process. */
  private get ownBounds(): OwnBounds {
    const { batches, places = CONCURRENCY } = this.work;
    if (!batches || batches.size === 1)
      return { most: places, size: 1, atOnce: this.beside(this.underWay.size, places) };
    const { size, atOnce } = batches;
    return { most: OWN_BATCHES * size * atOnce, size, atOnce: this.beside(this.batchesUnderWay, atOnce) };
  }

  /** The limit for own or for claimed rows, beside those of the other kind. Neither kind may block the other. */
  private beside(others: number, most: number): number {
    return this.work.sharesPlaces ? Math.max(1, most - others) : most;
  }

  private async performOwn(rows: readonly Row[]): Promise<void> {
    await Promise.all(this.split(rows).map((group) => this.perform(group, this.isBatch(group, true))));
    // The loop processes leftovers and retries. Without a wake it may rest until the next row that the last claim saw.
    if (this.leftOver.length > 0 || this.work.rows.idleMs === null) this.wake();
  }

  private async lastWork(): Promise<void> {
    const { signal } = this.abandoning;
    // Rows that were not begun are given back at once, before the others have ended.
    const own = this.own?.ended();
    await this.loop.current;
    await Promise.all(this.underWay);
    await own;
    await this.letGoOf(this.leftOver.splice(0));
    await recordToTheEnd(this.work.rows, signal);
  }

  private async letGoOf(rows: readonly Row[]): Promise<void> {
    if (rows.length > 0) await this.tryTo('release', () => this.work.rows.release(rows));
  }

  /** Claims as many rows as there are free places, and begins them. */
  private async beginSome(): Promise<Rest> {
    for (const row of this.leftOver.splice(0, this.places)) this.begin([row], false);
    const free = this.room();
    if (free === 0) {
      await Promise.race([...this.underWay, ...(this.own?.underWay ?? [])]);
      return { atMostMs: 0 };
    }
    const rows = await this.tryTo('claim', () => this.work.rows.claim(free));
    // The known time of the next row is older than the failure: it may be due, and the claim would repeat without a pause.
    if (rows === null) return { atMostMs: UNKNOWN_REST_MS };
    // The shutdown may be over by now, and the database closed. Other processes take these rows.
    if (this.loop.isStopped) await this.letGoOf(rows);
    else for (const group of this.split(await this.admit(rows))) this.begin(group, this.isBatch(group));
    this.isBehind = rows.length === free;
    if (this.isBehind) return { atMostMs: 0 };
    return { atMostMs: this.work.rows.idleMs ?? UNKNOWN_REST_MS };
  }

  /** All rows except surplus suspects: suspects that died together are told apart by trying them one by one. */
  private async admit(rows: readonly Row[]): Promise<Row[]> {
    const suspects = rows.filter((row) => this.work.rows.mayHaveCrashed(row));
    const surplus = suspects.slice(this.suspect === null ? 1 : 0);
    this.suspect ??= suspects[0] ?? null;
    await this.letGoOf(surplus);
    return rows.filter((row) => !surplus.includes(row));
  }

  private get places(): number {
    const { places = CONCURRENCY } = this.work;
    return Math.max(0, this.beside(this.own?.begun ?? 0, places) - this.underWay.size);
  }

  /** How many rows may be claimed now. */
  private room(): number {
    const { batches } = this.work;
    if (!batches || batches.size === 1 || this.places === 0) return this.places;
    return this.batchesUnderWay < this.beside(this.own?.begun ?? 0, batches.atOnce) ? batches.size : 0;
  }

  /** A suspect is processed apart from the others of its kind. */
  private split(rows: readonly Row[]): (readonly Row[])[] {
    const { batches } = this.work;
    if (!batches) return rows.map((row) => [row]);
    const suspects = rows.filter((row) => this.work.rows.mayHaveCrashed(row));
    const groups = batches.split(rows.filter((row) => !suspects.includes(row)));
    return [...suspects.map((row) => [row]), ...groups.filter((group) => group.length > 0)];
  }

  /** Own rows always: few are in work at a time, so one that has to wait is left over, and waits elsewhere. */
  private isBatch(rows: readonly Row[], isOwn = false): boolean {
    const { batches } = this.work;
    if (!batches || rows.length > 1) return batches !== undefined;
    return (isOwn || !!batches.ofOne) && batches.size > 1 && !rows.some((row) => this.work.rows.mayHaveCrashed(row));
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

  private async tryTo<T>(at: 'claim' | 'release', action: () => Promise<T>): Promise<T | null> {
    try {
      return await action();
    } catch (error) {
      const message = messageOf(error);
      this.logger.error(messages.workerFailed(WORKER_FAILURES[at], message), message);
      return null;
    }
  }

  /** If not even the result can be recorded (for example the database is gone), the row is processed again. */
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
      this.logger.error(messages.workUnrecorded(messageOf(error)));
    }
  }

  private async renew(row: Row): Promise<void> {
    try {
      await this.work.rows.renew(row);
    } catch (error) {
      this.logger.warn(messages.leaseNotRenewed(messageOf(error)));
    }
  }
}
