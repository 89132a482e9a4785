import { DueWork } from './due-work.js';
import type { Journal } from './journal.js';
import type { People } from './people.js';
import type { Stage } from './stage.js';

const HOUR = 3_600_000;
/** Within this every resend was made, every order has run out of time, and a day's refunds were paid out. */
const A_DAY = 26 * HOUR;
/** Refunds are looked at for a week, and some are sent four times; polls are over long before. */
const HORIZON = 15 * 24 * HOUR;
const UNEVENTFUL_MS = 600_000;
const MOST_ROUNDS = 400;
/** What is due and not taken is held back, for some minutes at most. */
const LONGEST_WAIT_MS = 60_000;

/** Faults have stopped: everyone works, time passes, until nothing is left to do; or it is plain that there is no end. */
export class Peace {
  rounds = 0;
  private readonly due: DueWork;

  constructor(
    private readonly stage: Stage,
    private readonly people: People,
    private readonly journal: Journal,
  ) {
    this.due = new DueWork(stage);
  }

  /** Makes peace. What is not at rest within the horizon never will be, and the oracle says so. */
  async make(): Promise<void> {
    const { sandbox, clock } = this.stage;
    const end = clock.now() + HORIZON;
    let isQuiet = false;
    let heldMs = 1;
    this.journal.note(() => 'peace');
    await sandbox.advance(0);
    while (this.rounds < MOST_ROUNDS && clock.now() < end) {
      this.rounds += 1;
      await this.work();
      const next = this.due.nextAt();
      if (next === null && isQuiet) return;
      isQuiet = next === null;
      const leftMs = next === null ? A_DAY : next - clock.now();
      // A group whose key was refused takes none of its due polls for minutes: steps of a millisecond would never get there.
      heldMs = leftMs > 0 ? 1 : Math.min(heldMs * 2, LONGEST_WAIT_MS);
      const ms = leftMs > 0 ? leftMs : heldMs;
      // The service has its own to do now and then, and looking what that is costs more than most of what the shop does.
      await this.stage.pass(ms, ms >= UNEVENTFUL_MS);
    }
  }

  /** Everything that is due now, no matter who does it. */
  async work(): Promise<void> {
    for (const duty of this.due.now()) {
      const replica = this.people.replica();
      this.journal.note(() => `${replica.name} works: ${duty}`);
      await replica.work(duty);
    }
  }
}
