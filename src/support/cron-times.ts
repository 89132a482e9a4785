import { SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS } from './durations.js';
import { CRON_FIELDS, numbersOf } from './cron-expression.js';

/** The next 29th of February may be eight years away. */
const MOST_DAYS = 8 * 366;
const ALL_DAYS_OF_MONTH = 31;
const ALL_DAYS_OF_WEEK = 7;

const CALENDAR = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'numeric', day: 'numeric' });

/** The times of an expression. */
interface CronTimes {
  readonly seconds: readonly number[];
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  /** @param day - its beginning, epoch milliseconds */
  readonly isDay: (day: number) => boolean;
}

/**
 * The next time of an expression, in UTC, as in `cron`: if days of the month and of the week are both given, one match
 * is enough.
 *
 * @param expression - one without a `cronFault`
 * @param after - epoch milliseconds
 * @returns epoch milliseconds, later than `after`
 * @example
 * nextCronTime('0 4 * * *', Date.UTC(2026, 0, 15, 12)); // Date.UTC(2026, 0, 16, 4)
 */
export function nextCronTime(expression: string, after: number): number {
  const times = timesOf(expression);
  const today = Math.floor(after / DAY_MS) * DAY_MS;
  for (let day = today; day <= today + MOST_DAYS * DAY_MS; day += DAY_MS) {
    const next = times.isDay(day) ? firstOfDay(times, day, after) : undefined;
    if (next !== undefined) return next;
  }
  return Infinity;
}

function timesOf(expression: string): CronTimes {
  const texts = expression.trim().toLowerCase().split(/\s+/);
  const [seconds, minutes, hours, days, months, weekdays] = CRON_FIELDS.map((field, index) => {
    const text = texts[index - (CRON_FIELDS.length - texts.length)] ?? '0';
    return [...numbersOf(field, text)].sort((one, other) => one - other);
  }) as [number[], number[], number[], number[], number[], number[]];
  const [inMonth, inWeek, inYear] = [
    new Set(days),
    new Set(weekdays.map((day) => day % ALL_DAYS_OF_WEEK)),
    new Set(months),
  ];
  const isOpen = { days: inMonth.size === ALL_DAYS_OF_MONTH, week: inWeek.size === ALL_DAYS_OF_WEEK };
  const isDay = (day: number): boolean => {
    const date = dateOf(day);
    const [byMonth, byWeek] = [inMonth.has(date.day), inWeek.has(date.weekday)];
    const isNamed = isOpen.days ? byWeek : isOpen.week ? byMonth : byMonth || byWeek;
    return isNamed && inYear.has(date.month);
  };
  return { seconds, minutes, hours, isDay };
}

/** The first of January 1970 was a Thursday. */
const FIRST_WEEKDAY = 4;

/** The calendar date of a day, given by its beginning in epoch milliseconds. */
function dateOf(day: number): { readonly day: number; readonly month: number; readonly weekday: number } {
  const [month, dayOfMonth] = CALENDAR.format(day).split('/').map(Number) as [number, number];
  return { day: dayOfMonth, month, weekday: (day / DAY_MS + FIRST_WEEKDAY) % ALL_DAYS_OF_WEEK };
}

function firstOfDay({ hours, minutes, seconds }: CronTimes, day: number, after: number): number | undefined {
  for (const hour of hours) {
    const ofHour = day + hour * HOUR_MS;
    if (ofHour + HOUR_MS <= after) continue;
    for (const minute of minutes) {
      const ofMinute = ofHour + minute * MINUTE_MS;
      const second = seconds.find((each) => ofMinute + each * SECOND_MS > after);
      if (second !== undefined) return ofMinute + second * SECOND_MS;
    }
  }
  return undefined;
}
