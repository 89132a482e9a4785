import { mysqlDurabilityFaults, postgresDurabilityFaults } from '../../../database/engine/index.js';
import type { Check, DatabaseFacts, Facts } from '../facts.types.js';
import { findings, type Finding, type CheckResult } from '../finding.types.js';

type Rule = (database: DatabaseFacts, facts: Facts) => Finding | false | undefined;

const isMysql = ({ engine }: DatabaseFacts): boolean => engine === 'mysql' || engine === 'mariadb';

const firstFault =
  (...rules: readonly Rule[]) =>
  (facts: Facts): CheckResult => {
    const { database } = facts;
    if (database === null) return { skipped: 'the database cannot be looked at' };
    return findings(...rules.map((rule) => rule(database, facts)));
  };

const disguised: Rule = ({ engine, isMariadb }) =>
  engine === 'mysql' &&
  isMariadb && {
    id: 'MARIADB_AS_MYSQL',
    what: "The server is MariaDB, and TypeORM's type is mysql.",
    why: 'TypeORM sees a difference in every nullable column, always: generated migrations are full of it, and synchronize may drop columns.',
    fix: "type: 'mariadb' in the TypeORM options.",
  };

/** Where to fix wrong settings, by the setting's name. */
const DURABILITY_FIX: Readonly<Record<string, string>> = {
  innodb_flush_log_at_trx_commit:
    "innodb_flush_log_at_trx_commit = 1 in the server's configuration, and at once: SET GLOBAL innodb_flush_log_at_trx_commit = 1",
  sync_binlog: "sync_binlog = 1 in the server's configuration, and at once: SET GLOBAL sync_binlog = 1",
  fsync: 'fsync = on in postgresql.conf, then SELECT pg_reload_conf()',
  synchronous_commit:
    'synchronous_commit = on, wherever it was set: postgresql.conf, ALTER DATABASE … RESET synchronous_commit, ALTER ROLE … RESET synchronous_commit, or the options of the connection',
  full_page_writes: 'full_page_writes = on in postgresql.conf, then SELECT pg_reload_conf()',
};

function durability(facts: Facts): CheckResult {
  const { database } = facts;
  if (database === null) return { skipped: 'the database cannot be looked at' };
  const { settings } = database;
  const texts = isMysql(database)
    ? mysqlDurabilityFaults({
        flush: settings['innodb_flush_log_at_trx_commit'] ?? '1',
        binlog: settings['log_bin'] === 'on' ? '1' : '0',
        syncBinlog: settings['sync_binlog'] ?? '1',
      })
    : database.engine === 'postgres'
      ? postgresDurabilityFaults(settings['fsync'] ?? 'on', settings['synchronous_commit'] ?? 'on')
      : [];
  return {
    findings: texts.map((what) => ({
      id: 'NOT_DURABLE',
      what,
      why: 'OK is answered when a notification is committed; if a commit is not on the disk, a power failure loses payments that the service never reports again.',
      fix: DURABILITY_FIX[what.split(' ')[0]!] ?? 'Turn it on again.',
    })),
  };
}

const isolationOf = ({ settings }: DatabaseFacts): string =>
  (settings['transaction_isolation'] ?? settings['tx_isolation'] ?? '').replace('-', ' ').toLowerCase();

const serializable: Rule = (database) =>
  isolationOf(database) === 'serializable' && {
    id: 'ISOLATION_SERIALIZABLE',
    what: 'Transactions are SERIALIZABLE unless they say otherwise.',
    why: 'The module says otherwise in its own; yours, in which refunds are asked for with `manager`, block or fail beside its workers.',
    fix: 'Make READ COMMITTED (PostgreSQL: default_transaction_isolation; MySQL, MariaDB: transaction_isolation) the default of the database, role or connection.',
  };

const otherIsolation: Rule = ({ ownIsolation }) =>
  ownIsolation !== null &&
  ownIsolation !== 'read committed' && {
    id: 'ISOLATION_IGNORED',
    what: `A transaction that asked for READ COMMITTED got ${ownIsolation.toUpperCase()}.`,
    why: 'Claims of work then lock the gaps between rows, and notifications cannot be stored meanwhile.',
    fix: 'Look for a proxy before the database (a pooler that pins sessions) that drops SET TRANSACTION.',
  };

const statementLog: Rule = (database) =>
  isMysql(database) &&
  database.settings['log_bin'] === 'on' &&
  database.settings['binlog_format'] === 'statement' && {
    id: 'BINLOG_STATEMENT',
    what: 'The binary log is on, with binlog_format = STATEMENT.',
    why: 'The server refuses to write in READ COMMITTED then: nothing can be stored.',
    fix: "binlog_format = ROW (or MIXED) in the server's configuration.",
  };

const connectionCharset: Rule = (database) =>
  isMysql(database) &&
  !(database.settings['character_set_connection'] ?? 'utf8mb4').startsWith('utf8mb4') && {
    id: 'CONNECTION_CHARSET',
    what: `The connection speaks ${database.settings['character_set_connection']}.`,
    why: 'Names and descriptions lose characters on their way to the tables; some cannot be stored at all.',
    fix: "charset: 'utf8mb4' in the TypeORM options.",
  };

const narrowTables: Rule = ({ narrowTables }) =>
  narrowTables.length > 0 && {
    id: 'TABLE_CHARSET',
    what: `These tables do not hold every character: ${narrowTables.join(', ')}.`,
    why: 'A notification with an emoji in it cannot be stored, and is not acknowledged.',
    fix: narrowTables
      .map((name) => `ALTER TABLE ${name} CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;`)
      .join(' '),
  };

const serverEncoding: Rule = ({ engine, settings }) =>
  engine === 'postgres' &&
  (settings['server_encoding'] ?? 'utf8') !== 'utf8' && {
    id: 'SERVER_ENCODING',
    what: `The database's encoding is ${settings['server_encoding']}.`,
    why: 'A notification with an emoji in it cannot be stored, and is not acknowledged.',
    fix: "Make a database with ENCODING 'UTF8' (CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0) and move the data there: pg_dump, pg_restore.",
  };

/** A time should come back exactly, except for the time of the query and the precision of a column. */
const SHIFT_TOLERATED_MS = 60_000;

const shifted: Rule = ({ timeShiftMs }) =>
  Math.abs(timeShiftMs) > SHIFT_TOLERATED_MS && {
    id: 'TIME_SHIFTED',
    what: `A time that the database writes comes back ${(timeShiftMs / 3_600_000).toFixed(1)} hours off.`,
    why: "The module's own times are numbers and bear it; your columns with @CreateDateColumn, or any date the database makes, are wrong by as much.",
    fix: "The session's zone and the driver's must be the same: timezone: 'Z' in the TypeORM options, and time_zone = '+00:00' at the server (default-time-zone).",
  };

/** The zone of the service's times at its default location (spec §2.1). */
const SERVICE_ZONE = 'Europe/Amsterdam';

const strayZone: Rule = (_, { timeZone, groups }) =>
  timeZone !== null &&
  timeZone !== SERVICE_ZONE &&
  groups.some(({ mode }) => mode !== 'sandbox') && {
    id: 'SERVICE_ZONE',
    what: `timeZone of TillbridgeModule is ${timeZone}; the service's times are those of ${SERVICE_ZONE}.`,
    why: 'It is the zone of the times in orders, not of the shop: with another one, which of two messages is newer is judged wrongly.',
    fix: 'Leave timeZone out of TillbridgeModule.forRoot.',
  };

/** With fewer connections, background work and requests wait for one another. */
const LEAST_POOL = 5;

const smallPool: Rule = ({ poolSize }) =>
  poolSize !== null &&
  poolSize < LEAST_POOL && {
    id: 'POOL_SMALL',
    what: `The pool has ${poolSize} connection(s).`,
    why:
      poolSize === 1
        ? 'A handler that reads outside of its transaction waits without end for the connection that it holds itself.'
        : 'Notifications wait for a connection while workers hold them all, and are answered too late.',
    fix: `poolSize: 10 in the TypeORM options, or ${LEAST_POOL} at the least.`,
  };

const greedyPool: Rule = ({ poolSize, settings }) => {
  const most = Number(settings['max_connections'] ?? Infinity);
  return (
    poolSize !== null &&
    poolSize >= most && {
      id: 'POOL_LARGE',
      what: `The pool may open ${poolSize} connections, and the server takes ${most} in all.`,
      why: 'Under load a second process, or a person with a console, is turned away.',
      fix: `A poolSize so small that those of all processes together stay below ${most}, or a larger max_connections.`,
    }
  );
};

/** Notifications of one commit make a statement of one megabyte; twice as much leaves room for quoting, in bytes. */
const LEAST_PACKET = 2 * 2 ** 20;

const smallPacket: Rule = ({ settings }) =>
  Number(settings['max_allowed_packet'] ?? LEAST_PACKET) < LEAST_PACKET && {
    id: 'PACKET_SMALL',
    what: `The server takes no statement of more than ${settings['max_allowed_packet']} bytes.`,
    why: 'Notifications are stored many at a time, a megabyte at most; what does not fit is stored one by one, and a large one not at all.',
    fix: "max_allowed_packet = 16M in the server's configuration, and at once: SET GLOBAL max_allowed_packet = 16777216",
  };

const crowded: Rule = ({ engine, otherProcesses }) =>
  engine === 'sqlite' &&
  (otherProcesses ?? 0) > 1 && {
    id: 'SQLITE_SHARED',
    what: `${otherProcesses} processes besides this one have the SQLite file open.`,
    why: "On SQLite the module counts on being alone: what one process does the others learn late, and they stand in one another's way.",
    fix: 'Run one process of the shop, or move to PostgreSQL, MariaDB or MySQL.',
  };

/** If tables are missing, statements about them fail for that reason, so this check reports nothing. */
const notWritable: Rule = ({ writeError }, { schema }) =>
  writeError !== null &&
  schema?.missingTables.length === 0 && {
    id: 'NOT_WRITABLE',
    what: `The tables can be read, and not written: ${writeError}.`,
    why: 'No notification can be stored, so none is acknowledged, and no order can be made.',
    fix: 'Let the account of the shop write: file and folder of SQLite belong to it, or it has INSERT, UPDATE and DELETE. If the server is a replica, connect to its master.',
  };

/** The checks of the database, in the order of the output. */
export const databaseChecks: readonly Check[] = [
  { name: 'engine', title: 'The database is one that is supported', decide: firstFault(disguised, crowded) },
  { name: 'writable', title: 'The tables can be written', decide: firstFault(notWritable) },
  { name: 'durability', title: 'What is committed is on the disk', decide: durability },
  {
    name: 'isolation',
    title: 'Transactions are isolated as they should be',
    decide: firstFault(otherIsolation, serializable, statementLog),
  },
  {
    name: 'charset',
    title: 'Every character can be stored',
    decide: firstFault(connectionCharset, narrowTables, serverEncoding),
  },
  { name: 'time-zone', title: 'Times come back as they were', decide: firstFault(shifted, strayZone) },
  { name: 'pool', title: 'The pool is of a good size', decide: firstFault(smallPool, greedyPool) },
  { name: 'packet', title: 'Statements may be large enough', decide: firstFault(smallPacket) },
];
