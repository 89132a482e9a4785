import { REFUND_GUARD_MS, REFUND_SPACING_MS } from '../../../protocol/index.js';
import type { RefundRules } from './refund-rules.types.js';

/** Bounds of one rule: whole numbers, or lists of them. */
export interface RuleLimits<Value extends number | readonly number[]> {
  readonly byDefault: Value;
  /** Of the number, or of each in the list. */
  readonly min: number;
  readonly max: number;
  readonly unit: 'ms' | 'times' | '%';
  /** What it is for, and what it must cover. */
  readonly why: string;
}

/** The rules that are one number each. */
export type NumberRule = {
  [Rule in keyof RefundRules]: RefundRules[Rule] extends number ? Rule : never;
}[keyof RefundRules];
/** The rules that are a list of waits. */
export type ListRule = 'readDelaysMs' | 'followDelaysMs';

/** Longest list of waits. */
export const MAX_DELAYS = 20;

const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Default, bounds and reason of every number among the {@link RefundRules}. The lower bounds are what safety rests on. */
export const REFUND_RULE_LIMITS: Readonly<Record<NumberRule, RuleLimits<number>>> = {
  spacingMs: {
    byDefault: REFUND_SPACING_MS,
    min: REFUND_SPACING_MS,
    max: MINUTE,
    unit: 'ms',
    why: 'The service wants a second between two refunds (spec §8). Strict: from the end of one to the start of the next, so that it holds however the network delays them. Paced (1,100 by default): from start to start, the surplus being the margin.',
  },
  sendWithinMs: {
    byDefault: 100,
    min: 10,
    max: SECOND,
    unit: 'ms',
    why: 'How old a slot may be when the first byte leaves. A process that was held up for longer has lost its turn, and must not send.',
  },
  equalAmountGapMs: {
    byDefault: REFUND_GUARD_MS + SECOND,
    min: REFUND_GUARD_MS,
    max: HOUR,
    unit: 'ms',
    why: 'Two equal amounts of one order within five minutes are refused (spec §8). It counts from when the first was accepted at the latest, so it needs no margin for the network.',
  },
  quietMs: {
    byDefault: 15 * MINUTE,
    min: 15 * MINUTE,
    max: DAY,
    unit: 'ms',
    why: 'How long after a sending its absence proves nothing: the guard of five minutes, what may still be on its way, and what reads may lag behind.',
  },
  cleanReads: {
    byDefault: 2,
    min: 2,
    max: 10,
    unit: 'times',
    why: 'How many reads after the quiet time must show no trace before it is sent again. One may have met a stale copy.',
  },
  cleanReadGapMs: {
    byDefault: MINUTE,
    min: MINUTE,
    max: HOUR,
    unit: 'ms',
    why: 'How far apart those reads are begun, so that they do not meet the same stale copy.',
  },
  maxAttempts: {
    byDefault: 4,
    min: 1,
    max: 10,
    unit: 'times',
    why: 'How often it is sent in all before a person decides; what meets a service out of order (5xx) is not counted.',
  },
  maxOutages: {
    byDefault: 100,
    min: 1,
    max: 1_000,
    unit: 'times',
    why: 'How many sendings may meet a service out of order (5xx) before a person decides. Each takes the quiet time and its reads, so a hundred last for more than a day: longer than an outage, and yet not for ever where the service answers a single refund so.',
  },
  readSpreadPercent: {
    byDefault: 10,
    min: 0,
    max: 50,
    unit: '%',
    why: 'By how much a wait between reads may be longer, so that what failed together is not read together.',
  },
  unresolvedMs: {
    byDefault: DAY,
    min: HOUR,
    max: 30 * DAY,
    unit: 'ms',
    why: 'How long a refund may be unknown before a person is asked: long enough for an API that does not answer for a night.',
  },
  notSentDelayMs: {
    byDefault: 5 * SECOND,
    min: SECOND,
    max: HOUR,
    unit: 'ms',
    why: 'How long a refund waits that was surely not sent; twice as long after each further failure.',
  },
  notSentDelayCapMs: {
    byDefault: 5 * MINUTE,
    min: SECOND,
    max: DAY,
    unit: 'ms',
    why: 'The longest of those waits.',
  },
  notSentPauseMs: {
    byDefault: 5 * SECOND,
    min: 0,
    max: HOUR,
    unit: 'ms',
    why: 'How long a lane pauses when no connection could be made: for the next refund there would be none either.',
  },
  lanePauseMs: {
    byDefault: MINUTE,
    min: SECOND,
    max: DAY,
    unit: 'ms',
    why: 'How long a lane pauses when the service refuses the settings of its group; twice as long after each further refusal.',
  },
  lanePauseCapMs: {
    byDefault: HOUR,
    min: MINUTE,
    max: DAY,
    unit: 'ms',
    why: 'The longest pause of a lane, also when the service asks for a longer one.',
  },
  alertAfterFailures: {
    byDefault: 10,
    min: 1,
    max: 1_000,
    unit: 'times',
    why: 'After how many sendings in a row that came to nothing a person is told.',
  },
  createdSlackMs: {
    byDefault: 2 * MINUTE,
    min: MINUTE,
    max: HOUR,
    unit: 'ms',
    why: 'By how much the clock of the service may be behind: what it shows as older than the first sending by more is none of ours.',
  },
};

/** The same for the lists of waits: 1 to {@link MAX_DELAYS} of them. */
export const REFUND_DELAY_LIMITS: Readonly<Record<ListRule, RuleLimits<readonly number[]>>> = {
  readDelaysMs: {
    byDefault: [5 * SECOND, 15 * SECOND, 45 * SECOND, 2 * MINUTE, 5 * MINUTE],
    min: SECOND,
    max: HOUR,
    unit: 'ms',
    why: 'Most refunds whose answer is lost are there at the first look; the others need patience.',
  },
  followDelaysMs: {
    byDefault: [HOUR, 6 * HOUR, DAY, 2 * DAY, 4 * DAY, 7 * DAY],
    min: MINUTE,
    max: 30 * DAY,
    unit: 'ms',
    why: 'The money leaves at midnight, or later when the balance is low; the notification of it may be lost.',
  },
};
