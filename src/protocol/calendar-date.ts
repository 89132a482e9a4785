const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const LONG_MONTHS: ReadonlySet<number> = new Set([1, 3, 5, 7, 8, 10, 12]);
const FEBRUARY = 2;

/**
 * Whether a text is an existing date, `YYYY-MM-DD`.
 *
 * @example
 * isCalendarDate('2028-02-29'); // true
 * isCalendarDate('2027-02-29'); // false
 */
export function isCalendarDate(text: string): boolean {
  const [year, month, day] = (DATE.exec(text) ?? []).slice(1).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  return month >= 1 && month <= 12 && day >= 1 && day <= daysOf(month, year);
}

function daysOf(month: number, year: number): number {
  if (month === FEBRUARY) return isLeapYear(year) ? 29 : 28;
  return LONG_MONTHS.has(month) ? 31 : 30;
}

function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}
