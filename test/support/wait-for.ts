import { setTimeout as delay } from 'node:timers/promises';

/** How long {@link waitFor} waits, and how often it checks. */
export interface WaitOptions {
  /** The time limit in milliseconds. Default 20 000, for busy machines. */
  timeoutMs?: number;
  /** Milliseconds between two checks. Default 10. */
  intervalMs?: number;
  /** The expected condition, for the message of the failure. */
  what?: string;
}

/**
 * Waits until `condition` returns a truthy value, and returns that. A condition that throws counts as not met yet; its
 * last error is the cause of the failure after the time limit.
 *
 * @example
 * const row = await waitFor(() => repository.findOneBy({ state: 'done' }), { what: 'the row to be done' });
 */
export async function waitFor<T>(
  condition: () => T | Promise<T>,
  { timeoutMs = 20_000, intervalMs = 10, what = 'the condition to hold' }: WaitOptions = {},
): Promise<NonNullable<T>> {
  const deadline = performance.now() + timeoutMs;
  let cause: unknown;
  do {
    try {
      const value = await condition();
      if (value) return value;
      cause = undefined;
    } catch (error) {
      cause = error;
    }
    await delay(intervalMs);
  } while (performance.now() < deadline);
  throw new Error(`Waited ${timeoutMs} ms in vain for ${what}`, { cause });
}
