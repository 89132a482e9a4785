import { sanitiseCause } from '../../protocol/index.js';
import type { RetryReason } from './retry-reason.js';

/** What an {@link EngineError} can be about. */
export type EngineErrorCode =
  | 'ENGINE_UNSUPPORTED'
  | 'ENGINE_TOO_OLD'
  | 'SQL_MODE_UNSUPPORTED'
  | 'COMMITS_UNSUPPORTED'
  | 'MIGRATIONS_BUSY'
  | 'GATE_BUSY'
  | 'GATE_TIMEOUT'
  | 'TRANSACTION_REQUIRED'
  | 'TRANSACTION_RETRIES_EXHAUSTED';

/** The parts of an {@link EngineError}. */
export interface EngineErrorInit {
  readonly code: EngineErrorCode;
  /** One sentence for the operator. */
  readonly message: string;
  /** What the operator should do. */
  readonly advice: string;
  /** The underlying error. Only its name and system code are kept, because SQL and parameters may hold any data. */
  readonly cause?: unknown;
  /** Of a transaction that was given up: why it failed last. */
  readonly reason?: RetryReason;
}

const BRAND = Symbol.for('tillbridge.EngineError');

/**
 * A failure of the database layer itself, with advice. Errors of statements remain TypeORM's own.
 *
 * Recognise it with {@link isEngineError}, not with `instanceof`: a package may be loaded twice.
 */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly code: EngineErrorCode;
  readonly advice: string;
  readonly reason: RetryReason | null;

  constructor({ code, message, advice, cause, reason }: EngineErrorInit) {
    super(`${message} ${advice}`, cause === undefined ? undefined : { cause: sanitiseCause(cause) });
    this.code = code;
    this.advice = advice;
    this.reason = reason ?? null;
    Object.defineProperty(this, BRAND, { value: true });
  }
}

/**
 * Whether a thrown value is an {@link EngineError}, whichever copy of the package threw it.
 *
 * @example
 * const isBusy = isEngineError(error) && error.code === 'GATE_TIMEOUT';
 */
export function isEngineError(error: unknown): error is EngineError {
  return typeof error === 'object' && error !== null && Reflect.get(error, BRAND) === true;
}

/** The database takes nothing now, and later will. Any other reason may be the work's own fault, such as a lock. */
const AWAY: ReadonlySet<RetryReason | null> = new Set([
  'connection-lost',
  'connection-refused',
  'read-only',
  'disk-full',
]);

/**
 * Whether a transaction was given up because the database is away, or has no room.
 *
 * @example
 * const isForLater = isDatabaseAway(error);
 */
export const isDatabaseAway = (error: unknown): boolean => isEngineError(error) && AWAY.has(error.reason);
