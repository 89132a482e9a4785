import { setTimeout as pause } from 'node:timers/promises';

/** Waits for something, but not longer than this many milliseconds; it goes on by itself afterwards. */
export async function within(limitMs: number, work: Promise<unknown>): Promise<void> {
  const ended = new AbortController();
  const limit = pause(limitMs, undefined, { signal: ended.signal, ref: false }).catch(() => undefined);
  await Promise.race([work, limit]).finally(() => ended.abort());
}
