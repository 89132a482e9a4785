import { REFUND_SPACING_MS } from '../../../protocol/index.js';
import { unknownNames } from '../../../support/index.js';
import { namesOf } from '../../../support/fields/fields.js';
import { checkFields } from '../../../support/fields/check-fields.js';
import { RefundRuleOptions, type RefundRules } from '../options/refund-rule.options.js';

const PACED_SPACING_MS = 1_100;
const SEND_WITHIN_MS = 1_000;
/** Well below the ten seconds by which the lease of a lane outlasts the longest call. */
const MOST_SEND_WITHIN_MS = 5_000;

/**
 * Fills in the defaults.
 *
 * @throws RangeError when a rule is outside its bounds, or contradicts the others: with such rules money can leave twice
 * @example
 * toRefundRules({ quietMs: 1_800_000 }).maxAttempts; // 4
 */
export function toRefundRules(options: RefundRuleOptions = {}): RefundRules {
  const faults = refundRuleFaults(options);
  if (faults.length > 0) throw new RangeError(`These refund rules are not safe: ${faults.join('; ')}.`);
  const rules = checkFields(RefundRuleOptions, options).value as RefundRules;
  const isPaced = rules.mode === 'paced';
  const spacingMs = rules.spacingMs ?? (isPaced ? PACED_SPACING_MS : REFUND_SPACING_MS);
  const sendWithinMs = rules.sendWithinMs ?? (isPaced ? pacedMargin(spacingMs) : SEND_WITHIN_MS);
  const [readDelaysMs, followDelaysMs] = [frozen(rules.readDelaysMs), frozen(rules.followDelaysMs)];
  return Object.freeze({ ...rules, spacingMs, sendWithinMs, readDelaysMs, followDelaysMs });
}

/** By how much a paced request may be late without coming closer than a second to the next. */
const pacedMargin = (spacingMs: number): number =>
  Math.min(Math.max(spacingMs, PACED_SPACING_MS) - REFUND_SPACING_MS, SEND_WITHIN_MS);

/**
 * The rules with slots twice as wide as storing one has lately taken, where those of the options are narrower: on a database
 * that is slow, or has a slow hour, no refund would be sent. Paced requests keep their second between them.
 *
 * @param storedInMs - from the slot to the first byte, in milliseconds
 */
export function withWideSlots(rules: RefundRules, storedInMs: number): RefundRules {
  const sendWithinMs = Math.min(Math.ceil(2 * storedInMs), MOST_SEND_WITHIN_MS);
  if (sendWithinMs <= rules.sendWithinMs) return rules;
  const apartMs = rules.mode === 'paced' ? REFUND_SPACING_MS + sendWithinMs : 0;
  return { ...rules, sendWithinMs, spacingMs: Math.max(rules.spacingMs, apartMs) };
}

const frozen = (waits: readonly number[]): readonly number[] => Object.freeze([...waits]);

/**
 * What is wrong with rules: those outside their bounds, and those that contradict one another. An empty list: they are safe.
 *
 * @example
 * refundRuleFaults({ cleanReads: 1 }); // ['cleanReads must be a whole number from 2 to 10']
 */
export function refundRuleFaults(options: RefundRuleOptions): string[] {
  const { value = new RefundRuleOptions(), faults } = checkFields(RefundRuleOptions, options, {
    otherNames: 'elsewhere',
  });
  const outside = faults.map(({ message }) => message);
  return [...unknownNames(options, namesOf(RefundRuleOptions)), ...outside, ...refundRuleConflicts(value)];
}

/** Rules that contradict one another. @param path - where they stand, with a dot at its end */
export function refundRuleConflicts(options: RefundRuleOptions, path = ''): string[] {
  const { quietMs, equalAmountGapMs, unresolvedMs, cleanReads, cleanReadGapMs, readDelaysMs } = options as RefundRules;
  const faults: string[] = [];
  if (quietMs < equalAmountGapMs) {
    const why = 'sending again is sending an equal amount';
    faults.push(`${path}quietMs: must not be shorter than equalAmountGapMs: ${why}`);
  }
  // If the waits are not a list, their sum is not computed.
  const longestMs = Array.isArray(readDelaysMs) ? Math.max(...readDelaysMs.map(Number)) : Number.NaN;
  const proof = quietMs + cleanReads * (cleanReadGapMs + longestMs);
  if (unresolvedMs < proof) {
    faults.push(`${path}unresolvedMs: must be at least ${proof}, which the quiet time and the reads after it take`);
  }
  return faults;
}

/** How long to wait before the next read of an unknown refund. @param jitter - 0 to 1: the place within the spread */
export function readDelayMs(rules: RefundRules, reads: number, jitter: number): number {
  const { readDelaysMs, readSpreadPercent } = rules;
  const delay = readDelaysMs[Math.min(reads, readDelaysMs.length - 1)] ?? 0;
  return Math.floor(delay * (1 + (jitter * readSpreadPercent) / 100));
}

/** When a followed refund must be read next; null when that was the last read. */
export function nextFollowAt(rules: RefundRules, reads: number, now: number): number | null {
  const delay = rules.followDelaysMs[reads];
  return delay === undefined ? null : now + delay;
}

/** How long a refund waits after this many failures in a row, from 1. */
export const notSentDelayMs = (
  { notSentDelayMs: base, notSentDelayCapMs: cap }: RefundRules,
  failures: number,
): number => doubled(base, failures, cap);

/** How long a lane pauses after this many refusals in a row, from 1, that are caused by the settings of its group. */
export const lanePauseMs = ({ lanePauseMs: base, lanePauseCapMs: cap }: RefundRules, failures: number): number =>
  doubled(base, failures, cap);

/** Without this bound the power of two becomes infinite. */
const MAX_DOUBLINGS = 30;

const doubled = (base: number, times: number, cap: number): number =>
  Math.min(cap, base * 2 ** Math.min(Math.max(0, times - 1), MAX_DOUBLINGS));
