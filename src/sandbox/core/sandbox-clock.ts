import type { Clock } from '../../support/index.js';

/** The time of the sandbox's clock, and its offset from its source. */
export interface SandboxClockReading {
  /** Epoch milliseconds (UTC). */
  readonly now: number;
  /** How far it is ahead of its source, in milliseconds; negative: behind. */
  readonly offsetMs: number;
}

interface MovableClock extends Clock {
  set(epochMs: number): void;
}

/**
 * The time of the sandbox: that of its source, plus an offset once it was moved.
 *
 * If the source itself can be moved, such as a `ManualClock` that a test shares with its shop, the source is moved
 * instead. Then shop and sandbox keep the same time.
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

  /** The time of its source. A shop whose clock was not moved would refuse what is signed at another time (spec §5). */
  sourceNow(): number {
    return this.#source.now();
  }

  /** Time and offset. */
  reading(): SandboxClockReading {
    return { now: this.now(), offsetMs: this.#offsetMs };
  }

  /** Sets the clock to a time, epoch milliseconds; backward too. */
  set(epochMs: number): void {
    if (isMovable(this.#source)) this.#source.set(epochMs);
    else this.#offsetMs = Math.round(epochMs - this.#source.now());
  }

  /** Moves the clock forward to a time; does nothing if that has passed. */
  forwardTo(epochMs: number): void {
    if (epochMs > this.now()) this.set(epochMs);
  }

  /** Restores an offset from before a restart. */
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
