import { BoundedMap } from './bounded-map.js';

/** How long a line is held back after it was told for the first time, in milliseconds; twice as long after each further time. */
const FIRST_GAP_MS = 10_000;
/** What never ends is told once in so long in the end, in milliseconds. */
const LONGEST_GAP_MS = 3_600_000;
/** What did not happen for so long, in milliseconds, is told at once when it comes back. */
const FORGOTTEN_MS = 600_000;
/** Different lines that are remembered; what strangers send must not fill the memory. */
const MAX_KEYS = 100;

interface Held {
  readonly loggedAt: number;
  readonly gapMs: number;
  seenAt: number;
  times: number;
}

/** Keeps what happens repeatedly from filling the log: the same line comes once, and then at growing gaps. */
export class RepeatLimit {
  private readonly held = new BoundedMap<string, Held>(MAX_KEYS);

  /**
   * Whether something is to be logged now.
   *
   * @param key - what makes two lines the same
   * @param now - milliseconds, of any clock
   * @returns how often it was held back since it was last logged; null when it is held back again
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

/** A clock that was put back must not hold anything back for longer; that of a database goes back a little now and then. */
const isOver = ({ seenAt }: Held, now: number): boolean => now - seenAt >= FORGOTTEN_MS || seenAt - now > FIRST_GAP_MS;
