import type { CreateOrderInput } from '../../protocol/index.js';
import { DAY_MS, SECOND_MS } from '../../support/index.js';
import type { PollingSettings } from '../core/index.js';

/** The facts that decide the schedule of an attempt. Times in epoch milliseconds. */
export interface PollFacts {
  /** When it was sent to the service. */
  readonly openedAt: number;
  /** Until when it can be paid, by the link of its page or by the shop's limit; null where neither is known. */
  readonly activeUntil: number | null;
  /** Payment method code, once a payment was begun; null before. */
  readonly method: string | null;
  /** When something new was last seen of that payment. */
  readonly methodSince: number | null;
  /** The money is on its way, but not there: clearing takes its own time. */
  readonly underWay: boolean;
}

type Plan = Omit<PollingSettings, 'cron'>;

/**
 * A page lives for a year at most, and so does a payment on it. Each change of a payment starts its time anew: without this
 * bound, a payment whose facts alternate between two copies of the service would be polled without end.
 */
const LONGEST_MS = 2 * 365 * DAY_MS;

/** What of an order says until when it can be paid. */
type PayableTerms = Pick<CreateOrderInput, 'secondsActive' | 'daysActive' | 'secondChance' | 'type' | 'gatewayInfo'>;

/**
 * Until when an attempt can be paid by its link. A page lives as long as the shop says, thirty days where it does not.
 * A payment that was tried on it does not shorten that: each try is a transaction of its own (protocol §2.1). The link
 * of a second chance lives as long, and the last of the two mails is sent a day later. Pure.
 *
 * @returns epoch milliseconds; null where there is no page, and the shop set no limit
 */
export function payableUntil(openedAt: number, terms: PayableTerms, { expiry }: Plan): number | null {
  const { secondsActive, daysActive, secondChance, type, gatewayInfo } = terms;
  const hasPage = secondChance === true || (type !== 'direct' && !gatewayInfo?.['terminal_id']);
  // Seconds take precedence over days.
  const activeMs = secondsActive ? secondsActive * SECOND_MS : (daysActive ?? 0) * DAY_MS;
  const livesMs = activeMs || (hasPage ? (expiry['OTHER'] ?? 0) : 0);
  if (secondChance === true) return openedAt + livesMs + DAY_MS;
  return livesMs > 0 ? openedAt + livesMs : null;
}

/** Until when the attempt can be paid, by its method and by the shop's limit. */
export function expiresAt(facts: PollFacts, { expiry }: Plan): number {
  const { openedAt, activeUntil, method, methodSince, underWay } = facts;
  const other = expiry['OTHER'] ?? 0;
  const since = methodSince ?? openedAt;
  const byMethod = method === null ? (activeUntil ?? openedAt + other) : since + (expiry[method] ?? other);
  const until = Math.max(byMethod, activeUntil ?? 0, underWay ? since + (expiry['UNCLEARED'] ?? 0) : 0);
  return Math.min(until, openedAt + LONGEST_MS);
}

/** Time of the first poll of an attempt that is being sent, epoch milliseconds. */
export const firstPollAt = (openedAt: number, { firstLookMs }: Plan): number => openedAt + firstLookMs;

/**
 * When an attempt is polled next. Pure. The gap grows with its age, so that a payment without a notification is found before
 * the order's age has grown by more than the factor `growth`: with 2, the order's age is at most doubled.
 *
 * @param poll - the time of the last poll, and a random number in [0, 1)
 * @returns epoch milliseconds; null when that was the last poll: the time to pay, and the grace after it, are over
 * @example
 * const second = (facts: PollFacts, plan: PollingSettings): number | null =>
 *   nextPollAt(facts, plan, { now: facts.openedAt + 120_000, chance: 0 }); // openedAt + 240_000
 */
export function nextPollAt(
  facts: PollFacts,
  plan: Plan,
  { now, chance }: { readonly now: number; readonly chance: number },
): number | null {
  const last = expiresAt(facts, plan) + plan.graceMs;
  if (now >= last) return null;
  // A clock that was put back must not make the age negative.
  const age = Math.max(0, now - facts.openedAt);
  const grown = age * (plan.growth - 1) * (1 - plan.jitter * chance);
  const gap = Math.max(plan.firstLookMs, Math.min(grown, plan.maxGapMs));
  return Math.round(Math.max(now + plan.firstLookMs, Math.min(now + gap, last)));
}
