import { BoundedMap } from './bounded-map.js';

/** How long a line is held back after it was first logged, in milliseconds; the gap doubles each time. */
const FIRST_GAP_MS = 10_000;
/** The longest gap: a line that keeps coming is logged at least this often, in milliseconds. */
const LONGEST_GAP_MS = 3_600_000;
/** A line that did not come for this long is logged at once when it comes back, in milliseconds. */
const FORGOTTEN_MS = 600_000;
/** The number of different lines that are remembered. Lines that strangers cause must not fill the memory. */
const MAX_KEYS = 100;

interface Held {
  readonly loggedAt: number;
  readonly gapMs: number;
  seenAt: number;
  times: number;
}

/** Keeps repeated lines from filling the log: the same line is logged once, and then at growing gaps. */
export class RepeatLimit {
  private readonly held = new BoundedMap<string, Held>(MAX_KEYS);

  /**
   * Whether a line should be logged now.
   *
   * @param key - equal for lines that count as the same
   * @param now - milliseconds, of any clock
   * @returns how often it was held back since it was last logged; null if it is held back again
   */
  admit(key: string, now: number): number | null {
    const known = this.held.get(key);
    const isFresh = known !== undefined && !isOver(known, now);
    if (isFresh && now - known.loggedAt < known.gapMs) {
      known.times += 1;
      known.seenAt = now;
      return null;
    }
    const gapMs = isFresh ? Math.min(known.gapMs * 2, LONGEST_GAP_MS) : FIRST_GAP_MS;
    this.held.set(key, { loggedAt: now, gapMs, seenAt: now, times: 0 });
    return known?.times ?? 0;
  }
}

/**
 * If the clock is set back, no line is held back for longer. A database's clock goes back a little from time to time.
 */
const isOver = ({ seenAt }: Held, now: number): boolean => now - seenAt >= FORGOTTEN_MS || seenAt - now > FIRST_GAP_MS;
