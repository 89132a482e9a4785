import type Sqlite from 'better-sqlite3';
import { DUTIES, type Duty } from './replica.js';
import type { Stage } from './stage.js';

const pending = (table: string): string => `SELECT MIN(due_at) FROM ${table} WHERE state = 'pending'`;
/** Whatever the lane waits for, as rows of instants; equal amounts of an order wait for five minutes and a second. */
const LANE = `SELECT MAX(next_slot_at, paused_until, due_at) AS at FROM tillbridge_lane
  UNION ALL SELECT not_before FROM tillbridge_refund WHERE state = 'queued'
  UNION ALL SELECT arrived_by + 301000 FROM tillbridge_refund WHERE arrived_by IS NOT NULL`;
const QUEUED = `SELECT COUNT(*) FROM tillbridge_refund WHERE state = 'queued'`;

const LATER_MS = 300_000;

type Instant = number | null;

/** What there is to do, and when, as the rows of the shop say; nothing is asked of the module. */
export class DueWork {
  readonly #dueOf: Readonly<Record<Exclude<Duty, 'lane'>, Sqlite.Statement<[], Instant>>>;
  readonly #lane: Sqlite.Statement<[], Instant>;
  readonly #queued: Sqlite.Statement<[], number>;

  constructor(private readonly stage: Stage) {
    const { committed } = stage;
    const instant = (sql: string) => committed.prepare<[], Instant>(sql).pluck();
    this.#dueOf = {
      inbox: instant(pending('tillbridge_notification')),
      effects: instant(pending('tillbridge_outbox')),
      polls: instant(pending('tillbridge_poll')),
      watch: instant(pending('tillbridge_refund_watch')),
    };
    this.#lane = instant(LANE);
    this.#queued = committed.prepare<[], number>(QUEUED).pluck();
  }

  /** Of these duties, those in which something is due now. */
  now(duties: readonly Duty[] = DUTIES): Duty[] {
    return duties.filter((duty) => this.#isDue(duty));
  }

  /** When something is due next; null when nothing waits. */
  nextAt(): Instant {
    const times = DUTIES.map((duty) => this.#dueAt(duty)).filter((at) => at !== null);
    return times.length === 0 ? null : Math.min(...times);
  }

  #isDue(duty: Duty): boolean {
    // Whether a refund may go the lane alone knows.
    if (duty === 'lane') return this.#queued.get() !== 0;
    const at = this.#dueAt(duty);
    return at !== null && at <= this.stage.clock.now();
  }

  #dueAt(duty: Duty): Instant {
    if (duty !== 'lane') return this.#dueOf[duty].get() ?? null;
    if (this.#queued.get() === 0) return null;
    const now = this.stage.clock.now();
    const times = this.#lane.all().filter((at) => at !== null);
    // What is due already and does not go waits for another refund, which is looked at meanwhile.
    return Math.min(...times.filter((at) => at > now), now + LATER_MS);
  }
}
