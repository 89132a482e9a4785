import { setTimeout as wait } from 'node:timers/promises';

/**
 * How often the batch is read, in milliseconds: one refund is sent per second, and a plan of thousands is expensive to
 * read.
 */
const READ_EVERY_MS = 2_000;
/** After this time without a change the user is warned, in milliseconds: twice the rest of an uncertain refund. */
const SILENT_MS = 60_000;

/** What is watched, and the callbacks. */
export interface Watched<T> {
  readonly read: () => Promise<T>;
  readonly isOver: (seen: T) => boolean;
  /** A text that differs when something has changed. */
  readonly markOf: (seen: T) => string;
  readonly onRead: (seen: T) => void;
  /** Called once if nothing has changed for a minute. */
  readonly onSilence: () => void;
  readonly signal: AbortSignal;
}

/**
 * Reads repeatedly, until the work is over or `signal` is aborted.
 *
 * @returns the last result
 */
export async function watchUntil<T>({ read, isOver, markOf, onRead, onSilence, signal }: Watched<T>): Promise<T> {
  let mark = '';
  let changedAt = performance.now();
  for (;;) {
    const seen = await read();
    onRead(seen);
    if (isOver(seen) || signal.aborted) return seen;
    if (markOf(seen) !== mark) [mark, changedAt] = [markOf(seen), performance.now()];
    else if (performance.now() - changedAt > SILENT_MS) {
      onSilence();
      changedAt = Number.POSITIVE_INFINITY;
    }
    await wait(READ_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** The message for {@link Watched.onSilence}: the command line itself sends nothing. */
export const NO_SENDER =
  'Nothing has been sent for a minute. Refunds are sent by the shop: does a process of it with workers run?';
