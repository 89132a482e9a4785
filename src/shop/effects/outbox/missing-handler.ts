/** How long an effect is left to other releases, in milliseconds; a deployment takes minutes, a gradual one an hour. */
const LEFT_FOR_MS = 2 * 3_600_000;
/** Gaps between two tries, in milliseconds: at the next try, most effects reach a process that knows the handler. */
const GAP_MS = { least: 5_000, most: 120_000 };

/**
 * When an effect is tried again whose handler this release does not have: during a deployment another release may have it.
 * These tries do not count as attempts: old processes would use them up. Pure; times in epoch milliseconds.
 *
 * @param createdAt - when the effect was recorded
 * @returns null when it has waited long enough: its handler was renamed or removed
 */
export function leftUntil(createdAt: number, now: number): number | null {
  const age = now - createdAt;
  if (age >= LEFT_FOR_MS) return null;
  return now + Math.min(GAP_MS.most, Math.max(GAP_MS.least, Math.floor(age / 4)));
}
