import { setTimeout as pause } from 'node:timers/promises';
import { NotAsExpected } from './narrator.js';

const POLL_EVERY_MS = 15;

/** What to wait for, and for how long. */
export interface Expectation<T> {
  read: () => Promise<T>;
  until: (value: T) => boolean;
  /** What was seen last, in words, for the case that it never came true. */
  seen: (value: T) => string;
  withinMs: number;
}

/**
 * Looks until a condition holds.
 *
 * @returns the value for which it holds
 * @throws NotAsTold with the last value seen, when the time is over
 */
export async function eventually<T>({ read, until, seen, withinMs }: Expectation<T>): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const value = await read();
    if (until(value)) return value;
    if (performance.now() > deadline) throw new NotAsExpected(`${seen(value)}, after ${withinMs} ms`);
    await pause(POLL_EVERY_MS);
  }
}
