/** How long the same line is held back after it was logged, in milliseconds. */
const QUIET_MS = 10_000;
/** Different lines that are remembered; what strangers send must not fill the memory. */
const MAX_KEYS = 100;

interface Held {
  readonly loggedAt: number;
  times: number;
}

/** Keeps whoever can reach the notification route from filling the log: the same line comes once in ten seconds. */
export class RepeatLimit {
  private readonly held = new Map<string, Held>();

  /**
   * Whether something is to be logged now.
   *
   * @param key - what makes two lines the same
   * @param now - epoch milliseconds
   * @returns how often it was held back since it was last logged; null when it is held back again
   */
  admit(key: string, now: number): number | null {
    const known = this.held.get(key);
    // A clock that was put back must not hold anything back for longer.
    if (known && Math.abs(now - known.loggedAt) < QUIET_MS) {
      known.times += 1;
      return null;
    }
    this.held.delete(key);
    if (this.held.size >= MAX_KEYS) this.forgetOldest();
    this.held.set(key, { loggedAt: now, times: 0 });
    return known?.times ?? 0;
  }

  private forgetOldest(): void {
    const [oldest] = this.held.keys();
    if (oldest !== undefined) this.held.delete(oldest);
  }
}
