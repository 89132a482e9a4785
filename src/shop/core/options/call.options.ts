import { OneOf, Whole } from '../../../support/fields/field.decorators.js';

/**
 * How a terminal group's calls are limited. On a database server all processes of a shop share `callsPerSecond` and `burst`;
 * all other limits count for each process. The defaults are generous: normal traffic does not reach them.
 *
 * @example
 * const calls: CallOptions = { connectTimeoutMs: 5_000, callsPerSecond: 5, burst: 15, reservedCalls: 5 };
 */
export class CallOptions {
  /** Longest time to make a connection, TLS included, in milliseconds; part of `timeoutMs`. 100 to 60,000, default 10,000. */
  @Whole(100, 60_000)
  connectTimeoutMs?: number;

  /** Largest answer that is read, in bytes after decompression. 1,024 to 67,108,864, default 5 MiB. */
  @Whole(1_024, 64 * 1024 * 1024)
  maxResponseBytes?: number = 5 * 1024 * 1024;

  /** How often a read is tried in total. 1 to 10, default 3. */
  @Whole(1, 10)
  readAttempts?: number = 3;

  /** How long a read may take with all its repeats, in milliseconds. 1,000 to 600,000, default 60,000. */
  @Whole(1_000, 600_000)
  readPatienceMs?: number = 60_000;

  /**
   * Who shares `callsPerSecond`, `burst` and `reservedCalls`. `shared`: all processes on one database, by a row in it.
   * `process`: each process has its own. Default `shared` on MySQL, MariaDB and PostgreSQL, and `process` on SQLite and
   * without a database. While the database does not answer, each process applies the full limits by itself.
   */
  @OneOf('shared', 'process')
  budget?: 'shared' | 'process';

  /** Calls a second that the group may make in the long run. 1 to 1,000, default 20. */
  @Whole(1, 1_000)
  callsPerSecond?: number = 20;

  /** Calls that may be made at once after a quiet time. 1 to 10,000, default 40. */
  @Whole(1, 10_000)
  burst?: number = 40;

  /** How many calls of `burst` are kept for checkout and refunds. 0 to `burst` − 1, default 10, at most a quarter of `burst`. */
  @Whole(0, 9_999)
  reservedCalls?: number;

  /** Calls that may wait for the budget. 0 to 10,000, default 200. */
  @Whole(0, 10_000)
  maxWaiting?: number = 200;

  /** How long a call waits for the budget, in milliseconds; not counted in `timeoutMs`. 0 to 60,000, default 5,000. */
  @Whole(0, 60_000)
  maxWaitMs?: number = 5_000;

  /** Whether calls are held back while the service does not work. Default `on`. */
  @OneOf('on', 'off')
  circuitBreaker?: 'on' | 'off' = 'on';

  /** Failures in a row that open the circuit. 1 to 1,000, default 10. */
  @Whole(1, 1_000)
  circuitFailures?: number = 10;

  /** How long the circuit stays open before one call tries again, in milliseconds. 100 to 600,000, default 10,000. */
  @Whole(100, 600_000)
  circuitPauseMs?: number = 10_000;
}

/** {@link CallOptions} with every default filled in; that of `budget` depends on the database. */
export type CallLimits = Readonly<Required<Omit<CallOptions, 'budget'>> & Pick<CallOptions, 'budget'>>;

const CONNECT_TIMEOUT_MS = 10_000;
const RESERVED_CALLS = 10;

/** `reservedCalls` follows a smaller burst, and `connectTimeoutMs` follows a smaller `timeoutMs`. */
export function callLimits(given: CallOptions, timeoutMs: number): CallLimits {
  const calls = given as CallLimits;
  const {
    connectTimeoutMs = Math.min(CONNECT_TIMEOUT_MS, timeoutMs),
    reservedCalls = Math.min(RESERVED_CALLS, Math.floor(calls.burst / 4)),
  } = given;
  return { ...calls, connectTimeoutMs, reservedCalls };
}

/** Rules between the options of calls. */
export function callFaults({ burst, reservedCalls, connectTimeoutMs }: CallLimits, timeoutMs: number): string[] {
  const faults: string[] = [];
  if (reservedCalls >= burst)
    faults.push('calls.reservedCalls: must be less than burst, or other calls never get a turn');
  if (connectTimeoutMs > timeoutMs) faults.push('calls.connectTimeoutMs: must not be longer than timeoutMs');
  return faults;
}
