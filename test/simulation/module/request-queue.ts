import type { Agenda } from '../engine/agenda.js';
import type { Activity, Host, Round } from '../engine/host.js';
import type { HostClock } from './setting.js';

/** Something that a replica is asked to do, as by a request. */
export type Task = (clock: HostClock) => Activity;

/** What a replica is asked for: held in its memory, and gone with it. */
export class RequestQueue {
  readonly #tasks: Task[] = [];
  host: Host | null = null;

  constructor(
    private readonly agenda: Agenda,
    readonly clock: HostClock,
  ) {}

  /** Asks for something; no one hears it where the replica is down. */
  put(task: Task): void {
    if (!this.host?.isUp) return;
    this.#tasks.push(task);
    this.host.nudge();
  }

  /** The replica has started, with nothing in its memory. */
  clear(): void {
    this.#tasks.length = 0;
  }

  /** So many of them at a time. */
  rounds(count: number): Round[] {
    return Array.from({ length: count }, () => ({
      due: (now) => (this.#tasks.length > 0 ? now : Infinity),
      step: (): Activity => this.#tasks.shift()?.(this.clock) ?? nothing(this.agenda),
    }));
  }
}

function* nothing(agenda: Agenda): Activity {
  yield agenda.now;
}
