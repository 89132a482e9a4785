/** One field of an expression: its name, the numbers it allows, and words for some of them. */
export interface CronField {
  readonly name: string;
  readonly low: number;
  readonly high: number;
  /** The first word means `low`. */
  readonly words: readonly string[];
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const DAY_OF_MONTH: CronField = { name: 'day of the month', low: 1, high: 31, words: [] };
const MONTH: CronField = { name: 'month', low: 1, high: 12, words: MONTHS };
/** Both 0 and 7 are Sunday. */
const DAY_OF_WEEK: CronField = { name: 'day of the week', low: 0, high: 7, words: DAYS };

/** The fields of an expression with seconds, in their order. */
export const CRON_FIELDS: readonly CronField[] = [
  { name: 'second', low: 0, high: 59, words: [] },
  { name: 'minute', low: 0, high: 59, words: [] },
  { name: 'hour', low: 0, high: 23, words: [] },
  DAY_OF_MONTH,
  MONTH,
  DAY_OF_WEEK,
];

/** Of a leap year, so that the 29th of February is allowed. */
const DAYS_IN_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
/** `*`, `5`, `1-5`, each with or without a step such as `/2`. */
const PART = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/;
/** Longer than any useful expression; the input may be any text. */
const MAX_LENGTH = 200;

/**
 * Checks a cron expression: five fields (minute, hour, day of the month, month, day of the week), or six with seconds
 * first. Each field is a list of `*`, numbers, ranges and steps; months and days of the week may be words of three
 * letters. Each expression without a fault is accepted by `cron`, the package behind `@nestjs/schedule`.
 *
 * @returns what is wrong, without quoting the expression; `null` if nothing is
 * @example
 * cronFault('0 9-17/2 * * mon-fri'); // null
 * cronFault('61 * * * *'); // 'its minute must be from 0 to 59'
 */
export function cronFault(expression: unknown): string | null {
  if (typeof expression !== 'string' || expression.length > MAX_LENGTH) return 'it must be text such as */2 * * * *';
  const texts = expression.trim().toLowerCase().split(/\s+/);
  if (texts.length < CRON_FIELDS.length - 1 || texts.length > CRON_FIELDS.length)
    return 'it must have five fields, or six';
  const fields = CRON_FIELDS.slice(CRON_FIELDS.length - texts.length);
  for (const [index, field] of fields.entries()) {
    const fault = fieldFault(field, texts[index]!);
    if (fault !== null) return `its ${field.name} ${fault}`;
  }
  const [days, months, weekdays] = texts.slice(-3) as [string, string, string];
  return comes(days, months, weekdays) ? null : 'no month it names has a day that it names';
}

/** The bounds of a part; null if it cannot be read. `a/n` runs to the end of the field, as in `cron`. */
function boundsOf(field: CronField, part: string): { from: number; to: number; step: number } | null {
  const inNumbers = part.replace(/[a-z]+/g, (word) => String(numberOf(field, word)));
  const match = PART.exec(inNumbers);
  if (!match) return null;
  const [, first, last, step] = match;
  const from = first === undefined ? field.low : Number(first);
  const isOpen = first === undefined || (last === undefined && step !== undefined);
  return { from, to: isOpen ? field.high : Number(last ?? first), step: Number(step ?? 1) };
}

const numberOf = (field: CronField, word: string): number | string => {
  const place = field.words.indexOf(word);
  return place < 0 ? '?' : field.low + place;
};

function fieldFault(field: CronField, text: string): string | null {
  for (const part of text.split(',')) {
    const bounds = boundsOf(field, part);
    if (!bounds) return 'cannot be read';
    if (bounds.step === 0) return 'has a step of 0';
    if (bounds.from < field.low || bounds.to > field.high) return `must be from ${field.low} to ${field.high}`;
    if (bounds.from > bounds.to) return 'has a range that ends before it begins';
  }
  return null;
}

/** The numbers of a field without a fault. */
export const numbersOf = (field: CronField, text: string): Set<number> =>
  new Set(
    text.split(',').flatMap((part) => {
      const { from, to, step } = boundsOf(field, part)!;
      return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step);
    }),
  );

/** Whether such a day exists: the 30th of February does not. If days of the week are given too, one match is enough. */
function comes(days: string, months: string, weekdays: string): boolean {
  const daysOfWeek = new Set([...numbersOf(DAY_OF_WEEK, weekdays)].map((day) => day % DAYS.length));
  if (daysOfWeek.size < DAYS.length) return true;
  const first = Math.min(...numbersOf(DAY_OF_MONTH, days));
  return [...numbersOf(MONTH, months)].some((month) => first <= DAYS_IN_MONTH[month - 1]!);
}
