/**
 * How a terminal group's calls are limited. Every process counts for itself: two replicas make up to twice as many
 * calls. The defaults are generous: they are there for the day on which something goes wrong.
 *
 * @example
 * const calls: CallOptions = { connectTimeoutMs: 5_000, callsPerSecond: 5, burst: 15, reservedCalls: 5 };
 */
export interface CallOptions {
  /** Longest time until a connection stands, TLS included, in milliseconds; within `timeoutMs`. 100 to 60,000, default 10,000. */
  connectTimeoutMs?: number;
  /** Largest answer that is read, in bytes after decompression. 1,024 to 67,108,864, default 5 MiB. */
  maxResponseBytes?: number;
  /** How often a read is tried in all. 1 to 10, default 3. */
  readAttempts?: number;
  /** How long a read may take with all its repeats, in milliseconds. 1,000 to 600,000, default 60,000. */
  readPatienceMs?: number;
  /** Calls a second that the group may make in the long run. 1 to 1,000, default 20. */
  callsPerSecond?: number;
  /** Calls that may be made at once after a quiet time. 1 to 10,000, default 40. */
  burst?: number;
  /** How many calls of `burst` are kept for checkout and refunds. 0 to `burst` − 1, default 10. */
  reservedCalls?: number;
  /** Calls that may wait for their turn. 0 to 10,000, default 200. */
  maxWaiting?: number;
  /** How long a call waits for its turn, in milliseconds; not counted in `timeoutMs`. 0 to 60,000, default 5,000. */
  maxWaitMs?: number;
  /** Whether calls are held back while the service does not work. Default `on`. */
  circuitBreaker?: 'on' | 'off';
  /** Failures in a row that open the circuit. 1 to 1,000, default 10. */
  circuitFailures?: number;
  /** How long the circuit stays open before one call tries again, in milliseconds. 100 to 600,000, default 10,000. */
  circuitPauseMs?: number;
}

/** Longest duration of one call where a group says nothing, in milliseconds. */
export const DEFAULT_TIMEOUT_MS = 30_000;

/** {@link CallOptions} with every default filled in. */
export type CallLimits = Readonly<Required<CallOptions>>;

/** What a group that says nothing has. */
const DEFAULT_CALL_LIMITS: CallLimits = {
  connectTimeoutMs: 10_000,
  maxResponseBytes: 5 * 1024 * 1024,
  readAttempts: 3,
  readPatienceMs: 60_000,
  callsPerSecond: 20,
  burst: 40,
  reservedCalls: 10,
  maxWaiting: 200,
  maxWaitMs: 5_000,
  circuitBreaker: 'on',
  circuitFailures: 10,
  circuitPauseMs: 10_000,
};

/** Fills in the defaults; what is kept for checkout and refunds follows a smaller burst, and connecting a smaller time limit. */
export function withCallDefaults(given: CallOptions = {}, timeoutMs: number = DEFAULT_TIMEOUT_MS): CallLimits {
  const burst = given.burst ?? DEFAULT_CALL_LIMITS.burst;
  return {
    ...DEFAULT_CALL_LIMITS,
    connectTimeoutMs: Math.min(DEFAULT_CALL_LIMITS.connectTimeoutMs, timeoutMs),
    reservedCalls: Math.min(DEFAULT_CALL_LIMITS.reservedCalls, Math.floor(burst / 4)),
    ...said(given),
  };
}

/** What is not `undefined`: an option left out and one set to nothing are the same. */
const said = (given: CallOptions): CallOptions =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));

/** Rules between the options of calls. */
export function callFaults(given: CallOptions | undefined, timeoutMs: number = DEFAULT_TIMEOUT_MS): string[] {
  if (typeof given !== 'object' || given === null) return [];
  const { burst, reservedCalls, connectTimeoutMs } = withCallDefaults(given, timeoutMs);
  const faults: string[] = [];
  if (reservedCalls >= burst)
    faults.push('calls.reservedCalls: must be less than burst, or other calls never get a turn');
  if (connectTimeoutMs > timeoutMs) faults.push('calls.connectTimeoutMs: must not be longer than timeoutMs');
  return faults;
}
