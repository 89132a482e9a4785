import type { Agenda } from './agenda.js';
import type { Random } from '../../support/random.js';

/**
 * A process of a replica, as a coroutine: it yields the instant at which it goes on. Everything between two yields
 * happens at once, as a transaction does.
 */
export type Activity = Generator<number, void, void>;

/** An endless round of a replica: idle until there is something to do. */
export interface Round {
  /** Epoch milliseconds of the next thing to do as far as the database shows; `Infinity`: nothing. */
  due(now: number): number;
  /** Does one thing. */
  step(host: Host): Activity;
}

/** What strikes a replica, as chances per step, and for how long. Times in milliseconds. */
export interface HostFaults {
  readonly crash: number;
  readonly restartMs: number;
  readonly pause: number;
  readonly pauseMs: number;
}

/** Tells that a fault was injected. */
export type FaultCount = (kind: string) => void;

/** How often an idle round looks at the database, at least. */
const CHECK_EVERY_MS = 1_000;

/** Of a turn that broke off because the database did: try again after so long. */
const AFTER_FAILURE_MS = 2_000;

/** Thrown into a turn by the database; the turn ends, the process lives on. */
export class DatabaseTrouble extends Error {}

interface Running {
  readonly round: Round;
  activity: Activity | null;
  /** Only the latest appointment counts. */
  ticket: number;
  wakeAt: number;
}

/** One replica: its rounds run until it crashes, stand still while it is paused, and start anew after a while. */
export class Host {
  #life = 0;
  #pausedUntil = 0;
  #running: Running[] = [];

  constructor(
    readonly name: string,
    private readonly parts: {
      readonly agenda: Agenda;
      readonly random: Random;
      readonly faults: HostFaults;
      readonly count: FaultCount;
      readonly rounds: () => readonly Round[];
    },
  ) {}

  get isUp(): boolean {
    return this.#running.length > 0 && this.#pausedUntil <= this.parts.agenda.now;
  }

  /** Starts every round, each at a moment of its own. */
  start(): void {
    const { agenda, random, rounds } = this.parts;
    this.#life += 1;
    this.#running = rounds().map((round) => ({ round, activity: null, ticket: 0, wakeAt: Infinity }));
    for (const running of this.#running) this.#appoint(running, agenda.now + random.between(0, CHECK_EVERY_MS));
  }

  /** Something was written: idle rounds may have more to do, or sooner. */
  nudge(): void {
    const { agenda, random } = this.parts;
    for (const running of this.#running) {
      if (running.activity !== null) continue;
      const due = running.round.due(agenda.now);
      if (due === Infinity) continue;
      const at = Math.max(due, agenda.now) + 1 + Math.floor(random.next() * CHECK_EVERY_MS);
      if (at < running.wakeAt) this.#appoint(running, at);
    }
  }

  /** The whole process stands still, as under a debugger or in a long collection of garbage. */
  freeze(ms: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.parts.agenda.now + ms);
  }

  #appoint(running: Running, at: number): void {
    const { agenda } = this.parts;
    const ticket = (running.ticket += 1);
    const life = this.#life;
    running.wakeAt = at;
    agenda.at(at, () => {
      if (running.ticket === ticket && this.#life === life) this.#resume(running);
    });
  }

  #resume(running: Running): void {
    const { agenda } = this.parts;
    if (this.#pausedUntil > agenda.now) return this.#appoint(running, this.#pausedUntil);
    if (running.activity === null) return this.#begin(running);
    if (!this.#strikes(running)) this.#goOn(running);
  }

  #begin(running: Running): void {
    const { agenda } = this.parts;
    const due = running.round.due(agenda.now);
    if (due > agenda.now) return this.#rest(running, due);
    running.activity = running.round.step(this);
    this.#goOn(running);
  }

  #rest(running: Running, due: number): void {
    running.activity = null;
    running.wakeAt = Infinity;
    running.ticket += 1;
    if (due !== Infinity) this.#appoint(running, due + 1 + Math.floor(this.parts.random.next() * CHECK_EVERY_MS));
  }

  #goOn(running: Running): void {
    const { agenda } = this.parts;
    try {
      const next = running.activity!.next();
      if (!next.done) return this.#appoint(running, next.value);
      running.activity = null;
      this.#appoint(running, agenda.now + 1);
    } catch (error) {
      if (!(error instanceof DatabaseTrouble)) throw error;
      running.activity = null;
      this.#appoint(running, agenda.now + AFTER_FAILURE_MS);
    }
  }

  /** True when the process is gone, or stands still first. */
  #strikes(running: Running): boolean {
    const { random, faults, count } = this.parts;
    if (random.chance(faults.crash)) {
      count('crash');
      this.crash();
      return true;
    }
    if (!random.chance(faults.pause)) return false;
    count('pause');
    this.freeze(random.between(1, faults.pauseMs));
    this.#appoint(running, this.#pausedUntil);
    return true;
  }

  /** The process is gone, and starts anew after a while. */
  crash(): void {
    const { agenda, random, faults } = this.parts;
    const life = (this.#life += 1);
    this.#running = [];
    agenda.at(agenda.now + random.between(500, faults.restartMs), () => {
      if (this.#life === life) this.start();
    });
  }
}
