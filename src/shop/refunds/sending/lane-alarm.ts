/** A lane that is due within this time is waited for, rather than found at the next claim. */
const SOON_MS = 1_000;

/** Wakes the sender of refunds when the next lane is due. */
export class LaneAlarm {
  private timer: NodeJS.Timeout | undefined;
  private listener: () => void = () => undefined;

  /** Who is to be told that a lane may be due. */
  whenDue(listener: () => void): void {
    this.listener = listener;
  }

  /** Says that a lane may be due. */
  ring(): void {
    this.listener();
  }

  /** Rings at the first of these times, epoch milliseconds, if it is soon; what was set before is forgotten. */
  set(times: readonly number[], now: number): void {
    clearTimeout(this.timer);
    const soonest = Math.min(...times) - now;
    if (soonest > SOON_MS) return;
    this.timer = setTimeout(() => this.ring(), soonest);
    this.timer.unref();
  }
}
