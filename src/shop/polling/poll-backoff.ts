import { backoffMs } from '../../support/index.js';

/** After so many failures in a row, the service is the cause and not the order. */
const FAILURES = 3;
const PAUSE = { baseMs: 1_000, capMs: 30_000 };
/** A refused key will be refused a second later, too. */
const REFUSED_PAUSE = { baseMs: 60_000, capMs: 300_000 };

/**
 * Holds a group's polls back while the service does not work, so that thousands of them do not fail one by one. After a pause
 * that grows with each failure, one poll tries; after the first success all others may begin again.
 */
export class PollBackoff {
  private failures = 0;
  private pauses = 0;
  private heldUntil = 0;

  /** How many polls may begin now: none, one, or any number. @param now - epoch milliseconds */
  room(now: number): number {
    if (this.pauses === 0) return Infinity;
    // A clock that was put back must not make the pause longer.
    const isHeld = now < this.heldUntil && this.heldUntil - now <= REFUSED_PAUSE.capMs;
    return isHeld ? 0 : 1;
  }

  /**
   * Notes that the service did not answer, or refused the group's key.
   *
   * @returns whether the pause begins with this failure, so that it is reported once
   */
  failed(now: number, isRefusal: boolean): boolean {
    this.failures += 1;
    if (this.room(now) === 0 || (!isRefusal && this.failures < FAILURES)) return false;
    this.pauses += 1;
    const plan = isRefusal ? REFUSED_PAUSE : PAUSE;
    this.heldUntil = now + backoffMs({ ...plan, attempt: this.pauses, jitter: 'equal' });
    return this.pauses === 1;
  }

  /** Notes that the service answered. */
  succeeded(): void {
    this.failures = 0;
    this.pauses = 0;
    this.heldUntil = 0;
  }
}
