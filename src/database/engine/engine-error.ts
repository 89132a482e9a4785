import { sanitiseCause } from '../../protocol/index.js';

/** What an {@link EngineError} can be about. */
export type EngineErrorCode =
  | 'ENGINE_UNSUPPORTED'
  | 'ENGINE_TOO_OLD'
  | 'SQL_MODE_UNSUPPORTED'
  | 'MIGRATIONS_BUSY'
  | 'GATE_BUSY'
  | 'GATE_TIMEOUT'
  | 'TRANSACTION_REQUIRED'
  | 'TRANSACTION_RETRIES_EXHAUSTED';

/** What an {@link EngineError} is made of. */
export interface EngineErrorInit {
  readonly code: EngineErrorCode;
  /** One sentence for the operator. */
  readonly message: string;
  /** What to do about it. */
  readonly advice: string;
  /** What lies beneath; only its name and system code are kept, for SQL and parameters may hold anything. */
  readonly cause?: unknown;
}

const BRAND = Symbol.for('tillbridge.EngineError');

/**
 * A failure of the database layer itself, with what to do about it. Errors of statements stay TypeORM's own.
 *
 * Recognise it with {@link isEngineError}, not with `instanceof`: a package may be loaded twice.
 */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly code: EngineErrorCode;
  readonly advice: string;

  constructor({ code, message, advice, cause }: EngineErrorInit) {
    super(`${message} ${advice}`, cause === undefined ? undefined : { cause: sanitiseCause(cause) });
    this.code = code;
    this.advice = advice;
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
