import type { Engine } from './engine.js';
import type { RetryReason } from './retry-reason.js';

/** The connection ended before an answer came, or none came about. These codes are the same on every engine with connections. */
const NETWORK: Readonly<Record<string, RetryReason>> = {
  ECONNRESET: 'connection-lost',
  EPIPE: 'connection-lost',
  ETIMEDOUT: 'connection-lost',
  // The server restarts, or another takes over, and its address is on its way to the resolver.
  ECONNREFUSED: 'connection-refused',
  EHOSTUNREACH: 'connection-refused',
  EAI_AGAIN: 'connection-refused',
};

/** MySQL and MariaDB: by error number, and by mysql2's own codes for errors without a number. */
const MYSQL: Readonly<Record<string, RetryReason>> = {
  ...NETWORK,
  1213: 'deadlock',
  1205: 'lock-timeout',
  // "Record has changed since last read": MariaDB with innodb_snapshot_isolation, on by default from 11.8.
  1020: 'serialisation',
  // Group replication refuses a commit because another member changed the same rows; the server has rolled back.
  3101: 'serialisation',
  2006: 'connection-lost',
  2013: 'connection-lost',
  // Sent by a server that is shutting down, or to a connection an operator has killed.
  1053: 'connection-lost',
  1927: 'connection-lost',
  // Closed by MySQL because it was idle.
  4031: 'connection-lost',
  PROTOCOL_CONNECTION_LOST: 'connection-lost',
  // The server became a replica in a failover. Its connections stay open, and the next one leads to the new master.
  1290: 'read-only',
  1792: 'read-only',
  1836: 'read-only',
  // All connections of the server, or of the account, are taken; one will be free soon.
  1040: 'connection-refused',
  1203: 'connection-refused',
  1226: 'connection-refused',
  // A node that is not, or no longer, part of its Galera cluster; the next connection may lead to another.
  1047: 'connection-refused',
  // No new row finds room, while rows that are there can still be changed.
  1021: 'disk-full',
  1114: 'disk-full',
};

/** The retryable errors of each engine (design §10.3). Any other error is a real failure. */
export const RETRYABLE: Readonly<Record<Engine, Readonly<Record<string, RetryReason>>>> = {
  // MySQL says no more than "interrupted" to a connection that an operator has killed.
  mysql: { ...MYSQL, 1317: 'connection-lost' },
  mariadb: MYSQL,
  postgres: {
    ...NETWORK,
    '40001': 'serialisation',
    '40P01': 'deadlock',
    '55P03': 'lock-timeout',
    '57P01': 'connection-lost',
    '57P02': 'connection-lost',
    // The transaction was idle for longer than the server allows, for example because the machine was suspended.
    '25P03': 'connection-lost',
    '57P05': 'connection-lost',
    '08003': 'connection-lost',
    '08006': 'connection-lost',
    // PgBouncer's only code: it has lost the server, or got no server for too long.
    '08P01': 'connection-lost',
    // As on MySQL: this server is read-only now.
    '25006': 'read-only',
    '53300': 'connection-refused',
    // The server is starting or recovering.
    '57P03': 'connection-refused',
    '53100': 'disk-full',
  },
  sqlite: {
    SQLITE_BUSY: 'busy',
    SQLITE_BUSY_SNAPSHOT: 'busy',
    SQLITE_BUSY_RECOVERY: 'busy',
    SQLITE_LOCKED: 'busy',
    SQLITE_LOCKED_SHAREDCACHE: 'busy',
    SQLITE_FULL: 'disk-full',
  },
};

/**
 * The messages for a closed connection that come without a code: pg's own, and mysql2's for a statement after the end.
 * Between two statements of a transaction there is no other signal.
 */
const CONNECTION_ENDED =
  /^(?:Connection terminated|Client has encountered a connection error|Can't add new command when connection is in closed state)/;
/** The messages of pg-pool and of mysql2 when every connection of the pool is taken for too long, also without a code. */
const POOL_EMPTY: ReadonlySet<unknown> = new Set([
  'timeout exceeded when trying to connect',
  'No connections available.',
  'Queue limit reached.',
]);
/**
 * TypeORM releases PostgreSQL's connection when it ends, also within a transaction; no other code releases ours. The
 * second name applies if the next statement is a raw one.
 */
const LET_GO: ReadonlySet<unknown> = new Set([
  'QueryRunnerAlreadyReleasedError',
  'QueryRunnerProviderAlreadyReleasedError',
]);

const read = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

/** The driver's error inside TypeORM's error, or the error itself. */
const driverErrorOf = (error: unknown): unknown => read(error, 'driverError') ?? error;

/** Whether the database received a statement and refused it. Otherwise the database could not be reached. */
export const isRefusedStatement = (error: unknown): boolean =>
  error instanceof Error && error.name === 'QueryFailedError';

const isOfPool = (driverError: unknown): boolean => POOL_EMPTY.has(read(driverError, 'message'));

/** Whether it is the error of a connection, of whatever it was made to. */
export const isOfNetwork = (error: unknown): boolean => {
  const driverError = driverErrorOf(error);
  return Object.hasOwn(NETWORK, String(read(driverError, 'code'))) || isOfPool(driverError);
};

/**
 * Why a failed transaction may run again, or undefined if it must not.
 *
 * @param error - TypeORM's QueryFailedError, or an error of the driver
 * @example
 * retryReason('mariadb', error) === 'deadlock';
 */
export function retryReason(engine: Engine, error: unknown): RetryReason | undefined {
  const driverError = driverErrorOf(error);
  const reasons = RETRYABLE[engine];
  for (const name of [read(driverError, 'errno'), read(driverError, 'code')].map(String)) {
    if (Object.hasOwn(reasons, name)) return reasons[name];
  }
  if (engine === 'sqlite') return undefined;
  if (isOfPool(driverError)) return 'connection-refused';
  const message = read(driverError, 'message');
  const isEnded = typeof message === 'string' && CONNECTION_ENDED.test(message);
  return isEnded || LET_GO.has(read(error, 'name')) ? 'connection-lost' : undefined;
}
