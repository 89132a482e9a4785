import { setTimeout as delay } from 'node:timers/promises';

/** How long {@link waitFor} goes on, and how often it looks. */
export interface WaitOptions {
  /** Milliseconds after which it gives up. Default 20 000, for machines with much else to do. */
  timeoutMs?: number;
  /** Milliseconds between two reads. Default 10. */
  intervalMs?: number;
  /** What is waited for, for the message of the failure. */
  what?: string;
}

/**
 * Waits until `condition` gives something truthy, and returns that. A condition that throws counts as not met yet;
 * its last error is the cause of the failure when time runs out.
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
