import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource, EntityManager, QueryResult, QueryRunner } from 'typeorm';
import { KeyedMutex } from '../../support/keyed-mutex.js';
import { EngineError } from './engine-error.js';
import { engineOf, type Engine } from './engine.js';
import { saysInTransaction } from './implicit-commits.js';
import { leaveServer } from './leave-server.js';
import { masterManager } from './master-manager.js';
import { isInsideTransaction } from './open-transactions.js';
import type { Statement } from './row-statements.js';
import { RETRY_ADVICE } from './retry-advice.js';
import { isOfNetwork, isRefusedStatement, retryReason } from './retryable-errors.js';
import type { RetryReason } from './retry-reason.js';
import { keepNotes, RunNotes } from './run-notes.js';

/** A retry of {@link Transactions.run}, as passed to `onRetry`. */
export interface TransactionRetry {
  readonly reason: RetryReason;
  /** Which retry this is, from 1. */
  readonly retry: number;
}

/** Settings of {@link Transactions}. */
export interface TransactionsOptions {
  /** How often a transaction is repeated after its first failure. Default 5. */
  readonly retries?: number;
  /** Source of chance in [0, 1), for the pause before a retry. */
  readonly random?: () => number;
  /** Called on each retry, for a metric. */
  readonly onRetry?: (retry: TransactionRetry) => void;
}

/** Bounds of the random pause, in milliseconds (design §10.3). */
const PAUSE_MS = { least: 10, most: 200 };
const DEFAULT_RETRIES = 5;

/** The pause before a retry, in milliseconds. @param chance - in [0, 1) */
export const pauseBy = (chance: number): number =>
  Math.floor(PAUSE_MS.least + chance * (PAUSE_MS.most - PAUSE_MS.least));

const exhausted = (reason: RetryReason, cause: unknown): EngineError =>
  new EngineError({
    code: 'TRANSACTION_RETRIES_EXHAUSTED',
    message: `A transaction was given up after repeated failures; the last one was: ${reason}.`,
    advice: `Nothing of it was kept. If it keeps happening, ${RETRY_ADVICE[reason]}`,
    cause,
    reason,
  });

/**
 * Runs units of work in transactions: READ COMMITTED on MySQL, MariaDB and PostgreSQL (design §10). The whole
 * transaction is repeated after a deadlock, a lock time-out, a serialisation failure or a lost connection.
 *
 * So **the work may run several times**, and each run must read again what its decisions depend on. If a connection is
 * lost during COMMIT, the outcome of the transaction is open, and the next run has to find out, if need be by what an
 * earlier run has noted ({@link runNotes}). The work must have no
 * effect outside of the database, and must make no network call.
 *
 * @example
 * const transactions = new Transactions(dataSource);
 * const isKnown = await transactions.run(async (em) => {
 *   const { affected } = await em.increment(PaymentOrderEntity, { group: 'web', orderId: 'S1' }, 'version', 1);
 *   return affected === 1;
 * });
 */
export class Transactions {
  private readonly engine: Engine;
  private readonly retries: number;
  private readonly random: () => number;
  private readonly onRetry: (retry: TransactionRetry) => void;
  /** Errors of connections that the work itself made, such as a handler that calls another server: not of the database. */
  private readonly lostByWork = new WeakSet();
  private readonly mutex = new KeyedMutex();
  private commitsAlone: boolean | undefined;
  private isReadCommitted: boolean | undefined;

  /** @throws {EngineError} `ENGINE_UNSUPPORTED` */
  constructor(
    private readonly dataSource: DataSource,
    options: TransactionsOptions = {},
  ) {
    this.engine = engineOf(dataSource);
    this.retries = options.retries ?? DEFAULT_RETRIES;
    this.random = options.random ?? Math.random;
    this.onRetry = options.onRetry ?? (() => undefined);
  }

  /**
   * Runs `work` in a transaction and commits it.
   *
   * @param row - names the row that the work locks first. Within this process only one transaction with this name runs at a
   *   time, and the others wait without a connection: if the host keeps one row locked for long, they would take all of the
   *   pool, and no other row could be reached.
   * @returns the result of the run of `work` that was committed
   * @throws what `work` throws, after a rollback
   * @throws {EngineError} `TRANSACTION_RETRIES_EXHAUSTED`
   */
  run<T>(work: (em: EntityManager) => Promise<T>, row?: string): Promise<T> {
    const notes = new RunNotes();
    const insist = () => this.insisting(() => this.inTransaction((em) => work(keepNotes(em, notes))));
    // Inside a transaction, the one that runs now may be the one around it, and would wait for this one.
    return row === undefined || isInsideTransaction(this.dataSource) ? insist() : this.mutex.run(row, insist);
  }

  /**
   * Runs one statement that commits by itself: a transaction around it would cost three more round trips and guarantee
   * no more. It is repeated as {@link run} is, also after a lost connection: a second run must change nothing.
   *
   * @returns the result of the run that was committed
   * @throws the database's error
   * @throws {EngineError} `TRANSACTION_RETRIES_EXHAUSTED`
   */
  execute(statement: Statement): Promise<QueryResult> {
    return this.insisting(() => this.alone(statement));
  }

  /**
   * Reads committed data without a transaction around it: one statement instead of four. The data may have changed when
   * the caller uses it. A caller that acts on it must read it again in a transaction.
   *
   * @throws {EngineError} `TRANSACTION_RETRIES_EXHAUSTED`
   */
  async read<T>(work: (em: EntityManager) => Promise<T>): Promise<T> {
    return (await this.commitsItself()) ? this.insisting(() => work(masterManager(this.dataSource))) : this.run(work);
  }

  /**
   * Runs the work of a single statement of the entity manager, which commits by itself: see {@link execute}.
   *
   * @returns the result of the run that was committed
   * @throws the database's error
   * @throws {EngineError} `TRANSACTION_RETRIES_EXHAUSTED`
   */
  async single<T>(work: (em: EntityManager) => Promise<T>): Promise<T> {
    const alone = (): Promise<T> => this.withRunner(({ manager }) => work(manager));
    return (await this.commitsItself()) ? this.insisting(alone) : this.run(work);
  }

  /** With `autocommit = 0`, a connection would show the data of its first read until its transaction ends. */
  private async commitsItself(): Promise<boolean> {
    if (this.engine === 'postgres' || this.engine === 'sqlite') return true;
    this.commitsAlone ??= await this.run(async (em) => {
      const [row]: { value: number | string }[] = await em.query('SELECT @@autocommit AS value');
      return Number(row?.value) === 1;
    });
    return this.commitsAlone;
  }

  private async insisting<T>(work: () => Promise<T>): Promise<T> {
    for (let retry = 1; ; retry += 1) {
      try {
        return await work();
      } catch (error) {
        const reason = retryReason(this.engine, error);
        if (!reason || this.lostByWork.has(Object(error))) throw error;
        if (retry > this.retries) throw exhausted(reason, error);
        this.onRetry({ reason, retry });
        await delay(pauseBy(this.random()));
      }
    }
  }

  private alone({ sql, parameters }: Statement): Promise<QueryResult> {
    return this.withRunner(async (runner) => {
      const result = await runner.query(sql, parameters, true);
      // On a connection with `autocommit = 0`, the statement has not committed by itself.
      if (saysInTransaction(result.raw)) await runner.query('COMMIT');
      return result;
    });
  }

  private async withRunner<T>(work: (runner: QueryRunner) => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    try {
      return await this.leaving(runner, () => work(runner));
    } finally {
      await runner.release();
    }
  }

  private async leaving<T>(runner: QueryRunner | undefined, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (runner && retryReason(this.engine, error) === 'read-only') await leaveServer(runner, this.engine);
      throw error;
    }
  }

  /** Whether the connection still stands: a service of the host may have used it without TypeORM (decision 038). */
  private async answers(em: EntityManager): Promise<boolean> {
    try {
      await em.query('SELECT 1');
      return true;
    } catch (error) {
      // PostgreSQL answers by an error, too, after a statement that failed before.
      return retryReason(this.engine, error) === undefined;
    }
  }

  private async inTransaction<T>(work: (em: EntityManager) => Promise<T>): Promise<T> {
    const inTransaction = async (em: EntityManager): Promise<T> => {
      try {
        return await this.leaving(em.queryRunner, () => work(em));
      } catch (error) {
        if (isOfNetwork(error) && !isRefusedStatement(error) && (await this.answers(em)))
          this.lostByWork.add(Object(error));
        throw error;
      }
    };
    return (await this.readsCommitted())
      ? this.dataSource.transaction(inTransaction)
      : this.dataSource.transaction('READ COMMITTED', inTransaction);
  }

  /**
   * Whether transactions are READ COMMITTED by default. TypeORM's SQLite driver has no isolation levels; the gate keeps
   * other transactions out. PostgreSQL has it as its default; if that changes later, stricter transactions fail visibly
   * and are repeated. Transactions of MySQL would read old rows without an error, so it is always set there.
   */
  private async readsCommitted(): Promise<boolean> {
    if (this.engine !== 'postgres') return this.engine === 'sqlite';
    if (this.isReadCommitted === undefined) {
      const [row] = await masterManager(this.dataSource).query<{ level: string }[]>(
        "SELECT current_setting('default_transaction_isolation') AS level",
      );
      const { isolationLevel } = this.dataSource.options as { isolationLevel?: string };
      this.isReadCommitted = row?.level === 'read committed' && isolationLevel === undefined;
    }
    return this.isReadCommitted;
  }
}
