import type { Engine } from './engine.js';

/** Why a transaction did not come through although nothing is wrong with it. */
export type RetryReason = 'deadlock' | 'lock-timeout' | 'serialisation' | 'busy' | 'connection-lost';

/** The connection went away before an answer came: the same on every engine that has connections. */
const NETWORK: Readonly<Record<string, RetryReason>> = {
  ECONNRESET: 'connection-lost',
  EPIPE: 'connection-lost',
  ETIMEDOUT: 'connection-lost',
};

/** MySQL and MariaDB by error number, and by the codes mysql2 gives to what has no number. */
const MYSQL: Readonly<Record<string, RetryReason>> = {
  ...NETWORK,
  1213: 'deadlock',
  1205: 'lock-timeout',
  // "Record has changed since last read": MariaDB with innodb_snapshot_isolation, on by default from 11.8.
  1020: 'serialisation',
  2006: 'connection-lost',
  2013: 'connection-lost',
  // Sent by a server that is shutting down, or to a connection an operator has killed.
  1053: 'connection-lost',
  1927: 'connection-lost',
  PROTOCOL_CONNECTION_LOST: 'connection-lost',
};

/** The retryable sets, engine by engine (design §10.3). Whatever is not here is a real failure. */
export const RETRYABLE: Readonly<Record<Engine, Readonly<Record<string, RetryReason>>>> = {
  mysql: MYSQL,
  mariadb: MYSQL,
  postgres: {
    ...NETWORK,
    '40001': 'serialisation',
    '40P01': 'deadlock',
    '55P03': 'lock-timeout',
    '57P01': 'connection-lost',
    '57P02': 'connection-lost',
    '08003': 'connection-lost',
    '08006': 'connection-lost',
  },
  sqlite: {
    SQLITE_BUSY: 'busy',
    SQLITE_BUSY_SNAPSHOT: 'busy',
    SQLITE_BUSY_RECOVERY: 'busy',
    SQLITE_LOCKED: 'busy',
    SQLITE_LOCKED_SHAREDCACHE: 'busy',
  },
};

/** The words in which pg reports a connection that ended, for it gives these errors no code. */
const PG_CONNECTION_ENDED = /^(?:Connection terminated|Client has encountered a connection error)/;

const read = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

/** The driver's own error below TypeORM's, or the error itself. */
const driverErrorOf = (error: unknown): unknown => read(error, 'driverError') ?? error;

/**
 * Why a failed transaction may be run again, or undefined when it may not.
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
  const message = read(driverError, 'message');
  const isEnded = engine === 'postgres' && typeof message === 'string' && PG_CONNECTION_ENDED.test(message);
  return isEnded ? 'connection-lost' : undefined;
}
