import { QueryFailedError, type QueryRunner } from 'typeorm';
import { EngineError, mysqlLockName } from '../engine/index.js';

/** How long MySQL and MariaDB wait for another process, in seconds; its lock goes with its connection. */
const PATIENCE_S = 3_600;

const MYSQL_LOCK = mysqlLockName('migration');

const busy = (): EngineError =>
  new EngineError({
    code: 'MIGRATIONS_BUSY',
    message: `Another process has been running the migrations of this database for ${PATIENCE_S} seconds, or waiting for it was ended.`,
    advice: 'Wait for its end, and start this process again.',
  });

/** "Query execution was interrupted", for example by an operator. */
const isInterrupted = (error: unknown): boolean =>
  error instanceof QueryFailedError && error.driverError.errno === 1317;

/** Waits for the lock. MariaDB answers NULL when its waiting was ended, MySQL with an error. */
async function takeNamedLock(runner: QueryRunner): Promise<void> {
  const sql = `SELECT GET_LOCK(${MYSQL_LOCK}, ${PATIENCE_S}) AS taken`;
  const [row]: { taken: unknown }[] = await runner.query(sql).catch((error: unknown) => {
    throw isInterrupted(error) ? busy() : error;
  });
  if (Number(row?.taken) !== 1) throw busy();
}

/**
 * MySQL shows a transaction the tables as they were at its first read: a replica that read before it waited would add the
 * columns again that another one has added meanwhile. Changes of tables commit there anyway.
 */
async function showPresentTables(runner: QueryRunner): Promise<void> {
  if (runner.connection.options.type !== 'mysql' || !runner.isTransactionActive) return;
  await runner.commitTransaction();
  await runner.startTransaction();
}

async function withNamedLock(runner: QueryRunner, work: () => Promise<void>): Promise<void> {
  await takeNamedLock(runner);
  try {
    await showPresentTables(runner);
    await work();
  } finally {
    // A connection that is lost has taken its lock along, and what the work ended with says more.
    await runner.query(`SELECT RELEASE_LOCK(${MYSQL_LOCK})`).catch(() => undefined);
  }
}

/**
 * Keeps other processes out of the module's migrations until the transaction ends, on PostgreSQL. Behind PgBouncer a lock of
 * the session would stay with a connection that someone else gets.
 */
export async function lockMigrations(runner: QueryRunner): Promise<void> {
  await runner.query("SELECT pg_advisory_xact_lock(hashtext('tillbridge_migration'))");
}

/**
 * Runs one migration of the module while no other process runs one of this database: TypeORM has no lock of its own, and
 * replicas that migrate at their start all see that it has not run yet. Whoever comes second finds everything there and
 * makes nothing. SQLite has one process; PostgreSQL without a transaction (`migrationsTransactionMode: 'none'`) has nothing
 * that such a lock could end with.
 */
export async function inOneProcess(runner: QueryRunner, work: () => Promise<void>): Promise<void> {
  const { type } = runner.connection.options;
  if (type === 'mysql' || type === 'mariadb') return withNamedLock(runner, work);
  if (type === 'postgres' && runner.isTransactionActive) await lockMigrations(runner);
  return work();
}
