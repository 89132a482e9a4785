import { setTimeout as pause } from 'node:timers/promises';
import { NotAsExpected } from './narrator.js';

const POLL_EVERY_MS = 15;

/** What to wait for, and how long. */
export interface Expectation<T> {
  read: () => Promise<T>;
  until: (value: T) => boolean;
  /** The last value as text, for the error if the condition never becomes true. */
  seen: (value: T) => string;
  withinMs: number;
}

/**
 * Reads repeatedly until a condition is true.
 *
 * @returns the value for which it is true
 * @throws NotAsExpected with the last value, after the time limit
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
