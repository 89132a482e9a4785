const MS = { week: 604_800_000, day: 86_400_000, hour: 3_600_000, minute: 60_000, second: 1_000 } as const;

// Weeks, days, hours, minutes and seconds; years and months have no fixed length.
const DURATION = /^P(?=.)(?:(\d+)W)?(?:(\d+)D)?(?:T(?=.)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d{1,3})?)S)?)?$/;

/**
 * Reads a duration: milliseconds, or ISO 8601 with weeks, days, hours, minutes and seconds.
 *
 * @returns milliseconds; null if it is neither.
 *
 * @example
 * ```ts
 * readDuration('PT45M'); // 2_700_000
 * ```
 */
export function readDuration(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  const match = typeof value === 'string' ? DURATION.exec(value) : null;
  if (match === null) return null;
  const [, weeks, days, hours, minutes, seconds] = match.map((part) => Number(part ?? 0));
  const parts = [
    [weeks, MS.week],
    [days, MS.day],
    [hours, MS.hour],
    [minutes, MS.minute],
    [seconds, MS.second],
  ] as const;
  return parts.reduce((sum, [count = 0, unit]) => sum + Math.round(count * unit), 0);
}

// A date, or a date and a time; a time without a zone would differ between machines.
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * Reads a time: epoch milliseconds, or ISO 8601 with a zone.
 *
 * @returns epoch milliseconds; null if it is neither.
 */
export function readInstant(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || !INSTANT.test(value)) return null;
  const epochMs = Date.parse(value);
  return Number.isNaN(epochMs) ? null : epochMs;
}
