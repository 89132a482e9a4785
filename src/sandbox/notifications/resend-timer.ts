import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { SANDBOX_SETTINGS, type SandboxSettings } from '../core/index.js';
import { NotificationArchive } from './notification-archive.js';

// Checks at least this often, so that after a sleep of the machine, or with short intervals, a resend is only seconds late.
const LONGEST_WAIT_MS = 5_000;
const SHORTEST_WAIT_MS = 100;

/** Wakes a standalone sandbox when a resend is due. Tests do not start it, because they move the time themselves. */
@Injectable()
export class ResendTimer implements OnModuleDestroy {
  readonly #logger = new Logger('TillbridgeSandbox');
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(
    private readonly archive: NotificationArchive,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /**
   * Starts waking: now, and whenever work is due.
   *
   * @param work what to do then.
   */
  start(work: () => Promise<unknown>): void {
    void this.#tick(work);
  }

  /** Called by Nest when the host closes. */
  onModuleDestroy(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  async #tick(work: () => Promise<unknown>): Promise<void> {
    let waitMs = LONGEST_WAIT_MS;
    try {
      await work();
      waitMs = ((await this.archive.nextDueAt()) ?? Infinity) - this.settings.clock.now();
    } catch (error) {
      if (!this.#stopped) this.#logger.error(error instanceof Error ? error.message : 'Resending failed');
    }
    if (this.#stopped) return;
    const longest = Math.min(LONGEST_WAIT_MS, this.settings.deliveryPlan.intervalMs);
    const bounded = Math.max(Math.min(waitMs, longest), SHORTEST_WAIT_MS);
    this.#timer = setTimeout(() => void this.#tick(work), bounded);
    // The timer alone must not keep the process alive.
    this.#timer.unref();
  }
}
