import type { DataSource } from 'typeorm';
import {
  type Engine,
  engineOf,
  isMariadbInDisguise,
  masterManager,
  ownTables,
  Transactions,
  writeErrorOf,
} from '../../../database/engine/index.js';
import type { DatabaseFacts } from '../facts.types.js';
import { otherProcesses } from './sqlite-processes.js';

const MYSQL_SETTINGS = `SHOW VARIABLES WHERE Variable_name IN ('innodb_flush_log_at_trx_commit', 'log_bin', 'sync_binlog',
  'binlog_format', 'transaction_isolation', 'tx_isolation', 'character_set_connection', 'max_connections',
  'max_allowed_packet')`;
const POSTGRES_SETTINGS = `SELECT name AS "Variable_name", setting AS "Value" FROM pg_settings WHERE name IN ('fsync',
  'synchronous_commit', 'full_page_writes', 'server_encoding', 'max_connections')
  UNION ALL SELECT 'transaction_isolation', current_setting('default_transaction_isolation')`;

/** The queries of an engine; null: not asked, because the answer is always good. */
interface Questions {
  readonly settings: string | null;
  /** The isolation level of the current transaction. */
  readonly isolation: string | null;
  readonly narrowTables: string | null;
  /** A time that the database makes for a column with a default. */
  readonly now: string | null;
}

const MYSQL: Questions = {
  settings: MYSQL_SETTINGS,
  isolation:
    'SELECT trx_isolation_level AS level FROM information_schema.innodb_trx WHERE trx_mysql_thread_id = CONNECTION_ID()',
  narrowTables: `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()
    AND table_collation NOT LIKE 'utf8mb4%'`,
  now: 'SELECT CURRENT_TIMESTAMP(3) AS at',
};

const QUESTIONS: Readonly<Record<Engine, Questions>> = {
  mysql: MYSQL,
  mariadb: MYSQL,
  postgres: {
    settings: POSTGRES_SETTINGS,
    isolation: 'SELECT current_setting($$transaction_isolation$$) AS level',
    narrowTables: null,
    now: 'SELECT LOCALTIMESTAMP AS at',
  },
  sqlite: { settings: null, isolation: null, narrowTables: null, now: null },
};

type Row = Readonly<Record<string, unknown>>;

const ask = async (dataSource: DataSource, query: string | null): Promise<Row[]> =>
  query === null ? [] : masterManager(dataSource).query<Row[]>(query);

async function settingsOf(dataSource: DataSource, query: string | null): Promise<Record<string, string>> {
  const rows = await ask(dataSource, query);
  return Object.fromEntries(
    rows.map((row) => [String(row['Variable_name']).toLowerCase(), String(row['Value']).toLowerCase()]),
  );
}

/** null: SQLite, or an account without the right to see its own transaction (MySQL's PROCESS privilege). */
async function ownIsolation(dataSource: DataSource, query: string | null): Promise<string | null> {
  if (query === null) return null;
  try {
    const [row] = await new Transactions(dataSource).run((tx) => tx.query<Row[]>(query));
    return row === undefined ? null : String(row['level']).toLowerCase();
  } catch {
    return null;
  }
}

async function timeShift(dataSource: DataSource, query: string | null, now: () => number): Promise<number> {
  const [row] = await ask(dataSource, query);
  return row?.['at'] instanceof Date ? row['at'].getTime() - now() : 0;
}

async function writeErrorText(dataSource: DataSource): Promise<string | null> {
  const [table] = ownTables(dataSource);
  const error = table ? await writeErrorOf(dataSource, table.tablePath) : null;
  return error?.message ?? null;
}

const DEFAULT_POOL = 10;

/** The pool size that TypeORM's drivers derive from the options. */
function poolSize({ options }: DataSource, engine: Engine): number | null {
  if (engine === 'sqlite') return null;
  const extra: unknown = Reflect.get(options, 'extra');
  const named = engine === 'postgres' ? 'max' : 'connectionLimit';
  const size: unknown = Reflect.get(Object(extra), named) ?? Reflect.get(options, 'poolSize');
  return typeof size === 'number' ? size : DEFAULT_POOL;
}

/**
 * Reads facts about the database. Changes nothing.
 *
 * @param now - the database's clock, in epoch milliseconds
 */
export async function databaseFacts(dataSource: DataSource, now: () => number): Promise<DatabaseFacts> {
  const engine = engineOf(dataSource);
  const questions = QUESTIONS[engine];
  const own = new Set(ownTables(dataSource).map(({ tableName }) => tableName));
  const narrow = await ask(dataSource, questions.narrowTables);
  return {
    engine,
    isMariadb: engine === 'mariadb' || (await isMariadbInDisguise(dataSource)),
    settings: await settingsOf(dataSource, questions.settings),
    ownIsolation: await ownIsolation(dataSource, questions.isolation),
    narrowTables: narrow.map((row) => String(row['name'])).filter((name) => own.has(name)),
    poolSize: poolSize(dataSource, engine),
    timeShiftMs: await timeShift(dataSource, questions.now, now),
    otherProcesses: engine === 'sqlite' ? await otherProcesses(String(dataSource.options.database)) : null,
    writeError: await writeErrorText(dataSource),
    synchronizes: dataSource.options.synchronize === true,
  };
}
