/** The only source of time: all code that depends on time gets a clock. */
export interface Clock {
  /** Now, in epoch milliseconds (UTC). */
  now(): number;
}

/**
 * The clock of the machine. No other code reads it.
 *
 * @example
 * const clock: Clock = new SystemClock();
 */
export class SystemClock implements Clock {
  now(): number {
    return Date.now();
  }
}

/**
 * Starts at the machine's time and then counts the time that passes. If the machine's clock is set, this clock does not
 * change. It drifts, and does not count the time of a machine that slept, so it must be corrected from outside.
 *
 * @example
 * const clock: Clock = new SteadyClock();
 */
export class SteadyClock implements Clock {
  private readonly startMs = Date.now() - performance.now();

  now(): number {
    return Math.floor(this.startMs + performance.now());
  }
}

/**
 * Measures how long something takes, the time of a machine that sleeps meanwhile included: monotonic clocks stop then, and
 * the time of day does not. If the machine's clock is set forward, too much is measured; never too little.
 *
 * @example
 * const watch = new Stopwatch();
 * const isLate = (): boolean => watch.elapsedMs > 200;
 */
export class Stopwatch {
  private readonly steadyFrom = performance.now();
  private readonly from = Date.now();

  /** Milliseconds since its creation. */
  get elapsedMs(): number {
    return Math.max(performance.now() - this.steadyFrom, Date.now() - this.from);
  }
}

/** 2026-01-01T00:00:00Z: a time at which signatures have their usual ten digits. */
const DEFAULT_START_MS = 1_767_225_600_000;

/**
 * A clock that stands still until it is moved, for tests and demonstrations.
 *
 * @example
 * const clock = new ManualClock();
 * clock.advance(60_000);
 */
export class ManualClock implements Clock {
  private currentMs: number;

  /** @param startMs - epoch milliseconds; default: the start of 2026 */
  constructor(startMs: number = DEFAULT_START_MS) {
    this.currentMs = startMs;
  }

  now(): number {
    return this.currentMs;
  }

  /** Moves the clock forward by `ms` milliseconds. */
  advance(ms: number): void {
    this.currentMs += ms;
  }

  /** Sets the clock to a time, in epoch milliseconds; backwards too. */
  set(ms: number): void {
    this.currentMs = ms;
  }
}
