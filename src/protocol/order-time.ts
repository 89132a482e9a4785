import { SERVICE_TIME_ZONE } from './limits.js';

const SERVICE_TIME = /^[12]\d{3}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}$/;
const DAY_MS = 86_400_000;
/** Zones change their clocks when a minute begins, since the last that did not. */
const MINUTE_MS = 60_000;
const MINUTES_SINCE = Date.UTC(1980, 0, 1);
/** Notifications speak of the same few days repeatedly. */
const MOST_KNOWN = 2_000;
const knownOffsets = new Map<string, number>();
const knownDays = new Map<string, number>();
const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * Reads one of the service's times, which carry no zone (spec §2.2, protocol §5.10).
 *
 * When the clock is put back, the repeated hour is read as its first pass; a time that the clock skips when it is put
 * forward is shifted forward by what was skipped. The zone of the process plays no part.
 *
 * @param text - `YYYY-MM-DDTHH:MM:SS`, years 1000 to 2999
 * @param timeZone - IANA name of the zone the service writes in
 * @returns epoch milliseconds (UTC), or `null` when it is no such time
 * @throws RangeError when the time zone does not exist
 * @example
 * parseServiceTime('2025-07-31T11:14:35'); // 1753953275000
 */
export function parseServiceTime(text: string | null | undefined, timeZone = SERVICE_TIME_ZONE): number | null {
  if (typeof text !== 'string' || !SERVICE_TIME.test(text)) return null;
  const local = text.replace(' ', 'T');
  const wall = Date.parse(`${local}Z`);
  // A date that does not exist (31 June, hour 24) is no number, or rolls over and then reads differently.
  if (Number.isNaN(wall) || !isOnCalendar(local, wall)) return null;
  const before = offsetAt(wall - DAY_MS, timeZone);
  const after = offsetAt(wall + DAY_MS, timeZone);
  const isAfterChange = offsetAt(wall - before, timeZone) !== before && offsetAt(wall - after, timeZone) === after;
  return wall - (isAfterChange ? after : before);
}

/** Whether a date that could be parsed is the one that was written. In UTC a day is a day: the time of day adds nothing. */
function isOnCalendar(local: string, wall: number): boolean {
  const [date, day] = [local.slice(0, 10), Math.floor(wall / DAY_MS)];
  if (knownDays.get(date) === day) return true;
  if (formatServiceTime(wall, 'UTC') !== local) return false;
  if (knownDays.size >= MOST_KNOWN) knownDays.clear();
  knownDays.set(date, day);
  return true;
}

/**
 * Writes an instant the way the service does: the local time of its zone, without a zone.
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

/** Milliseconds by which the zone's clock is ahead of UTC at an instant of whole seconds. */
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

/** Making a formatter is slow, using one is not; the zones of a process are few. */
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
