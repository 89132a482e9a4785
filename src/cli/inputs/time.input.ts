import { InvalidArgumentError } from 'commander';
import { parseServiceTime } from '../../protocol/index.js';

const SECONDS = /^\d{10}$/;
const MILLISECONDS = /^\d{13}$/;
/** A date, or a date and time with its zone: a local time would mean another time elsewhere. */
const INSTANT = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/;

/**
 * Reads a time: `2026-01-31` (midnight UTC), `2026-01-31T10:00Z`, `2026-01-31T10:00+01:00`, or unix seconds or milliseconds.
 *
 * @returns epoch milliseconds (UTC)
 * @throws InvalidArgumentError, which commander shows
 */
export function readTime(text: string): number {
  if (MILLISECONDS.test(text)) return Number(text);
  if (SECONDS.test(text)) return Number(text) * 1000;
  // JavaScript reads 30 February as 2 March.
  const isOnCalendar = parseServiceTime(`${text.slice(0, 10)}T00:00:00`, 'UTC') !== null;
  const parsed = isOnCalendar && INSTANT.test(text) ? Date.parse(text.replace(' ', 'T')) : Number.NaN;
  if (!Number.isNaN(parsed)) return parsed;
  throw new InvalidArgumentError(
    'It must be a date (2026-01-31, UTC), a time with its zone (2026-01-31T10:00Z), or unix time.',
  );
}

/**
 * Reads the name of a time zone: `Europe/Amsterdam`, `UTC`.
 *
 * @throws InvalidArgumentError, which commander shows
 */
export function readTimeZone(name: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    throw new InvalidArgumentError('It must be the name of a time zone, such as Europe/Amsterdam.');
  }
}
