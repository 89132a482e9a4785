/** How long to wait is drawn from: `full` anything up to the ceiling, `equal` the upper half of it. */
export type Jitter = 'full' | 'equal';

/** What {@link backoffMs} computes with. */
export interface BackoffInput {
  /** Failures so far, from 1. */
  readonly attempt: number;
  /** Ceiling after the first failure, in milliseconds; it doubles with every further one. */
  readonly baseMs: number;
  /** Highest ceiling, in milliseconds. */
  readonly capMs: number;
  /** `full` unless said otherwise; `equal` where waiting for nearly nothing would do harm. */
  readonly jitter?: Jitter;
  /** Source of chance in [0, 1). */
  readonly random?: () => number;
}

/** Keeps the power finite; any cap is reached long before. */
const MAX_DOUBLINGS = 60;

/**
 * How long to wait before the next attempt: exponential, capped, and jittered, so that many waiters spread out.
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
