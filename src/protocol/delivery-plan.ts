/** How often and when a notification without an acknowledgement is sent again (spec §8). */
export interface DeliveryPlan {
  /** Resends after the first sending. */
  readonly resends: number;
  /** Milliseconds between one sending and the next. */
  readonly intervalMs: number;
}

/** The plan of spec §8: three resends, fifteen minutes apart. */
export const DELIVERY_PLAN: DeliveryPlan = { resends: 3, intervalMs: 900_000 };

/** The other description of spec §8: two repeats within fifteen minutes. */
export const DELIVERY_PLAN_SHORT: DeliveryPlan = { resends: 2, intervalMs: 450_000 };

/** One address of a notification. */
export interface DeliveryTarget {
  readonly level: 'order' | 'site';
  readonly url: string;
}

/**
 * The addresses of one sending, in order: the order's own first; if that fails, the site's at once (spec §1.5, §6).
 *
 * @example
 * deliveryTargets({ orderUrl: 'https://shop.example/a', siteUrl: 'https://shop.example/b' }).map((t) => t.level);
 * // ['order', 'site']
 */
export function deliveryTargets(urls: { orderUrl?: string | null; siteUrl?: string | null }): DeliveryTarget[] {
  const targets: DeliveryTarget[] = [];
  if (urls.orderUrl) targets.push({ level: 'order', url: urls.orderUrl });
  if (urls.siteUrl) targets.push({ level: 'site', url: urls.siteUrl });
  return targets;
}

/**
 * When a notification without an acknowledgement is due again, or that the plan is used up (spec §8).
 *
 * @param plan - {@link DELIVERY_PLAN} or another one
 * @param history - number of sendings so far, with the first, and the time of the last one (epoch milliseconds)
 * @example
 * nextDelivery(DELIVERY_PLAN, { attemptsMade: 1, lastAttemptAtMs: 0 }); // { dueAtMs: 900_000 }
 */
export function nextDelivery(
  plan: DeliveryPlan,
  history: { attemptsMade: number; lastAttemptAtMs: number },
): { dueAtMs: number } | 'exhausted' {
  if (history.attemptsMade > plan.resends) return 'exhausted';
  return { dueAtMs: history.lastAttemptAtMs + plan.intervalMs };
}
