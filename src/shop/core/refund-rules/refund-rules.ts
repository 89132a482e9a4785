import { REFUND_SPACING_MS } from '../../../protocol/index.js';
import {
  MAX_DELAYS,
  REFUND_DELAY_LIMITS,
  REFUND_RULE_LIMITS,
  type ListRule,
  type NumberRule,
  type RuleLimits,
} from './refund-rule-limits.js';
import type { RefundRuleOptions, RefundRules } from './refund-rules.types.js';

const PACED_SPACING_MS = 1_100;

const NUMBER_RULES = Object.entries(REFUND_RULE_LIMITS) as [NumberRule, RuleLimits<number>][];
const LIST_RULES = Object.entries(REFUND_DELAY_LIMITS) as [ListRule, RuleLimits<readonly number[]>][];

/**
 * Fills in the defaults.
 *
 * @throws RangeError when a rule is outside its bounds, or does not fit the others: with such rules money can leave twice
 * @example
 * toRefundRules({ quietMs: 1_800_000 }).maxAttempts; // 4
 */
export function toRefundRules(options: RefundRuleOptions = {}): RefundRules {
  const rules = withDefaults(options);
  const faults = refundRuleFaults(options);
  if (faults.length > 0) throw new RangeError(`These refund rules are not safe: ${faults.join('; ')}.`);
  return Object.freeze(rules);
}

function withDefaults(options: RefundRuleOptions): RefundRules {
  const mode = options.mode ?? 'strict';
  const numbers = NUMBER_RULES.map(([rule, { byDefault }]) => [rule, options[rule] ?? byDefault]);
  const lists = LIST_RULES.map(([rule, { byDefault }]) => [rule, asList(options[rule] ?? byDefault)]);
  const spacingMs = options.spacingMs ?? (mode === 'paced' ? PACED_SPACING_MS : REFUND_SPACING_MS);
  return { ...(Object.fromEntries([...numbers, ...lists]) as RefundRules), mode, spacingMs };
}

/** What is no list stays what it is, for {@link refundRuleFaults} to find. */
const asList = (delays: readonly number[]): readonly number[] =>
  Array.isArray(delays) ? Object.freeze(delays.slice()) : delays;

/**
 * What is wrong with rules: each one outside its bounds, and those that do not go together. None: they are safe.
 *
 * @example
 * refundRuleFaults({ cleanReads: 1 }); // ['cleanReads must be a whole number from 2 to 10']
 */
export function refundRuleFaults(options: RefundRuleOptions): string[] {
  const rules = withDefaults(options);
  const lists = listFaults(rules);
  const faults = [...nameFaults(options, rules), ...boundFaults(rules), ...lists, ...commonFaults(rules)];
  // What takes how long is not worked out of lists that are none.
  return lists.length > 0 ? faults : [...faults, ...patienceFaults(rules)];
}

/** A misspelt rule would silently have its default. */
const nameFaults = (options: RefundRuleOptions, rules: RefundRules): string[] =>
  Object.keys(options)
    .filter((name) => !Object.hasOwn(rules, name))
    .map((name) => `${name} is no rule`);

const isWhole = (value: number, { min, max }: { min: number; max: number }): boolean =>
  Number.isSafeInteger(value) && value >= min && value <= max;

const boundFaults = (rules: RefundRules): string[] =>
  NUMBER_RULES.filter(([rule, limits]) => !isWhole(rules[rule], limits)).map(
    ([rule, { min, max }]) => `${rule} must be a whole number from ${min} to ${max}`,
  );

const listFaults = (rules: RefundRules): string[] =>
  LIST_RULES.filter(([rule, limits]) => {
    const list = rules[rule];
    return (
      !Array.isArray(list) ||
      list.length < 1 ||
      list.length > MAX_DELAYS ||
      list.some((delay) => !isWhole(delay, limits))
    );
  }).map(([rule, { min, max }]) => `${rule} must be 1 to ${MAX_DELAYS} whole numbers from ${min} to ${max}`);

function commonFaults(rules: RefundRules): string[] {
  const faults: string[] = [];
  if (rules.mode !== 'strict' && rules.mode !== 'paced') faults.push('mode must be strict or paced');
  if (rules.quietMs < rules.equalAmountGapMs) {
    faults.push('quietMs must not be shorter than equalAmountGapMs: sending again is sending an equal amount');
  }
  return faults;
}

function patienceFaults(rules: RefundRules): string[] {
  const proof = rules.quietMs + rules.cleanReads * (rules.cleanReadGapMs + Math.max(...rules.readDelaysMs));
  if (!(rules.unresolvedMs < proof)) return [];
  return [`unresolvedMs must be at least ${proof}, which the quiet time and the reads after it take`];
}

/** How long to wait before the next read of an unknown refund. @param jitter - 0 to 1: where within the spread */
export function readDelayMs(rules: RefundRules, reads: number, jitter: number): number {
  const { readDelaysMs, readSpreadPercent } = rules;
  const delay = readDelaysMs[Math.min(reads, readDelaysMs.length - 1)] ?? 0;
  return Math.floor(delay * (1 + (jitter * readSpreadPercent) / 100));
}

/** When a refund that is followed is to be read next; null when that was the last read. */
export function nextFollowAt(rules: RefundRules, reads: number, now: number): number | null {
  const delay = rules.followDelaysMs[reads];
  return delay === undefined ? null : now + delay;
}

/** How long a refund waits after so many failures in a row, from 1. */
export const notSentDelayMs = (
  { notSentDelayMs: base, notSentDelayCapMs: cap }: RefundRules,
  failures: number,
): number => doubled(base, failures, cap);

/** How long a lane pauses after so many refusals in a row, from 1, that its group is to blame for. */
export const lanePauseMs = ({ lanePauseMs: base, lanePauseCapMs: cap }: RefundRules, failures: number): number =>
  doubled(base, failures, cap);

/** Keeps the power finite. */
const MAX_DOUBLINGS = 30;

const doubled = (base: number, times: number, cap: number): number =>
  Math.min(cap, base * 2 ** Math.min(Math.max(0, times - 1), MAX_DOUBLINGS));
