import { formatServiceTime } from '../../protocol/index.js';
import { MINUTE_MS } from '../../support/index.js';

const MOST_KNOWN = 10_000;

/**
 * Formats times in a zone, ISO 8601 with the offset: `2026-01-15T12:00:00+01:00`; empty for null. Files have a million
 * of them, so each minute is formatted only once.
 */
export function zonedTimes(timeZone: string): (epochMs: number | null) => string {
  const known = new Map<number, { readonly local: string; readonly offset: string }>();
  const minuteAt = (minute: number): { readonly local: string; readonly offset: string } => {
    const found = known.get(minute);
    if (found !== undefined) return found;
    if (known.size >= MOST_KNOWN) known.clear();
    const local = formatServiceTime(minute * MINUTE_MS, timeZone);
    const text = { local: local.slice(0, -2), offset: offsetText(Date.parse(`${local}Z`) / MINUTE_MS - minute) };
    known.set(minute, text);
    return text;
  };
  return (epochMs) => {
    if (epochMs === null) return '';
    const minute = Math.floor(epochMs / MINUTE_MS);
    const { local, offset } = minuteAt(minute);
    return local + twoDigits(Math.floor((epochMs - minute * MINUTE_MS) / 1_000)) + offset;
  };
}

/** @param minutes - how far the zone's clock is ahead of UTC */
function offsetText(minutes: number): string {
  const ahead = Math.round(Math.abs(minutes));
  return `${minutes < 0 ? '-' : '+'}${twoDigits(Math.trunc(ahead / 60))}:${twoDigits(ahead % 60)}`;
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');
