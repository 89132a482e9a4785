import { setImmediate as afterThisTurn } from 'node:timers';
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Gives the event loop back from time to time. SQLite's driver answers at once, so a long chain of statements is one
 * turn of the loop: until it ends, no request is read and no timer fires.
 */
export class TimeSlice {
  private begunAt: number | null = null;

  /**
   * @param mostMs - how long statements may take of one turn, in milliseconds; the statement that exceeds it still runs
   */
  constructor(private readonly mostMs: number) {}

  /** Waits for the next turn if this turn has used its time; otherwise returns at once. */
  async share(): Promise<void> {
    if (this.begunAt !== null && performance.now() - this.begunAt >= this.mostMs) await nextTurn();
    if (this.begunAt === null) this.begin();
  }

  private begin(): void {
    this.begunAt = performance.now();
    afterThisTurn(() => (this.begunAt = null));
  }
}
