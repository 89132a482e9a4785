import type { DataSource, QueryRunner } from 'typeorm';
import { EngineError } from './engine-error.js';
import { SqliteConnection } from './sqlite-connection.js';
import { GatedRunner } from './gated-runner.js';
import { isolateTransactions } from './isolate-transactions.js';
import { afterDestroy } from './after-destroy.js';
import { ScopeContext } from './scope-context.js';

/** Settings of {@link installSqliteGate}. */
export interface SqliteGateOptions {
  /** Longest wait for one's turn, and for another process on the same file, in milliseconds. Default 60 000. */
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
 * Puts a first-come-first-served gate around every access of a better-sqlite3 DataSource, that of the host included.
 *
 * TypeORM has one connection and one query runner there for everyone: two transactions at a time become one, and the
 * rollback of either takes with it what the other has already reported as committed (design §10). Behind the gate each
 * caller has a runner of its own; a transaction holds the connection from its beginning to its end, and a statement
 * outside of a transaction holds it for its own duration.
 *
 * A statement or transaction through *another* runner, made in the asynchronous context of a running transaction (a
 * repository used inside `dataSource.transaction(…)`), joins that transaction, as it always did with TypeORM on
 * SQLite; a joined transaction is a savepoint. So does work that was started there and not awaited. On the other
 * engines such work has a connection of its own: pass the EntityManager on where it matters.
 *
 * Other processes may use the same file. Each transaction takes the lock of writers when it begins, so that what it reads
 * stays true until it commits; where another process has the lock, it is waited for without stopping the event loop.
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
  // TypeORM keeps the one runner it has made; forgetting it in time makes it make another.
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
  Object.defineProperty(driver, INSTALLED, { value: { isInside: () => context.isInside() } });
  return true;
}

/**
 * Whether the calling asynchronous context runs inside a transaction that its statements would join, so that nothing it
 * writes is committed before that transaction is. Only behind the gate of SQLite: elsewhere each has a connection.
 *
 * @example
 * if (joinsTransaction(dataSource)) throw new Error('this must be committed on its own');
 */
export function joinsTransaction(dataSource: DataSource): boolean {
  const gate: unknown = Reflect.get(dataSource.driver, INSTALLED);
  if (typeof gate !== 'object' || gate === null) return false;
  const isInside: unknown = Reflect.get(gate, 'isInside');
  return typeof isInside === 'function' && isInside() === true;
}

function isQueryRunner(value: unknown): value is QueryRunner {
  return typeof value === 'object' && value !== null && 'startTransaction' in value;
}
