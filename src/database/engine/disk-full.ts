import { isEngineError } from './engine-error.js';
import { retryReason } from './retryable-errors.js';

/** Between them they have the codes of all. */
const ENGINES = ['mariadb', 'postgres', 'sqlite'] as const;

/**
 * Whether the database had no room for a transaction, or for a statement of the host, on whatever engine.
 *
 * @example
 * const isForLater = isDiskFull(error);
 */
export const isDiskFull = (error: unknown): boolean =>
  isEngineError(error)
    ? error.reason === 'disk-full'
    : ENGINES.some((engine) => retryReason(engine, error) === 'disk-full');
