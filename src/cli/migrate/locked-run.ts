import { MigrationExecutor, type DataSource, type QueryRunner } from 'typeorm';
import { engineOf, mysqlLockName, type Engine } from '../../database/engine/index.js';
import { messageOf } from '../../support/index.js';
import { CliError } from '../cli-error.js';

/** How long to wait for another run of the migrations, in seconds. */
const PATIENCE_S = 60;

interface Lock {
  readonly take: string;
  readonly release: string;
}

const MYSQL_NAME = mysqlLockName('migrate');
const MYSQL_LOCK: Lock = {
  take: `SELECT GET_LOCK(${MYSQL_NAME}, ${PATIENCE_S}) AS taken`,
  release: `SELECT RELEASE_LOCK(${MYSQL_NAME})`,
};

/** Keeps two runs of the migrations apart, because TypeORM has no lock of its own. The end of the connection releases it. */
const LOCKS: Readonly<Record<Engine, Lock | null>> = {
  mysql: MYSQL_LOCK,
  mariadb: MYSQL_LOCK,
  postgres: {
    take: `SELECT 1 AS taken FROM (SELECT pg_advisory_lock(hashtext('tillbridge_migrate'))) AS locked`,
    release: `SELECT pg_advisory_unlock(hashtext('tillbridge_migrate'))`,
  },
  // SQLite itself allows one writer at a time.
  sqlite: null,
};

async function take(runner: QueryRunner, statement: string): Promise<void> {
  const [row]: { taken: number | string | null }[] = await runner.query(statement);
  if (Number(row?.taken) === 1) return;
  throw new CliError({
    code: 'MIGRATIONS_BUSY',
    message: `Someone else has been running the migrations for ${PATIENCE_S} seconds.`,
    advice: 'Wait for their end and look: tillbridge migrate status',
  });
}

const failed = (error: unknown, engine: Engine): CliError =>
  new CliError({
    code: 'MIGRATION_FAILED',
    message: `A migration failed: ${messageOf(error)}`,
    advice:
      engine === 'postgres' || engine === 'sqlite'
        ? 'Of a migration of your own nothing was kept; those of this package go on where they stopped. Mend the cause and call it again.'
        : 'This engine commits each change of a table at once. Mend the cause and call it again: what is there already is left as it is (in your own migrations, look first).',
  });

async function run(dataSource: DataSource, runner: QueryRunner): Promise<string[]> {
  const executor = new MigrationExecutor(dataSource, runner);
  executor.transaction = dataSource.options.migrationsTransactionMode ?? 'all';
  try {
    return (await executor.executePendingMigrations()).map(({ name }) => name);
  } catch (error) {
    throw failed(error, engineOf(dataSource));
  }
}

/**
 * Runs the migrations that have not run, one process at a time.
 *
 * @returns their names, in the order in which they ran
 * @throws CliError `MIGRATIONS_BUSY`, `MIGRATION_FAILED`
 */
export async function runMigrations(dataSource: DataSource): Promise<string[]> {
  const lock = LOCKS[engineOf(dataSource)];
  const runner = dataSource.createQueryRunner();
  try {
    if (lock !== null) await take(runner, lock.take);
    return await run(dataSource, runner);
  } finally {
    if (lock !== null) await runner.query(lock.release);
    await runner.release();
  }
}
