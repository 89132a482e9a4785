/** How the random wait is drawn: `full` from 0 up to the ceiling, `equal` from the upper half. */
export type Jitter = 'full' | 'equal';

/** Input of {@link backoffMs}. */
export interface BackoffInput {
  /** Failures so far, from 1. */
  readonly attempt: number;
  /** Ceiling after the first failure, in milliseconds; it doubles with each further failure. */
  readonly baseMs: number;
  /** Highest ceiling, in milliseconds. */
  readonly capMs: number;
  /** Default `full`; use `equal` where almost no wait would do harm. */
  readonly jitter?: Jitter;
  /** Source of chance in [0, 1). */
  readonly random?: () => number;
}

/** Keeps the power finite; every cap is reached long before. */
const MAX_DOUBLINGS = 60;

/**
 * How long to wait before the next attempt: exponential, capped, and random, so that many callers do not retry
 * together.
 *
 * @returns whole milliseconds, from 0 to `capMs`
 * @example
 * backoffMs({ attempt: 3, baseMs: 200, capMs: 5_000 }); // 0 to 800
 */
export function backoffMs({ attempt, baseMs, capMs, jitter = 'full', random = Math.random }: BackoffInput): number {
  const ceiling = Math.min(capMs, baseMs * 2 ** Math.min(Math.max(0, attempt - 1), MAX_DOUBLINGS));
  const floor = jitter === 'equal' ? ceiling / 2 : 0;
  return Math.floor(floor + random() * (ceiling - floor));
}
