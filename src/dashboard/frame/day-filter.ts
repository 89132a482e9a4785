import { queryText, type PageRequest } from '../../pages/page-request.js';
import { formatServiceTime, parseServiceTime } from '../../protocol/index.js';
import { DAY_MS } from '../../support/index.js';

/** Days that a list is narrowed down to, `YYYY-MM-DD` in the page's zone, both included; null for none. */
export interface DayFilter {
  readonly from: string | null;
  readonly to: string | null;
}

/** Reads `from` and `to` out of an address; what is no day is left out. */
export function readDays(request: PageRequest): DayFilter {
  const day = (name: string): string | null => {
    const text = queryText(request, name).trim();
    return parseServiceTime(`${text}T00:00:00`, 'UTC') === null ? null : text;
  };
  return { from: day('from'), to: day('to') };
}

/** The same as instants of the zone: from inclusive, to exclusive, epoch milliseconds. */
export const daysBetween = ({ from, to }: DayFilter, timeZone: string): { from?: number; to?: number } => ({
  ...(from !== null && { from: beginOf(from, timeZone) }),
  ...(to !== null && { to: beginOf(dayAfter(to), timeZone) }),
});

// Of a calendar day; some zones begin one at one o'clock, which is read as such.
const beginOf = (day: string, timeZone: string): number => parseServiceTime(`${day}T00:00:00`, timeZone) ?? 0;

const dayAfter = (day: string): string => formatServiceTime(beginOf(day, 'UTC') + DAY_MS, 'UTC').slice(0, 10);
