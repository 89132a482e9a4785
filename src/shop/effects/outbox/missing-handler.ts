/** For so long an effect is left to other releases, in milliseconds; a deployment takes minutes, one in steps an hour. */
const LEFT_FOR_MS = 2 * 3_600_000;
/** Gaps between two looks, in milliseconds: most find a process that knows the handler with the next one. */
const GAP_MS = { least: 5_000, most: 120_000 };

/**
 * When an effect whose handler this release does not have is looked at again: another release may have it, while versions
 * change. Not counted as tries: old processes would use them up. Pure; times in epoch milliseconds.
 *
 * @param createdAt - when the effect was recorded
 * @returns null when it has been left long enough: its handler was renamed or removed
 */
export function leftUntil(createdAt: number, now: number): number | null {
  const age = now - createdAt;
  if (age >= LEFT_FOR_MS) return null;
  return now + Math.min(GAP_MS.most, Math.max(GAP_MS.least, Math.floor(age / 4)));
}
