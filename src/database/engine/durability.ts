import type { DataSource } from 'typeorm';
import { engineOf, isMariadbInDisguise, type Engine } from './engine.js';
import { masterManager } from './master-manager.js';

type Check = (dataSource: DataSource) => Promise<string[]>;

async function readSetting(dataSource: DataSource, query: string): Promise<string> {
  const [row]: Record<string, unknown>[] = await masterManager(dataSource).query(query);
  return String(Object.values(row ?? {})[0]).toLowerCase();
}

const DISGUISE =
  'The server is MariaDB but the DataSource has type "mysql": set type "mariadb", or TypeORM sees a difference in every ' +
  'nullable column forever, and synchronize may drop columns.';

/** The settings of MySQL and MariaDB that decide whether a commit is on the disk when it is reported. */
export interface MysqlDurability {
  /** innodb_flush_log_at_trx_commit */
  readonly flush: string;
  /** log_bin */
  readonly binlog: string;
  /** sync_binlog */
  readonly syncBinlog: string;
}

/** The warnings about settings of MySQL or MariaDB. */
export function mysqlDurabilityFaults({ flush, binlog, syncBinlog }: MysqlDurability): string[] {
  const warnings = [
    flush !== '1' &&
      `innodb_flush_log_at_trx_commit is ${flush}, not 1: after a crash an acknowledged notification may be gone.`,
    binlog === '1' &&
      syncBinlog === '0' &&
      'sync_binlog is 0 with the binary log on: after a crash replicas may lack what was acknowledged.',
  ];
  return warnings.filter((warning) => warning !== false);
}

async function checkMysql(dataSource: DataSource): Promise<string[]> {
  const warnings = mysqlDurabilityFaults({
    flush: await readSetting(dataSource, 'SELECT @@global.innodb_flush_log_at_trx_commit'),
    binlog: await readSetting(dataSource, 'SELECT @@global.log_bin'),
    syncBinlog: await readSetting(dataSource, 'SELECT @@global.sync_binlog'),
  });
  return (await isMariadbInDisguise(dataSource)) ? [...warnings, DISGUISE] : warnings;
}

/** The warnings about settings of PostgreSQL. */
export function postgresDurabilityFaults(fsync: string, synchronousCommit: string): string[] {
  const warnings = [
    fsync === 'off' && 'fsync is off: after a crash the whole database may be lost.',
    synchronousCommit === 'off' && 'synchronous_commit is off: after a crash an acknowledged notification may be gone.',
  ];
  return warnings.filter((warning) => warning !== false);
}

const checkPostgres = async (dataSource: DataSource): Promise<string[]> =>
  postgresDurabilityFaults(
    await readSetting(dataSource, 'SHOW fsync'),
    await readSetting(dataSource, 'SHOW synchronous_commit'),
  );

/** An in-memory database has no journal, and is not expected to survive the process. */
async function secureSqlite(dataSource: DataSource): Promise<string[]> {
  const journal = await readSetting(dataSource, 'PRAGMA journal_mode = WAL');
  await masterManager(dataSource).query('PRAGMA synchronous = FULL');
  return journal === 'wal' || journal === 'memory'
    ? []
    : [`The SQLite journal mode is ${journal} and could not be set to WAL: writing will be slow.`];
}

const CHECKS: Readonly<Record<Engine, Check>> = {
  mysql: checkMysql,
  mariadb: checkMysql,
  postgres: checkPostgres,
  sqlite: secureSqlite,
};

/**
 * Asks the database whether its commits survive a crash; "nothing acknowledged is lost" holds only then. On SQLite it
 * sets this up: write-ahead log, and `synchronous = FULL` (better-sqlite3's own default may lose the last commits if
 * power fails). Call it at boot, after the DataSource is initialised.
 *
 * @returns warnings for the log, one sentence each; empty if all is well
 * @example
 * for (const warning of await checkDurability(dataSource)) console.warn(warning);
 */
export function checkDurability(dataSource: DataSource): Promise<string[]> {
  return CHECKS[engineOf(dataSource)](dataSource);
}
