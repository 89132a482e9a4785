const WINDOW_S = 60;
/** Repeats a minute that are always allowed, so that a quiet shop can repeat, too. */
const FLOOR = 10;
/** Repeats for each call: an outage adds at most a fifth to the calls, and does not triple them. */
const SHARE = 0.2;

interface Second {
  at: number;
  calls: number;
  repeats: number;
}

/** How many repeats the calls of the last minute allow. It only decides, and reads no clock. */
export class RetryBudget {
  private readonly seconds: Second[] = Array.from({ length: WINDOW_S }, () => ({
    at: -WINDOW_S,
    calls: 0,
    repeats: 0,
  }));

  /** @param nowMs - of a monotonic clock */
  noteCall(nowMs: number): void {
    this.secondOf(nowMs).calls += 1;
  }

  /**
   * Takes one repeat out of the budget.
   *
   * @param nowMs - of a monotonic clock
   * @returns whether there was one
   */
  takeRepeat(nowMs: number): boolean {
    const now = this.secondOf(nowMs);
    const recent = this.seconds.filter(({ at }) => at > now.at - WINDOW_S);
    const calls = recent.reduce((sum, second) => sum + second.calls, 0);
    const repeats = recent.reduce((sum, second) => sum + second.repeats, 0);
    if (repeats >= FLOOR + Math.floor(calls * SHARE)) return false;
    now.repeats += 1;
    return true;
  }

  private secondOf(nowMs: number): Second {
    const at = Math.floor(nowMs / 1_000);
    const second = this.seconds[at % WINDOW_S]!;
    if (second.at !== at) Object.assign(second, { at, calls: 0, repeats: 0 });
    return second;
  }
}
