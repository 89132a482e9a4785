import { setTimeout as delay } from 'node:timers/promises';
import { EngineError } from './engine-error.js';
import { retryReason } from './retryable-errors.js';

/**
 * How long the driver itself may wait for another process, in milliseconds; this blocks the event loop. Longer waits
 * happen between two attempts.
 */
const BLOCKING_MS = 10;

/** The pause between two attempts, in milliseconds. It grows with the time waited so far. */
const PAUSE_MS = { least: 5, most: 100 };
const SHARE_OF_WAIT = 0.25;

const TAKE_LOCK = 'BEGIN IMMEDIATE';

/** The pause after a wait of `waitedMs` milliseconds. It is random, so that two processes do not keep step. */
export const pauseMsAfter = (waitedMs: number): number =>
  PAUSE_MS.least + Math.random() * Math.min(PAUSE_MS.most, waitedMs * SHARE_OF_WAIT);

const lockedError = (waitMs: number): EngineError =>
  new EngineError({
    code: 'GATE_TIMEOUT',
    message: `Another process has kept the SQLite file locked for more than ${waitMs} ms.`,
    advice: 'Look for a program that has a transaction open on it: a migration, a backup, a console.',
  });

/** The one connection of a better-sqlite3 driver, and how it shares the file with other processes. */
export class SqliteConnection {
  private readonly prepared = new WeakSet<object>();

  /** @param waitMs - longest wait for other processes, in milliseconds */
  constructor(
    private readonly driver: object,
    private readonly waitMs: number,
  ) {}

  /**
   * A deferred transaction that reads and then writes fails at once if another process has committed in between: its
   * reads are out of date, and waiting does not help. A transaction that begins with the write lock reads current data.
   */
  static immediate(sql: unknown): unknown {
    return sql === 'BEGIN TRANSACTION' ? TAKE_LOCK : sql;
  }

  /** Rolls back a transaction that is still open; otherwise a new one cannot begin. */
  reset(): void {
    if (this.isInTransaction()) this.execute('ROLLBACK');
  }

  /**
   * Runs a statement, and repeats it while another process holds the file locked. Within a transaction only COMMIT may
   * be repeated. For any other refused statement there, the caller must repeat the whole transaction.
   *
   * @throws {EngineError} `GATE_TIMEOUT`
   */
  async insist<T>(sql: unknown, statement: () => Promise<T>): Promise<T> {
    this.prepare();
    const begunAt = performance.now();
    for (;;) {
      const isRepeatable = sql === 'COMMIT' || !this.isInTransaction();
      try {
        return await statement();
      } catch (error) {
        if (!isRepeatable || retryReason('sqlite', error) !== 'busy') throw error;
        await this.waitForOthers(begunAt);
      }
    }
  }

  /** Checks the lock itself instead of repeating the statement, because TypeORM may log each failure. */
  private async waitForOthers(begunAt: number): Promise<void> {
    do {
      const waitedMs = performance.now() - begunAt;
      if (waitedMs >= this.waitMs) throw lockedError(this.waitMs);
      await delay(pauseMsAfter(waitedMs));
    } while (this.isLocked());
  }

  private isLocked(): boolean {
    if (this.isInTransaction()) return false;
    try {
      this.execute(TAKE_LOCK);
      this.execute('ROLLBACK');
      return false;
    } catch (error) {
      return retryReason('sqlite', error) === 'busy';
    }
  }

  /** A host may close its DataSource and open it again: the new connection has the settings of the driver, not ours. */
  private prepare(): void {
    const { connection } = this;
    if (!connection || this.prepared.has(connection)) return;
    this.execute(`PRAGMA busy_timeout = ${BLOCKING_MS}`);
    // Within a transaction SQLite refuses it; a new connection is in none.
    if (!this.isInTransaction()) this.execute('PRAGMA synchronous = FULL');
    this.prepared.add(connection);
  }

  /** Undefined before the DataSource is initialised; a new object after a destroy and a second initialisation. */
  private get connection(): object | undefined {
    const connection: unknown = Reflect.get(this.driver, 'databaseConnection');
    return typeof connection === 'object' && connection !== null ? connection : undefined;
  }

  private isInTransaction(): boolean {
    return Reflect.get(this.connection ?? {}, 'inTransaction') === true;
  }

  private execute(sql: string): void {
    const execute: unknown = Reflect.get(this.connection ?? {}, 'exec');
    if (typeof execute === 'function') Reflect.apply(execute, this.connection, [sql]);
  }
}
