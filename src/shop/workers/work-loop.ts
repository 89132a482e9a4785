import type { Logger } from '@nestjs/common';
import { AsyncResource } from 'node:async_hooks';

/** The work of a {@link WorkLoop}. */
export interface Work<Row> {
  /** Takes up to `limit` rows that are due, under a lease. */
  claim(limit: number): Promise<Row[]>;
  /** Works on one row and records how it ended. Must be safe to repeat. */
  perform(row: Row): Promise<void>;
  /** Extends the lease of a row that is still being worked on. */
  renew(row: Row): Promise<unknown>;
  /** How long a lease lasts, in milliseconds. */
  readonly leaseMs: number;
}

/** How many rows are worked on at a time: one that hangs keeps a single place, not its neighbours. */
const CONCURRENCY = 20;
const INTERVAL_MS = 1_000;
/** How often a lease is renewed while it lasts, so that one renewal may fail. */
const RENEWALS_PER_LEASE = 3;

/**
 * Claims and performs work while there is some, woken by {@link kick} and, as a safety net, once a second. Rows are
 * independent: a slow or failing one never holds up the others, and its lease is renewed for as long as it takes, so
 * that it is not begun a second time meanwhile.
 */
export class WorkLoop<Row> {
  private readonly underWay = new Set<Promise<void>>();
  /**
   * The loop's own asynchronous context. In that of whoever kicks it, a transaction may be open, which work would join
   * on SQLite: it would see what is not committed, and tell the world of it (scenario X4).
   */
  private readonly context = new AsyncResource('TillbridgeWorkLoop');
  private pumping: Promise<void> | null = null;
  private isWanted = false;
  private isStopped = true;
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly work: Work<Row>,
    private readonly logger: Logger,
  ) {}

  /** Starts looking for work; a second call changes nothing. */
  start(): void {
    if (!this.isStopped) return;
    this.isStopped = false;
    this.timer = setInterval(() => this.kick(), INTERVAL_MS);
    this.timer.unref();
    this.kick();
  }

  /** Takes no more work and waits for what is under way. */
  async stop(): Promise<void> {
    this.isStopped = true;
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
    await this.pumping;
    await Promise.all(this.underWay);
  }

  /** Says that there is work; does nothing while the loop is stopped. */
  kick(): void {
    if (this.isStopped) return;
    this.isWanted = true;
    this.pumping ??= this.context
      .runInAsyncScope(() => this.pump())
      .finally(() => {
        this.pumping = null;
        if (this.isWanted) this.kick();
      });
  }

  /** Performs everything that is due now, whether the loop runs or not, and waits for it. Answers how much it was. */
  async drain(): Promise<number> {
    let performed = 0;
    for (;;) {
      const rows = await this.work.claim(CONCURRENCY);
      await Promise.all(rows.map((row) => this.perform(row)));
      performed += rows.length;
      if (rows.length === 0) return performed;
    }
  }

  private async pump(): Promise<void> {
    while (this.isWanted && !this.isStopped) {
      const free = CONCURRENCY - this.underWay.size;
      if (free === 0) {
        await Promise.race(this.underWay);
        continue;
      }
      this.isWanted = false;
      const rows = await this.claim(free);
      for (const row of rows) this.begin(row);
      if (rows.length === free) this.isWanted = true;
    }
  }

  private begin(row: Row): void {
    const task = this.perform(row).finally(() => this.underWay.delete(task));
    this.underWay.add(task);
  }

  private async claim(limit: number): Promise<Row[]> {
    try {
      return await this.work.claim(limit);
    } catch (error) {
      this.logger.error(`Work could not be claimed; it is tried again in a moment: ${(error as Error).message}`);
      return [];
    }
  }

  /** What `perform` could not even record (the database is gone, say) comes back when the lease has run out. */
  private async perform(row: Row): Promise<void> {
    const timer = setInterval(() => void this.renew(row), this.work.leaseMs / RENEWALS_PER_LEASE);
    timer.unref();
    try {
      await this.work.perform(row);
    } catch (error) {
      this.logger.error(
        `The end of some work could not be recorded; it will be done again: ${(error as Error).message}`,
      );
    } finally {
      clearInterval(timer);
    }
  }

  private async renew(row: Row): Promise<void> {
    try {
      await this.work.renew(row);
    } catch (error) {
      this.logger.warn(`A lease could not be renewed; its work may be done twice: ${(error as Error).message}`);
    }
  }
}
