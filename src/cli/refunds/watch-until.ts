import { setTimeout as wait } from 'node:timers/promises';

/** How often is looked, in milliseconds: refunds leave one a second, and a plan of thousands is work. */
const READ_EVERY_MS = 2_000;
/** When nothing has changed for so long, someone should know, in milliseconds: twice what an uncertain refund rests. */
const SILENT_MS = 60_000;

/** What is watched, and who is told. */
export interface Watched<T> {
  readonly read: () => Promise<T>;
  readonly isOver: (seen: T) => boolean;
  /** What has changed when it differs from the time before. */
  readonly markOf: (seen: T) => string;
  readonly onRead: (seen: T) => void;
  /** Told once when nothing has changed for a minute. */
  readonly onSilence: () => void;
  readonly signal: AbortSignal;
}

/**
 * Looks repeatedly, until it is over or someone has seen enough.
 *
 * @returns what was seen last
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

/** What {@link Watched.onSilence} should say: the command line itself sends nothing. */
export const NO_SENDER =
  'Nothing has been sent for a minute. Refunds are sent by the shop: does a process of it with workers run?';
