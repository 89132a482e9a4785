import type { ManualClock } from '../../../src/testing/index.js';

interface Entry {
  readonly at: number;
  readonly happen: () => Promise<unknown> | void;
}

/** What happens when its time has come, whatever else goes on then: late requests arrive, the service changes its key. */
export class Timetable {
  readonly #waiting: Entry[] = [];

  /** @param at - when, epoch milliseconds @param happen - what */
  add(at: number, happen: () => Promise<unknown> | void): void {
    this.#waiting.push({ at, happen });
    this.#waiting.sort((a, b) => a.at - b.at);
  }

  /** When something happens next; null when nothing will. */
  get nextAt(): number | null {
    return this.#waiting[0]?.at ?? null;
  }

  /** Everything whose time has come, in its order. */
  async happen(now: number): Promise<void> {
    for (let next = this.#waiting[0]; next && next.at <= now; next = this.#waiting[0]) {
      this.#waiting.shift();
      await next.happen();
    }
  }

  /** The clock goes on by so much, and stops on the way where something has its time. */
  async forward(clock: ManualClock, ms: number): Promise<void> {
    const end = clock.now() + ms;
    for (let at = this.nextAt; at !== null && at <= end; at = this.nextAt) {
      clock.set(Math.max(at, clock.now()));
      await this.happen(at);
    }
    clock.set(Math.max(end, clock.now()));
  }
}
