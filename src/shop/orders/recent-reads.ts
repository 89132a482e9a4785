/** Orders that are remembered; how many pages strangers open must not fill the memory. */
const MOST = 10_000;

/** When each order was last read for a page, so that reloading one does not make a call each time. */
export class RecentReads {
  private readonly times = new Map<string, number>();

  /**
   * Whether a read may begin now; if so, it is noted.
   *
   * @param gapMs - least distance from the one before, in milliseconds
   * @param now - epoch milliseconds
   */
  admit(key: string, gapMs: number, now: number): boolean {
    const last = this.times.get(key);
    // A clock that was put back must not hold anything back for longer.
    if (last !== undefined && Math.abs(now - last) < gapMs) return false;
    this.times.delete(key);
    const [oldest] = this.times.keys();
    if (this.times.size >= MOST && oldest !== undefined) this.times.delete(oldest);
    this.times.set(key, now);
    return true;
  }
}
