import { And, LessThanOrEqual, MoreThan, type EntityManager } from 'typeorm';
import { unfinishedAttempts } from '../../shop/diagnostics/index.js';
import { MINUTE_MS, HOUR_MS, DAY_MS } from '../../support/index.js';

// The minimum age of each band, and what such an order usually means.
const BANDS = [
  { fromMs: 0, untilMs: 15 * MINUTE_MS, text: 'under 15 min', isLate: false },
  { fromMs: 15 * MINUTE_MS, untilMs: HOUR_MS, text: '15 min to 1 h', isLate: false },
  { fromMs: HOUR_MS, untilMs: 6 * HOUR_MS, text: '1 to 6 h', isLate: false },
  { fromMs: 6 * HOUR_MS, untilMs: DAY_MS, text: '6 to 24 h', isLate: false },
  { fromMs: DAY_MS, untilMs: 3 * DAY_MS, text: '1 to 3 days', isLate: true },
  { fromMs: 3 * DAY_MS, untilMs: Number.MAX_SAFE_INTEGER, text: 'over 3 days', isLate: true },
] as const;

/** The number of orders that have waited for this long. */
export interface WaitingBand {
  readonly text: string;
  readonly count: number;
  /** The bounds of the age, in milliseconds. */
  readonly fromMs: number;
  readonly untilMs: number;
  /** Longer than most customers and most methods take. */
  readonly isLate: boolean;
}

/** Unfinished orders, by the age of their attempt: each band by an index, and bounded. */
export async function waitingByAge(em: EntityManager, now: number): Promise<WaitingBand[]> {
  const bands: WaitingBand[] = [];
  for (const { fromMs, untilMs, text, isLate } of BANDS) {
    const openedAt =
      fromMs === 0
        ? MoreThan(now - untilMs)
        : And(LessThanOrEqual(now - fromMs), MoreThan(Math.max(-1, now - untilMs)));
    const { count } = await unfinishedAttempts(em, openedAt);
    bands.push({ text, isLate, fromMs, untilMs, count });
  }
  return bands;
}
