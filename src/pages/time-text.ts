import { formatServiceTime } from '../protocol/index.js';
import { HOUR_MS, DAY_MS } from '../support/index.js';
import { PAGES_LABELS } from './pages.labels.js';

const { time: TIME } = PAGES_LABELS;

const UNITS = [
  { name: TIME.units.day, ms: 86_400_000 },
  { name: TIME.units.hour, ms: 3_600_000 },
  { name: TIME.units.minute, ms: 60_000 },
  { name: TIME.units.second, ms: 1_000 },
] as const;

/** A time as text, such as `3 Nov 2026, 14:05:09`. */
export function dateText(epochMs: number, timeZone: string): string {
  const [date = '', time = ''] = formatServiceTime(epochMs, timeZone).split('T');
  const [year, month, day] = date.split('-');
  return `${Number(day)} ${TIME.months[Number(month) - 1]} ${year}, ${time}`;
}

/** The distance of a time from now, in its largest whole unit: `just now`, `5 min ago`, `in 2 h`. */
export function distanceText(epochMs: number, nowMs: number): string {
  const distance = Math.abs(epochMs - nowMs);
  const unit = UNITS.find(({ ms }) => distance >= ms);
  if (unit === undefined) return TIME.now;
  const amount = `${Math.floor(distance / unit.ms)} ${unit.name}`;
  return epochMs > nowMs ? TIME.future(amount) : TIME.past(amount);
}

/** A duration, such as `84 ms`, `2.4 s`, `15 min`, `30 h`, `4 days`. */
export function durationText(ms: number): string {
  if (ms < 1_000) return `${ms} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1).replace(/\.0$/, '')} s`;
  if (ms < 2 * HOUR_MS) return `${Math.round(ms / 60_000)} min`;
  return ms < 2 * DAY_MS ? `${Math.round(ms / HOUR_MS)} h` : `${Math.round(ms / DAY_MS)} days`;
}
