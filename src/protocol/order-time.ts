import { SERVICE_TIME_ZONE } from './limits.js';

const SERVICE_TIME = /^[12]\d{3}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}$/;
const DAY_MS = 86_400_000;
/** Since the last exception, zones change their clocks only at the beginning of a minute. */
const MINUTE_MS = 60_000;
const MINUTES_SINCE = Date.UTC(1980, 0, 1);
/** Notifications contain times of the same few days again and again. */
const MOST_KNOWN = 2_000;
const knownOffsets = new Map<string, number>();
const knownDays = new Map<string, number>();
const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * Reads one of the service's times, which have no zone (spec §2.2, protocol §5.10).
 *
 * When the clock is set back, the repeated hour is read as its first pass. A time that the clock skips is shifted
 * forward by the skipped amount. The zone of the process does not matter.
 *
 * @param text - `YYYY-MM-DDTHH:MM:SS`, years 1000 to 2999
 * @param timeZone - IANA name of the zone the service writes in
 * @returns epoch milliseconds (UTC), or `null` if the text is not such a time
 * @throws RangeError when the time zone does not exist
 * @example
 * parseServiceTime('2025-07-31T11:14:35'); // 1753953275000
 */
export function parseServiceTime(text: string | null | undefined, timeZone = SERVICE_TIME_ZONE): number | null {
  if (typeof text !== 'string' || !SERVICE_TIME.test(text)) return null;
  const local = text.replace(' ', 'T');
  const wall = Date.parse(`${local}Z`);
  // A date that does not exist (31 June, hour 24) is NaN, or rolls over to another date.
  if (Number.isNaN(wall) || !isOnCalendar(local, wall)) return null;
  const before = offsetAt(wall - DAY_MS, timeZone);
  const after = offsetAt(wall + DAY_MS, timeZone);
  const isAfterChange = offsetAt(wall - before, timeZone) !== before && offsetAt(wall - after, timeZone) === after;
  return wall - (isAfterChange ? after : before);
}

/** Whether a parsed date is the written one. In UTC all days have equal length, so the time of day does not matter. */
function isOnCalendar(local: string, wall: number): boolean {
  const [date, day] = [local.slice(0, 10), Math.floor(wall / DAY_MS)];
  if (knownDays.get(date) === day) return true;
  if (formatServiceTime(wall, 'UTC') !== local) return false;
  if (knownDays.size >= MOST_KNOWN) knownDays.clear();
  knownDays.set(date, day);
  return true;
}

/**
 * Writes a time as the service does: the local time of its zone, without a zone.
 *
 * @param epochMs - epoch milliseconds (UTC); parts of a second are dropped
 * @param timeZone - IANA name of the zone the service writes in
 * @throws RangeError when the time zone does not exist or the instant is no number of milliseconds
 * @example
 * formatServiceTime(1753953275000); // '2025-07-31T11:14:35'
 */
export function formatServiceTime(epochMs: number, timeZone = SERVICE_TIME_ZONE): string {
  const part = partsAt(epochMs, timeZone);
  const date = `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
  return `${date}T${part('hour')}:${part('minute')}:${part('second')}`;
}

/** How far the zone's clock is ahead of UTC at a time of whole seconds, in milliseconds. */
function offsetAt(epochMs: number, timeZone: string): number {
  if (epochMs < MINUTES_SINCE) return computeOffset(epochMs, timeZone);
  const key = `${Math.floor(epochMs / MINUTE_MS)} ${timeZone}`;
  const known = knownOffsets.get(key);
  if (known !== undefined) return known;
  if (knownOffsets.size >= MOST_KNOWN) knownOffsets.clear();
  const offset = computeOffset(epochMs, timeZone);
  knownOffsets.set(key, offset);
  return offset;
}

function computeOffset(epochMs: number, timeZone: string): number {
  return Date.parse(`${formatServiceTime(epochMs, timeZone)}Z`) - epochMs;
}

function partsAt(epochMs: number, timeZone: string): (type: Intl.DateTimeFormatPartTypes) => string {
  const parts = new Map(
    formatterFor(timeZone)
      .formatToParts(epochMs)
      .map(({ type, value }) => [type, value]),
  );
  return (type) => String(parts.get(type));
}

/** Formatters are slow to make and fast to use, and a process uses few zones. */
function formatterFor(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US-u-ca-iso8601-nu-latn', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formatters.set(timeZone, formatter);
  }
  return formatter;
}
