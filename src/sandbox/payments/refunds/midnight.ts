import { formatServiceTime, parseServiceTime } from '../../../protocol/index.js';
import { DAY_MS } from '../../../support/index.js';

const DATE_LENGTH = 10;

/** The next midnight after a time in a time zone, as epoch milliseconds; also on days of 23 and 25 hours. */
export function nextMidnight(epochMs: number, timeZone: string): number {
  const today = formatServiceTime(epochMs, timeZone).slice(0, DATE_LENGTH);
  const tomorrow = formatServiceTime(Date.parse(`${today}T00:00:00Z`) + DAY_MS, 'UTC').slice(0, DATE_LENGTH);
  return parseServiceTime(`${tomorrow}T00:00:00`, timeZone) ?? epochMs + DAY_MS;
}
