import { REFUND_GUARD_MS, REFUND_SPACING_MS } from '../../../protocol/index.js';
import { isWhole, May, OneOf, Whole } from '../../../support/fields/field.decorators.js';
import { SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS } from '../../../support/index.js';

/** Longest list of waits. */
const MAX_WAITS = 20;

const Waits = (min: number, max: number): PropertyDecorator =>
  May(
    `be 1 to ${MAX_WAITS} whole numbers from ${min} to ${max}`,
    (list) =>
      Array.isArray(list) &&
      list.length > 0 &&
      list.length <= MAX_WAITS &&
      list.every((wait) => isWhole(wait, min, max)),
    [min, max],
  );

/**
 * Every constant of the quiet protocol (design §8), with its default and the bounds within which it is safe. The lower bounds
 * keep a refund from being paid twice. Durations in milliseconds.
 *
 * @example
 * const refunds: RefundRuleOptions = { mode: 'paced', maxAttempts: 2 };
 */
export class RefundRuleOptions {
  /** How a lane spaces what it sends: `strict` (default) one at a time, `paced` at a steady pace. */
  @OneOf('strict', 'paced')
  mode?: 'strict' | 'paced' = 'strict';

  /**
   * The service wants a second between two refunds (spec §8). Strict: counted from the end of one to the start of the next,
   * so that network delays cannot shorten it. Paced (1,100 by default): counted from start to start, with the surplus as the
   * margin. 1,000 to 60,000 ms; default 1,000, paced 1,100.
   */
  @Whole(REFUND_SPACING_MS, MINUTE_MS)
  spacingMs?: number;

  /**
   * How old a slot may be when the first byte leaves; storing it in the database is a part of that. A process that was held up
   * for longer has lost its slot and must not send. Paced: the surplus of `spacingMs` over a second by default, as a later
   * request would come too close to the next. Where storing has lately taken more than half of it, slots get twice that time,
   * 5,000 ms at most, and paced ones as much more room between them. 10 to 1,000 ms; default 1,000, paced 100.
   */
  @Whole(10, SECOND_MS)
  sendWithinMs?: number;

  /**
   * Two equal amounts of one order within five minutes are refused (spec §8). The time counts from the acceptance of the
   * first one at the latest, so it needs no margin for the network. 300,000 to 3,600,000 ms; default 301,000.
   */
  @Whole(REFUND_GUARD_MS, HOUR_MS)
  equalAmountGapMs?: number = REFUND_GUARD_MS + SECOND_MS;

  /**
   * How long after a request the absence of the refund proves nothing: the guard of five minutes, the time a request may
   * still be on its way, and the time reads may lag behind. 900,000 to 86,400,000 ms; default 900,000.
   */
  @Whole(15 * MINUTE_MS, DAY_MS)
  quietMs?: number = 15 * MINUTE_MS;

  /**
   * How many reads after the quiet time must show no trace before the refund is sent again. A single read may have met a
   * stale copy. 2 to 10; default 2.
   */
  @Whole(2, 10)
  cleanReads?: number = 2;

  /**
   * The least time between the starts of those reads, so that they do not meet the same stale copy. 60,000 to 3,600,000 ms;
   * default 60,000.
   */
  @Whole(MINUTE_MS, HOUR_MS)
  cleanReadGapMs?: number = MINUTE_MS;

  /**
   * How often a refund is sent in total before a person decides; requests that the service answers with 5xx are not counted.
   * 1 to 10; default 4.
   */
  @Whole(1, 10)
  maxAttempts?: number = 4;

  /**
   * How many requests the service may answer with 5xx, or refuse because of the account's balance, before a person decides.
   * Each takes the quiet time and its reads, so a hundred last for more than a day: longer than an outage, but with an end
   * where the service answers a single refund so. 1 to 1,000; default 100.
   */
  @Whole(1, 1_000)
  maxOutages?: number = 100;

  /**
   * When a refund whose answer is lost is read. Most are found by the first read; the others need more. 1 to 20 waits of
   * 1,000 to 3,600,000 ms; default 5,000, 15,000, 45,000, 120,000, 300,000.
   */
  @Waits(SECOND_MS, HOUR_MS)
  readDelaysMs?: readonly number[] = [5 * SECOND_MS, 15 * SECOND_MS, 45 * SECOND_MS, 2 * MINUTE_MS, 5 * MINUTE_MS];

  /**
   * By how much a wait between reads may be longer, so that refunds that failed together are not read together. 0 to 50 %;
   * default 10.
   */
  @Whole(0, 50)
  readSpreadPercent?: number = 10;

  /**
   * How long a refund may be unknown before a person decides: longer than a night in which the API does not answer. 3,600,000
   * to 2,592,000,000 ms; default 86,400,000.
   */
  @Whole(HOUR_MS, 30 * DAY_MS)
  unresolvedMs?: number = DAY_MS;

  /**
   * When an accepted refund is read. The money leaves at midnight, or later when the balance is low, and its notification may
   * be lost. 1 to 20 waits of 60,000 to 2,592,000,000 ms; default 3,600,000, 21,600,000, 86,400,000, 172,800,000,
   * 345,600,000, 604,800,000.
   */
  @Waits(MINUTE_MS, 30 * DAY_MS)
  followDelaysMs?: readonly number[] = [HOUR_MS, 6 * HOUR_MS, DAY_MS, 2 * DAY_MS, 4 * DAY_MS, 7 * DAY_MS];

  /**
   * How long a refund waits that was certainly not sent; twice as long after each further failure. 1,000 to 3,600,000 ms;
   * default 5,000.
   */
  @Whole(SECOND_MS, HOUR_MS)
  notSentDelayMs?: number = 5 * SECOND_MS;

  /** The longest of those waits. 1,000 to 86,400,000 ms; default 300,000. */
  @Whole(SECOND_MS, DAY_MS)
  notSentDelayCapMs?: number = 5 * MINUTE_MS;

  /**
   * How long a lane pauses when no connection could be made: the next refund would fail as well. 0 to 3,600,000 ms; default
   * 5,000.
   */
  @Whole(0, HOUR_MS)
  notSentPauseMs?: number = 5 * SECOND_MS;

  /**
   * How long a lane pauses when the service refuses the settings of its group; twice as long after each further
   * refusal. 1,000 to 86,400,000 ms; default 60,000.
   */
  @Whole(SECOND_MS, DAY_MS)
  lanePauseMs?: number = MINUTE_MS;

  /**
   * The longest pause of a lane, also when the service asks for a longer one. 60,000 to 86,400,000 ms; default
   * 3,600,000.
   */
  @Whole(MINUTE_MS, DAY_MS)
  lanePauseCapMs?: number = HOUR_MS;

  /** After how many failed requests in a row a person is alerted. 1 to 1,000; default 10. */
  @Whole(1, 1_000)
  alertAfterFailures?: number = 10;

  /**
   * By how much the clock of the service may be behind. A refund that the service shows as older than the first request by
   * more than this is not this one. 60,000 to 3,600,000 ms; default 120,000.
   */
  @Whole(MINUTE_MS, HOUR_MS)
  createdSlackMs?: number = 2 * MINUTE_MS;
}

/** {@link RefundRuleOptions} with every default filled in. */
export type RefundRules = Readonly<Required<RefundRuleOptions>>;
