import { Inject, Injectable } from '@nestjs/common';
import { NotificationArchive } from '../notifications/notification-archive.js';
import { NotificationSender } from '../notifications/notification-sender.js';
import type { SandboxSettings } from '../sandbox.settings.js';
import { SANDBOX_SETTINGS } from '../sandbox.tokens.js';
import { OrderExpiry } from '../transactions/order-expiry.js';

/** Something that happens when its time has come. */
export interface DueWork {
  /** When it next has something to do, epoch milliseconds; null when nothing is foreseen. */
  nextDueAt(): Promise<number | null>;

  /** Does what is due by now. */
  runDue(): Promise<unknown>;
}

/** Everything in the sandbox that the time brings about: expiry, resends, and whatever else is registered. */
@Injectable()
export class Agenda {
  readonly #works: DueWork[];

  constructor(
    expiry: OrderExpiry,
    private readonly sender: NotificationSender,
    private readonly archive: NotificationArchive,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {
    this.#works = [expiry];
  }

  /** Adds work; it is done before notifications are sent, so that those it causes leave in the same run. */
  register(work: DueWork): void {
    this.#works.push(work);
  }

  /** Does what is due, and returns the number of requests sent to shops. */
  async runDue(): Promise<number> {
    for (const work of this.#works) await work.runDue();
    return this.sender.runDue();
  }

  /**
   * Puts the clock forward to an instant by way of everything that falls due before it, in the order of time, each at
   * its own time.
   *
   * @returns the number of requests made on the way.
   */
  async advanceTo(epochMs: number): Promise<number> {
    const { clock } = this.settings;
    const madeBefore = this.sender.requestsMade;
    await this.#settle();
    let before: number | null = null;
    for (let next = await this.nextDueAt(); next !== null && next <= epochMs; next = await this.nextDueAt()) {
      // What is still due after it was run will not be moved by running it again.
      if (next === before && next <= clock.now()) break;
      clock.forwardTo(next);
      await this.#settle();
      before = next;
    }
    clock.forwardTo(epochMs);
    await this.#settle();
    return this.sender.requestsMade - madeBefore;
  }

  /** When the next thing happens, epoch milliseconds; null when nothing is foreseen. */
  async nextDueAt(): Promise<number | null> {
    const times = [await this.archive.nextDueAt()];
    for (const work of this.#works) times.push(await work.nextDueAt());
    const known = times.filter((time) => time !== null);
    return known.length === 0 ? null : Math.min(...known);
  }

  async #settle(): Promise<void> {
    await this.runDue();
    await this.sender.idle();
  }
}
