import type { Logger } from '@nestjs/common';

/** The work of a {@link WorkLoop}. */
export interface Work<Row> {
  /** Takes up to `limit` rows that are due, under a lease. */
  claim(limit: number): Promise<Row[]>;
  /** Works on one row and records how it ended. Must be safe to repeat. */
  perform(row: Row): Promise<void>;
}

/** How many rows are worked on at a time: one that hangs keeps a single place, not its neighbours. */
const CONCURRENCY = 20;
const INTERVAL_MS = 1_000;

/**
 * Claims and performs work while there is some, woken by {@link kick} and, as a safety net, once a second. Rows are
 * independent: a slow or failing one never holds up the others.
 */
export class WorkLoop<Row> {
  private readonly underWay = new Set<Promise<void>>();
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
    this.pumping ??= this.pump().finally(() => {
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
    try {
      await this.work.perform(row);
    } catch (error) {
      this.logger.error(
        `The end of some work could not be recorded; it will be done again: ${(error as Error).message}`,
      );
    }
  }
}
