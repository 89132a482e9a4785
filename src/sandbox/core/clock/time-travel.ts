import { Inject, Injectable } from '@nestjs/common';
import { SandboxError } from '../sandbox.error.js';
import type { SandboxSettings } from '../options/sandbox.settings.js';
import { SANDBOX_SETTINGS } from '../sandbox.tokens.js';
import { Agenda } from './agenda.js';
import { ClockMemory } from './clock-memory.js';
import type { SandboxClockReading } from '../sandbox-clock.js';

const LONGEST_ADVANCE_MS = 10 * 366 * 86_400_000;
// The years that times with ten-digit seconds and four-digit years can express.
const EARLIEST_MS = Date.UTC(2001, 8, 10);
const LATEST_MS = Date.UTC(2200, 0, 1);

/** Moves the sandbox's clock, and does all work that becomes due. */
@Injectable()
export class TimeTravel {
  #line: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly agenda: Agenda,
    private readonly memory: ClockMemory,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** Time and offset of the sandbox's clock. */
  reading(): SandboxClockReading {
    return this.settings.clock.reading();
  }

  /**
   * Moves the clock forward and does all work that becomes due; returns the number of requests that were sent.
   *
   * @throws SandboxError `TIME_INVALID`
   */
  async advance(ms: number): Promise<number> {
    if (!(ms >= 0 && ms <= LONGEST_ADVANCE_MS)) throw invalid('The clock can be advanced by 0 ms to ten years.');
    return this.#serially(async () => {
      const { clock } = this.settings;
      const { now, offsetMs } = clock.reading();
      const sent = await this.agenda.advanceTo(now + Math.round(ms));
      // The work on the way took some real time, which does not count as distance.
      clock.resume(offsetMs + Math.round(ms));
      return sent;
    });
  }

  /**
   * Sets the clock to a time, epoch milliseconds. Forward, all work that becomes due is done; backward it jumps, and
   * nothing is undone.
   *
   * @throws SandboxError `TIME_INVALID`
   */
  async set(epochMs: number): Promise<number> {
    if (!(epochMs >= EARLIEST_MS && epochMs <= LATEST_MS))
      throw invalid('The clock can show 2001-09-10 to 2199-12-31.');
    return this.#serially(() => {
      const { clock } = this.settings;
      if (epochMs < clock.now()) clock.set(epochMs);
      return this.agenda.advanceTo(Math.round(epochMs));
    });
  }

  /** Makes the clock show the time of its source again. */
  async follow(): Promise<void> {
    await this.#serially(async () => {
      this.settings.clock.follow();
      return 0;
    });
  }

  // One after the other: each move starts where the previous one ended.
  #serially(move: () => Promise<number>): Promise<number> {
    const result = this.#line.then(async () => {
      const sent = await move();
      await this.memory.save();
      return sent;
    });
    this.#line = result.catch(() => undefined);
    return result;
  }
}

function invalid(message: string): SandboxError {
  return new SandboxError('TIME_INVALID', message, { advice: 'Give milliseconds, or an instant of this century.' });
}
