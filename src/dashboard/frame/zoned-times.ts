import { formatServiceTime } from '../../protocol/index.js';

/** Zones change their offset at such an instant only. */
const QUARTER_MS = 900_000;
const MINUTE_MS = 60_000;
const MOST_KNOWN = 10_000;

/**
 * Writes instants in a zone, ISO 8601 with the offset: `2026-01-15T12:00:00+01:00`; nothing for none. Files have a million
 * of them, so the offset is worked out once for each quarter of an hour.
 */
export function zonedTimes(timeZone: string): (epochMs: number | null) => string {
  const known = new Map<number, number>();
  const minutesAt = (epochMs: number): number => {
    const quarter = Math.floor(epochMs / QUARTER_MS);
    const offset = known.get(quarter) ?? offsetAt(quarter * QUARTER_MS, timeZone);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(quarter, offset);
    return offset;
  };
  return (epochMs) => {
    if (epochMs === null) return '';
    const minutes = minutesAt(epochMs);
    const local = new Date(epochMs + minutes * MINUTE_MS).toISOString().slice(0, 19);
    const [hour, minute] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
    return `${local}${minutes < 0 ? '-' : '+'}${twoDigits(hour)}:${twoDigits(minute)}`;
  };
}

/** Minutes by which the zone's clock is ahead of UTC. */
const offsetAt = (epochMs: number, timeZone: string): number =>
  Math.round((Date.parse(`${formatServiceTime(epochMs, timeZone)}Z`) - epochMs) / MINUTE_MS);

const twoDigits = (number: number): string => String(number).padStart(2, '0');
