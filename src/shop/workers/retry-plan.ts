import { backoffMs } from '../../support/index.js';

/**
 * Thirteen attempts over roughly half an hour, before a row waits for a person: 1 s, 2 s, 4 s … at most 10 minutes apart, each
 * shortened by up to half.
 */
export const RETRY_PLAN = { attempts: 13, baseMs: 1_000, capMs: 600_000 };

/** How long a row waits for which the database had no room, in milliseconds. */
const FULL_GAP_MS = 30_000;

/**
 * What happens to a row that failed: when it is due again, or that it has failed too often.
 *
 * @param isFull - the database had no room. That does not count: rows that are there can still be changed then, and after half an hour
 *   everything that was due would wait for a person. Where the database is away, no end can be written at all; but a handler may
 *   lose its connection by itself, each time, so that counts.
 */
export function afterFailure(
  attempts: number,
  now: number,
  isFull = false,
): { dueAt: number; attempts?: number } | 'given-up' {
  if (isFull) return { dueAt: now + FULL_GAP_MS, attempts: attempts - 1 };
  const { attempts: most, baseMs, capMs } = RETRY_PLAN;
  if (attempts >= most) return 'given-up';
  return { dueAt: now + backoffMs({ attempt: attempts, baseMs, capMs, jitter: 'equal' }) };
}

/** How often work may end without a recorded error, for example by killing the process, before its row waits for a person. */
export const MOST_SILENT_ENDS = 5;

/** The fields of a claimed row that {@link mayHaveCrashed} and {@link isSpent} use. */
interface Tried {
  /** Claims so far, this one included. */
  readonly attempts: number;
  /** Null until a failure was recorded. */
  readonly lastError: string | null;
}

/**
 * Whether a row was claimed before and no result was recorded. It may have killed the process, so it is processed apart from
 * other such rows. Rows that were in work at the same moment look the same, and prove to be harmless.
 */
export const mayHaveCrashed = ({ attempts, lastError }: Tried): boolean => attempts > 1 && lastError === null;

/**
 * Whether a row had all its attempts before the current one: it must not be begun again.
 *
 * @param most - attempts of a row whose failures were recorded
 */
export const isSpent = (row: Tried, most: number = RETRY_PLAN.attempts): boolean =>
  row.attempts > (row.lastError === null ? MOST_SILENT_ENDS : most);
