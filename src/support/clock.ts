/** The only source of time: everything that depends on time is given a clock. */
export interface Clock {
  /** Now, in epoch milliseconds (UTC). */
  now(): number;
}

/**
 * The clock of the machine; the one place that reads it.
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
 * The clock of the machine as it was when this one was made, and from then on the time that has passed: anyone who sets the
 * machine's clock does not set this one. It drifts, and does not know of a machine that slept, so something has to correct it.
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

  /** @param startMs - epoch milliseconds; the start of 2026 when nothing is said */
  constructor(startMs: number = DEFAULT_START_MS) {
    this.currentMs = startMs;
  }

  now(): number {
    return this.currentMs;
  }

  /** Moves the clock by so many milliseconds. */
  advance(ms: number): void {
    this.currentMs += ms;
  }

  /** Puts the clock to an instant, in epoch milliseconds; back as well as forward. */
  set(ms: number): void {
    this.currentMs = ms;
  }
}
