import { queryText, type PageRequest } from '../../pages/page-request.js';
import { formatServiceTime, parseServiceTime } from '../../protocol/index.js';
import { DAY_MS } from '../../support/index.js';

/** A filter by days, `YYYY-MM-DD` in the page's zone, both included; null for no limit. */
export interface DayFilter {
  readonly from: string | null;
  readonly to: string | null;
}

/** Reads `from` and `to` from the URL; an invalid date is left out. */
export function readDays(request: PageRequest): DayFilter {
  const day = (name: string): string | null => {
    const text = queryText(request, name).trim();
    return parseServiceTime(`${text}T00:00:00`, 'UTC') === null ? null : text;
  };
  return { from: day('from'), to: day('to') };
}

/** The days as times in the zone: from inclusive, to exclusive, epoch milliseconds. */
export const daysBetween = ({ from, to }: DayFilter, timeZone: string): { from?: number; to?: number } => ({
  ...(from !== null && { from: beginOf(from, timeZone) }),
  ...(to !== null && { to: beginOf(dayAfter(to), timeZone) }),
});

// The beginning of a date. In some zones one day begins at one o'clock, and is read so.
const beginOf = (day: string, timeZone: string): number => parseServiceTime(`${day}T00:00:00`, timeZone) ?? 0;

const dayAfter = (day: string): string => formatServiceTime(beginOf(day, 'UTC') + DAY_MS, 'UTC').slice(0, 10);
