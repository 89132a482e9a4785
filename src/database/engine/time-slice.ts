import { setImmediate as afterThisTurn } from 'node:timers';
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Shares the event loop with everyone else. The driver of SQLite answers at once, so that a chain of statements is one
 * turn of the loop, however long: no request is read and no timer fires meanwhile.
 */
export class TimeSlice {
  private begunAt: number | null = null;

  /** @param mostMs - what statements may take of one turn, in milliseconds; the one that exceeds it is still carried out */
  constructor(private readonly mostMs: number) {}

  /** Waits for the next turn where this one has taken its time; goes on at once where it has not. */
  async share(): Promise<void> {
    if (this.begunAt !== null && performance.now() - this.begunAt >= this.mostMs) await nextTurn();
    if (this.begunAt === null) this.begin();
  }

  private begin(): void {
    this.begunAt = performance.now();
    afterThisTurn(() => (this.begunAt = null));
  }
}
