import { Inject, Injectable } from '@nestjs/common';
import type { SandboxSettings } from '../options/sandbox.settings.js';
import { SANDBOX_SETTINGS } from '../sandbox.tokens.js';

/** Something that happens when its time has come. */
export interface DueWork {
  /** When it next has something to do, epoch milliseconds; null when nothing is foreseen. */
  nextDueAt(): Promise<number | null>;

  /** Does what is due by now. */
  runDue(): Promise<unknown>;
}

/** What sends the notifications that are due. */
export interface DueSender extends DueWork {
  /** Sends what is due, and returns the number of requests made. */
  runDue(): Promise<number>;

  /** Resolves when nothing is being sent any more. */
  idle(): Promise<void>;

  /** How many requests have been made since the start. */
  readonly requestsMade: number;
}

/**
 * Everything in the sandbox that the time brings about. The features register their work with it when their modules are
 * made, so the clock knows none of them.
 */
@Injectable()
export class Agenda {
  readonly #works: DueWork[] = [];
  #sender: DueSender | null = null;

  constructor(@Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings) {}

  /** Adds work; it is done before notifications are sent, so that those it causes leave in the same run. */
  register(...works: readonly DueWork[]): void {
    this.#works.push(...works);
  }

  /** Names what sends the notifications; it runs after all other work. */
  registerSender(sender: DueSender): void {
    this.#sender = sender;
  }

  /** Does what is due, and returns the number of requests sent to shops. */
  async runDue(): Promise<number> {
    for (const work of this.#works) await work.runDue();
    return (await this.#sender?.runDue()) ?? 0;
  }

  /**
   * Puts the clock forward to an instant by way of everything that falls due before it, in the order of time, each at
   * its own time.
   *
   * @returns the number of requests made on the way.
   */
  async advanceTo(epochMs: number): Promise<number> {
    const { clock } = this.settings;
    const madeBefore = this.#requestsMade;
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
    return this.#requestsMade - madeBefore;
  }

  /** When the next thing happens, epoch milliseconds; null when nothing is foreseen. */
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
