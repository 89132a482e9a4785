import {
  checkFreshness,
  NOTIFICATION_TOLERANCE_FUTURE_MS,
  NOTIFICATION_TOLERANCE_PAST_MS,
} from '../../protocol/index.js';
import { MINUTE_MS, HOUR_MS } from '../../support/index.js';
import { likely, proved, type SignatureFinding } from './finding.types.js';

/** The largest difference between time zones. */
const MOST_ZONE_HOURS = 14;
/** If a clock is wrong by whole hours, the rest of its error is at most this. */
const ZONE_SLACK_MS = 2 * MINUTE_MS;

/** Findings about the time of a signature (spec §5.3). */
export function ageFindings(signedAtMs: number, nowMs: number): readonly SignatureFinding[] {
  const freshness = checkFreshness(signedAtMs, nowMs);
  if (freshness === 'fresh') return [];
  const age = Math.abs(nowMs - signedAtMs);
  const found = freshness === 'stale' ? proved(STALE) : proved(FUTURE);
  return [found, ...(isZoneApart(age) ? [likely(ZONE)] : [])];
}

const isZoneApart = (age: number): boolean =>
  Math.round(age / HOUR_MS) >= 1 &&
  age <= MOST_ZONE_HOURS * HOUR_MS + ZONE_SLACK_MS &&
  Math.abs(age - Math.round(age / HOUR_MS) * HOUR_MS) <= ZONE_SLACK_MS;

const STALE = {
  code: 'too-old',
  what: `It was signed more than ${NOTIFICATION_TOLERANCE_PAST_MS / MINUTE_MS} minutes before that time.`,
  fix: 'One that was kept is old by now: say with --at when it arrived. One that was sent again by hand has to be signed anew, as the service does; if it was new, the clock of the receiver is ahead.',
};
const FUTURE = {
  code: 'from-the-future',
  what: `It was signed more than ${NOTIFICATION_TOLERANCE_FUTURE_MS / MINUTE_MS} minutes after that time.`,
  fix: 'The clock of the receiver is behind: let NTP set it.',
};
const ZONE = {
  code: 'time-zone',
  what: 'It is off by whole hours.',
  fix: 'Unix time has no zone: look where local time is taken for UTC, on the receiver or where it is signed.',
};
