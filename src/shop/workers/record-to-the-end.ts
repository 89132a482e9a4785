import { setTimeout as wait } from 'node:timers/promises';
import type { RowSource } from './row-handler.js';

/** How long after a failure it is tried again, in milliseconds. */
const AGAIN_MS = 1_000;

/**
 * Records what could not be recorded when it came, before the process ends. It is tried until the database takes it. Without
 * this an answer to a refund is lost when the process ends shortly after, or during, an outage of the database.
 *
 * @param abandoned - aborted when the process waits no longer
 */
export async function recordToTheEnd(
  rows: Pick<RowSource<never>, 'recordLate'>,
  abandoned: AbortSignal,
): Promise<void> {
  while (!abandoned.aborted) {
    try {
      return await rows.recordLate();
    } catch {
      await wait(AGAIN_MS, undefined, { signal: abandoned }).catch(() => undefined);
    }
  }
}
