import { setTimeout as delay } from 'node:timers/promises';
import { EngineError } from './engine-error.js';
import { retryReason } from './retryable-errors.js';

/**
 * How long the driver itself may wait for another process, in milliseconds: it waits with the event loop standing still.
 * Whatever takes longer is waited for between two attempts.
 */
const BLOCKING_MS = 10;

/** Pauses between two attempts, in milliseconds: the longer one has waited, the longer they may be. */
const PAUSE_MS = { least: 5, most: 100 };
const SHARE_OF_WAIT = 0.25;

const TAKE_LOCK = 'BEGIN IMMEDIATE';

/** The pause after a wait of so many milliseconds: drawn by chance, so that two processes do not keep step. */
export const pauseAfter = (waitedMs: number): number =>
  PAUSE_MS.least + Math.random() * Math.min(PAUSE_MS.most, waitedMs * SHARE_OF_WAIT);

const lockedError = (waitMs: number): EngineError =>
  new EngineError({
    code: 'GATE_TIMEOUT',
    message: `Another process has kept the SQLite file locked for more than ${waitMs} ms.`,
    advice: 'Look for a program that has a transaction open on it: a migration, a backup, a console.',
  });

/** The one connection of a better-sqlite3 driver, and how it gets along with other processes on the same file. */
export class SqliteConnection {
  private readonly prepared = new WeakSet<object>();

  /** @param waitMs - longest wait for other processes, in milliseconds */
  constructor(
    private readonly driver: object,
    private readonly waitMs: number,
  ) {}

  /**
   * A deferred transaction that reads and then writes fails at once when another process has committed in between: what it
   * has read is no longer so, and no waiting helps. One that begins with the lock of writers reads what stays true.
   */
  static immediate(sql: unknown): unknown {
    return sql === 'BEGIN TRANSACTION' ? TAKE_LOCK : sql;
  }

  /** Ends a transaction that is still open; a new one could not begin in it. */
  reset(): void {
    if (this.isInTransaction()) this.execute('ROLLBACK');
  }

  /**
   * Runs a statement, and again while another process holds the file locked. Within a transaction only COMMIT may be
   * repeated; any other statement that is refused there is left to anyone who repeats the whole transaction.
   *
   * @throws {EngineError} `GATE_TIMEOUT`
   */
  async insist<T>(sql: unknown, statement: () => Promise<T>): Promise<T> {
    this.limitBlocking();
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

  /** Looks by itself rather than by the statement, each failure of which TypeORM may log. */
  private async waitForOthers(begunAt: number): Promise<void> {
    do {
      const waitedMs = performance.now() - begunAt;
      if (waitedMs >= this.waitMs) throw lockedError(this.waitMs);
      await delay(pauseAfter(waitedMs));
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

  private limitBlocking(): void {
    const { connection } = this;
    if (!connection || this.prepared.has(connection)) return;
    this.execute(`PRAGMA busy_timeout = ${BLOCKING_MS}`);
    this.prepared.add(connection);
  }

  /** Undefined before the DataSource is initialised; another one after it was destroyed and initialised again. */
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
