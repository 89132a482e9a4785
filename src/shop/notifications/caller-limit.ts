import { RateLimiter } from 'limiter';

/** Callers that are remembered; what strangers send must not fill the memory. */
const MAX_CALLERS = 10_000;

/** How much one caller may cause. */
export interface CallerAllowance {
  /** How often in each interval. */
  readonly times: number;
  readonly intervalMs: number;
}

/** Counts what each caller causes who has not shown that it is the service. Its memory is bounded. */
export class CallerLimit {
  private readonly callers = new Map<string, RateLimiter>();

  constructor(private readonly allowance: CallerAllowance) {}

  /**
   * Counts one more.
   *
   * @param caller - an address
   * @returns whether it is still within the allowance
   */
  admit(caller: string): boolean {
    const known = this.callers.get(caller) ?? this.welcome();
    // Put at the end: whoever has been quiet for longest is forgotten first.
    this.callers.delete(caller);
    this.callers.set(caller, known);
    return known.tryRemoveTokens(1);
  }

  private welcome(): RateLimiter {
    const [oldest] = this.callers.keys();
    if (this.callers.size >= MAX_CALLERS && oldest !== undefined) this.callers.delete(oldest);
    return new RateLimiter({ tokensPerInterval: this.allowance.times, interval: this.allowance.intervalMs });
  }
}
