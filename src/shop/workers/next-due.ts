import type { Clock } from '../../support/index.js';

/** When the next row of a table is due, if that is known; a loop rests until then. */
export class NextDue {
  private at: number | null = null;

  constructor(private readonly clock: Clock) {}

  /** The time until then, in milliseconds; null when unknown. */
  get idleMs(): number | null {
    return this.at === null ? null : Math.max(0, this.at - this.clock.now());
  }

  /** @param at - epoch milliseconds; null: not known @returns whether a row is due now */
  set(at: number | null): boolean {
    this.at = at;
    return at !== null && at <= this.clock.now();
  }
}
