import type { DataSource, QueryRunner } from 'typeorm';
import { EngineError } from './engine-error.js';
import { SqliteConnection } from './sqlite-connection.js';
import { GatedRunner } from './gated-runner.js';
import { isolateTransactions } from './isolate-transactions.js';
import { afterDestroy } from './after-destroy.js';
import { ScopeContext } from './scope-context.js';

/** Settings of {@link installSqliteGate}. */
export interface SqliteGateOptions {
  /** Longest wait for admission, and for another process on the same file, in milliseconds. Default 60 000. */
  readonly waitMs?: number;
}

const INSTALLED = Symbol.for('tillbridge.sqliteGate');
const DEFAULT_WAIT_MS = 60_000;

function refuseBusy(runner: QueryRunner): void {
  if (!runner.isTransactionActive) return;
  throw new EngineError({
    code: 'GATE_BUSY',
    message: 'The SQLite gate cannot be installed while a transaction is running.',
    advice: 'Install it before the DataSource is used.',
  });
}

/**
 * Puts a first-come-first-served gate around every access of a better-sqlite3 DataSource, including the host's.
 *
 * There TypeORM has one connection and one query runner for all callers. So two concurrent transactions become one, and
 * the rollback of either also undoes what the other has reported as committed (design §10). Behind the gate each caller
 * has its own runner. A transaction holds the connection from its beginning to its end, and a statement outside of a
 * transaction holds it while it runs.
 *
 * A statement or transaction of *another* runner joins a running transaction if it runs in its asynchronous context,
 * such as a repository used inside `dataSource.transaction(…)`. This is how TypeORM always works on SQLite; a joined
 * transaction is a savepoint. So does work that was started there and not awaited. On the other engines such work has
 * its own connection: pass the EntityManager on if it must be part of the transaction.
 *
 * Other processes may use the same file. Each transaction takes the write lock when it begins, so that its reads stay
 * true until it commits. If another process has the lock, the wait does not block the event loop.
 *
 * Calling it again does nothing. It may be called before or after `initialize()`, but not while a transaction runs.
 *
 * @returns whether the DataSource has a gate: false on other engines, which need none
 * @throws {EngineError} `GATE_BUSY`
 * @example
 * const dataSource = await new DataSource({ type: 'better-sqlite3', database: 'shop.sqlite' }).initialize();
 * installSqliteGate(dataSource);
 */
export function installSqliteGate(
  dataSource: DataSource,
  { waitMs = DEFAULT_WAIT_MS }: SqliteGateOptions = {},
): boolean {
  const { driver } = dataSource;
  if (dataSource.options.type !== 'better-sqlite3') return false;
  if (INSTALLED in driver) return true;
  const context = new ScopeContext<GatedRunner>(waitMs);
  const connection = new SqliteConnection(driver, waitMs);
  const shared: unknown = Reflect.get(driver, 'queryRunner');
  if (isQueryRunner(shared)) {
    refuseBusy(shared);
    GatedRunner.install(shared, context, connection);
  }
  const createShared = driver.createQueryRunner.bind(driver);
  // TypeORM keeps the one runner it has made. Deleting that first makes TypeORM create another.
  driver.createQueryRunner = (mode) => {
    Reflect.set(driver, 'queryRunner', undefined);
    const runner = createShared(mode);
    GatedRunner.install(runner, context, connection);
    return runner;
  };
  const createEntityManager = dataSource.createEntityManager.bind(dataSource);
  dataSource.createEntityManager = (runner) => isolateTransactions(createEntityManager(runner), context);
  isolateTransactions(dataSource.manager, context);
  afterDestroy(dataSource, () => context.disable());
  Object.defineProperty(driver, INSTALLED, { value: context });
  return true;
}

/**
 * Whether statements of the calling asynchronous context would join a running transaction: they are committed only when
 * that transaction is. True only behind the gate of SQLite: on other engines each caller has its own connection.
 *
 * @example
 * if (joinsTransaction(dataSource)) throw new Error('this must be committed on its own');
 */
export const joinsTransaction = (dataSource: DataSource): boolean => gateOf(dataSource)?.isInside() === true;

/** The query runner that commits what the calling asynchronous context writes; only behind the gate, in a transaction. */
export const gatedRunner = (dataSource: DataSource): QueryRunner | undefined =>
  gateOf(dataSource)?.current().base?.runner;

const gateOf = ({ driver }: DataSource): ScopeContext<GatedRunner> | undefined => Reflect.get(driver, INSTALLED);

const isQueryRunner = (value: unknown): value is QueryRunner =>
  typeof value === 'object' && value !== null && 'startTransaction' in value;
