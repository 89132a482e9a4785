import type { HealthFinding, HealthProblem } from '../health/health.rules.js';
import { formatServiceTime } from '../protocol/index.js';

const UNITS = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
] as const;

/**
 * A duration as text, by its two largest units: `2 h 5 min`, `41 s`.
 *
 * @param ms - milliseconds; less than a second is `0 s`
 */
export function spanText(ms: number): string {
  let rest = Math.max(0, ms);
  const parts = UNITS.map(([unitMs, name]) => {
    const count = Math.floor(rest / unitMs);
    rest -= count * unitMs;
    return { count, name };
  });
  const first = parts.findIndex(({ count }) => count > 0);
  if (first < 0) return '0 s';
  const shown = parts.slice(first, first + 2).filter(({ count }) => count > 0);
  return shown.map(({ count, name }) => `${count} ${name}`).join(' ');
}

const TIMES: ReadonlySet<HealthProblem> = new Set([
  'inbox_late',
  'effects_late',
  'polling_late',
  'refund_unsent',
  'service_failing',
  'clock_skew',
]);

/** Whether the value of a problem is a time, in milliseconds. */
export const isTime = (problem: HealthProblem): boolean => TIMES.has(problem);

/**
 * A problem of the health check, by the name of its section of the runbook: `notifications late`.
 *
 * @param runbook - a path with an anchor
 */
export const problemText = ({ runbook }: Pick<HealthFinding, 'runbook'>): string =>
  runbook.slice(runbook.indexOf('#') + 1).replaceAll('-', ' ');

/**
 * A time as text, in a time zone: `2026-01-31 11:00:05`.
 *
 * @param epochMs - epoch milliseconds
 * @param timeZone - IANA name
 */
export const localText = (epochMs: number, timeZone: string): string =>
  formatServiceTime(epochMs, timeZone).replace('T', ' ');
