import type { Clock } from '../../support/index.js';

/** What the sandbox's clock shows, and how it relates to the one it is made from. */
export interface ClockReading {
  /** Epoch milliseconds (UTC). */
  readonly now: number;
  /** How far it is ahead of its source, in milliseconds; negative: behind. */
  readonly offsetMs: number;
}

interface MovableClock extends Clock {
  set(epochMs: number): void;
}

/**
 * The time of the sandbox: that of its source until someone moves it. Moved, it runs on from there.
 *
 * A source that can be moved itself, such as a `ManualClock` that a test shares with its shop, is moved rather than
 * departed from: then shop and sandbox go on having one time.
 */
export class SandboxClock implements Clock {
  readonly #source: Clock;
  #offsetMs = 0;

  constructor(source: Clock) {
    this.#source = source;
  }

  /** Epoch milliseconds (UTC). */
  now(): number {
    return this.#source.now() + this.#offsetMs;
  }

  /** Time and offset. */
  reading(): ClockReading {
    return { now: this.now(), offsetMs: this.#offsetMs };
  }

  /** Puts the clock to an instant, epoch milliseconds; back as well as forward. */
  set(epochMs: number): void {
    if (isMovable(this.#source)) this.#source.set(epochMs);
    else this.#offsetMs = Math.round(epochMs - this.#source.now());
  }

  /** Puts the clock forward to an instant; does nothing when that has passed. */
  forwardTo(epochMs: number): void {
    if (epochMs > this.now()) this.set(epochMs);
  }

  /** Takes up an offset that was noted before a restart. */
  resume(offsetMs: number): void {
    if (!isMovable(this.#source)) this.#offsetMs = offsetMs;
  }

  /** Shows its source's time again. */
  follow(): void {
    this.#offsetMs = 0;
  }
}

function isMovable(clock: Clock): clock is MovableClock {
  return 'set' in clock && typeof clock.set === 'function';
}
