import { HOUR_MS, MINUTE_MS, type Clock } from '../../support/index.js';

/** Work that is done once an hour; for the first time a minute after the start, which has enough to do. */
export class Hourly {
  private dueAt: number;

  constructor(private readonly clock: Clock) {
    this.dueAt = clock.now() + MINUTE_MS;
  }

  /** Whether the work is due; if so, the next hour begins, also for work that fails. */
  begin(): boolean {
    const now = this.clock.now();
    if (now < this.dueAt) return false;
    this.dueAt = now + HOUR_MS;
    return true;
  }
}
