import {
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleWhenResult,
  isBrokenCircuitError,
  SamplingBreaker,
  type CircuitBreakerPolicy,
  type IBreaker,
} from 'cockatiel';
import type { CallLimits } from '../../core/index.js';
import type { CallPriority } from './call-priority.js';

/** `closed`: calls are made. `open`: no call is made. `half-open`: one call is made, and its result decides. */
export type CircuitPosition = 'closed' | 'open' | 'half-open';

/** At least half of the calls of half a minute, and at least twenty. This suits a steady, busy shop. */
const SAMPLING = { threshold: 0.5, duration: 30_000, minimumRps: 20 / 30 };

/**
 * The library measures its pause by the wall clock, which may be set back by hours. {@link Circuit.admits} measures it
 * instead.
 */
const AT_ONCE = -Infinity;

/** Opens when one of two measures says so: failures in a row for a quiet shop, their share for a busy one. */
class EitherBreaker implements IBreaker {
  state: unknown = null;
  private readonly measures: readonly IBreaker[];

  constructor(failuresInARow: number) {
    this.measures = [new ConsecutiveBreaker(failuresInARow), new SamplingBreaker(SAMPLING)];
  }

  success(state: CircuitState): void {
    for (const measure of this.measures) measure.success(state);
  }

  failure(state: CircuitState): boolean {
    return this.measures.map((measure) => measure.failure(state)).some(Boolean);
  }
}

/** The result of a call, or that it was not made. */
export type Admission<T> = { readonly admitted: true; readonly result: T } | { readonly admitted: false };

/**
 * Holds calls back while the service does not work (scenario P3), so that callers do not wait for time-outs, and a service
 * that recovers is not overloaded.
 */
export class Circuit<T> {
  private readonly policy: CircuitBreakerPolicy;
  private openedAt = 0;

  /** @param isFailure - whether a result means that the service, or the way to it, does not work */
  constructor(
    private readonly limits: CallLimits,
    isFailure: (result: T) => boolean,
  ) {
    this.policy = circuitBreaker(
      handleWhenResult((result) => isFailure(result as T)),
      { halfOpenAfter: AT_ONCE, breaker: new EitherBreaker(limits.circuitFailures) },
    );
    this.policy.onBreak(() => (this.openedAt = performance.now()));
  }

  get position(): CircuitPosition {
    if (this.policy.state === CircuitState.Closed) return 'closed';
    return this.policy.state === CircuitState.HalfOpen ? 'half-open' : 'open';
  }

  /**
   * Whether a call would be made now. While one call tests the service, a checkout may go as well: the test may be a slow
   * call of a sweep, and the call of a paying customer is an equally good test. All other calls wait.
   */
  admits(priority: CallPriority): boolean {
    if (this.limits.circuitBreaker === 'off' || this.position === 'closed') return true;
    if (this.position === 'half-open') return priority === 'checkout';
    return performance.now() - this.openedAt >= this.limits.circuitPauseMs;
  }

  /** Makes the call, unless the circuit is open. */
  async run(priority: CallPriority, call: () => Promise<T>): Promise<Admission<T>> {
    if (!this.admits(priority)) return { admitted: false };
    const isBeside = this.limits.circuitBreaker === 'off' || this.position === 'half-open';
    try {
      return { admitted: true, result: isBeside ? await call() : await this.policy.execute(call) };
    } catch (error) {
      if (isBrokenCircuitError(error)) return { admitted: false };
      throw error;
    }
  }
}
