import type { CreateOrderInput } from '../../protocol/index.js';
import { DAY_MS, SECOND_MS } from '../../support/index.js';
import type { PollingSettings } from '../core/index.js';

/** What the schedule of an attempt goes by. Times in epoch milliseconds. */
export interface PollFacts {
  /** When it was sent to the service. */
  readonly openedAt: number;
  /** Until when it can be paid on its page, or as the shop says; null where neither is known. */
  readonly activeUntil: number | null;
  /** Payment method code, once a payment by it was begun; null before. */
  readonly method: string | null;
  /** When something new was last seen of that payment. */
  readonly methodSince: number | null;
  /** Money is on its way, but is not there: what waits for clearing takes its own time. */
  readonly underWay: boolean;
}

type Plan = Omit<PollingSettings, 'cron'>;

/**
 * A page lives for a year at most, and so does a payment on it. Each change of a payment begins its time anew: one whose facts
 * alternate between two copies of the service would be polled for as long as it does.
 */
const LONGEST_MS = 2 * 365 * DAY_MS;

/** What of an order says until when it can be paid. */
type PayableTerms = Pick<CreateOrderInput, 'secondsActive' | 'daysActive' | 'secondChance' | 'type' | 'gatewayInfo'>;

/**
 * Until when an attempt can be paid by its link. A page lives as long as the shop says, thirty days where it does not, whatever
 * became of a payment that was tried on it: each try is a transaction of its own (protocol §2.1). So does the link of a second
 * chance, and the last of the two mails goes out a day later. Pure.
 *
 * @returns epoch milliseconds; null where there is no page, and the shop does not say
 */
export function payableUntil(openedAt: number, terms: PayableTerms, { expiry }: Plan): number | null {
  const { secondsActive, daysActive, secondChance, type, gatewayInfo } = terms;
  const hasPage = secondChance === true || (type !== 'direct' && !gatewayInfo?.['terminal_id']);
  // Seconds win over days.
  const activeMs = secondsActive ? secondsActive * SECOND_MS : (daysActive ?? 0) * DAY_MS;
  const livesMs = activeMs || (hasPage ? (expiry['OTHER'] ?? 0) : 0);
  if (secondChance === true) return openedAt + livesMs + DAY_MS;
  return livesMs > 0 ? openedAt + livesMs : null;
}

/** Until when the attempt can be paid, as far as is known: by its method, and by what the shop said. */
export function expiresAt(facts: PollFacts, { expiry }: Plan): number {
  const { openedAt, activeUntil, method, methodSince, underWay } = facts;
  const other = expiry['OTHER'] ?? 0;
  const since = methodSince ?? openedAt;
  const byMethod = method === null ? (activeUntil ?? openedAt + other) : since + (expiry[method] ?? other);
  const until = Math.max(byMethod, activeUntil ?? 0, underWay ? since + (expiry['UNCLEARED'] ?? 0) : 0);
  return Math.min(until, openedAt + LONGEST_MS);
}

/** When an attempt that is being sent is polled first, epoch milliseconds. */
export const firstPollAt = (openedAt: number, { firstLookMs }: Plan): number => openedAt + firstLookMs;

/**
 * When an attempt is polled next. Pure. The gap grows with its age, so that a payment that no one reported is found
 * before the order's age has grown by more than the factor `growth`: with 2, after at most half of its age.
 *
 * @param poll - when the last poll was, and a number of chance in [0, 1)
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
  // A clock that was put back must not make an order look unborn.
  const age = Math.max(0, now - facts.openedAt);
  const grown = age * (plan.growth - 1) * (1 - plan.jitter * chance);
  const gap = Math.max(plan.firstLookMs, Math.min(grown, plan.maxGapMs));
  return Math.round(Math.max(now + plan.firstLookMs, Math.min(now + gap, last)));
}
