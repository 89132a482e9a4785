import { Inject, Injectable } from '@nestjs/common';
import type { SandboxSettings } from '../options/sandbox.settings.js';
import { SANDBOX_SETTINGS } from '../sandbox.tokens.js';

/** Work that is done at its time. */
export interface DueWork {
  /** When it next has work, epoch milliseconds; null if none is known. */
  nextDueAt(): Promise<number | null>;

  /** Does all work that is due. */
  runDue(): Promise<unknown>;
}

/** The sender of due notifications. */
export interface DueSender extends DueWork {
  /** Sends what is due, and returns the number of requests. */
  runDue(): Promise<number>;

  /** Resolves once nothing is being sent. */
  idle(): Promise<void>;

  /** The number of requests since the start. */
  readonly requestsMade: number;
}

/**
 * All work of the sandbox that depends on time. The features register their work when their modules are created, so the
 * clock does not depend on them.
 */
@Injectable()
export class Agenda {
  readonly #works: DueWork[] = [];
  #sender: DueSender | null = null;

  constructor(@Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings) {}

  /** Adds work; it runs before notifications are sent, so that its own notifications are sent in the same run. */
  register(...works: readonly DueWork[]): void {
    this.#works.push(...works);
  }

  /** Sets the sender of notifications; it runs after all other work. */
  registerSender(sender: DueSender): void {
    this.#sender = sender;
  }

  /** Does all due work, and returns the number of requests to shops. */
  async runDue(): Promise<number> {
    for (const work of this.#works) await work.runDue();
    return (await this.#sender?.runDue()) ?? 0;
  }

  /**
   * Moves the clock forward to a time, and does all work that becomes due before it, in the order of time, each at its
   * own time.
   *
   * @returns the number of requests on the way.
   */
  async advanceTo(epochMs: number): Promise<number> {
    const { clock } = this.settings;
    const madeBefore = this.#requestsMade;
    await this.#settle();
    let before: number | null = null;
    for (let next = await this.nextDueAt(); next !== null && next <= epochMs; next = await this.nextDueAt()) {
      // Work that is still due after it was run would not change in another run.
      if (next === before && next <= clock.now()) break;
      clock.forwardTo(next);
      await this.#settle();
      before = next;
    }
    clock.forwardTo(epochMs);
    await this.#settle();
    return this.#requestsMade - madeBefore;
  }

  /** The time of the next work, epoch milliseconds; null if none is known. */
  async nextDueAt(): Promise<number | null> {
    const times = [(await this.#sender?.nextDueAt()) ?? null];
    for (const work of this.#works) times.push(await work.nextDueAt());
    const known = times.filter((time) => time !== null);
    return known.length === 0 ? null : Math.min(...known);
  }

  async #settle(): Promise<void> {
    await this.runDue();
    await this.#sender?.idle();
  }

  get #requestsMade(): number {
    return this.#sender?.requestsMade ?? 0;
  }
}
