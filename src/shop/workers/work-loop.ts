import type { Logger } from '@nestjs/common';

/** What a {@link WorkLoop} does: one round of work; answers whether there may be more right away. */
export type WorkRound = () => Promise<boolean>;

/**
 * Repeats a round of work while there is some, woken by {@link kick} and, as a safety net, by a timer.
 * Rounds never overlap; a round that fails is logged and tried again at the next wake-up.
 */
export class WorkLoop {
  private running: Promise<void> | null = null;
  private isWanted = false;
  private isStopped = true;
  private timer: NodeJS.Timeout | null = null;

  /**
   * @param round - must be safe to repeat at any time
   * @param logger - where a failed round is told
   * @param intervalMs - how often to look without having been woken
   */
  constructor(
    private readonly round: WorkRound,
    private readonly logger: Logger,
    private readonly intervalMs = 1_000,
  ) {}

  /** Starts looking for work; a second call changes nothing. */
  start(): void {
    if (!this.isStopped) return;
    this.isStopped = false;
    this.timer = setInterval(() => this.kick(), this.intervalMs);
    this.timer.unref();
    this.kick();
  }

  /** Takes no more work and waits for the round under way. */
  async stop(): Promise<void> {
    this.isStopped = true;
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
    await this.running;
  }

  /** Says that there is work; does nothing while the loop is stopped. */
  kick(): void {
    if (this.isStopped) return;
    this.isWanted = true;
    this.running ??= this.runWhileWanted().finally(() => {
      this.running = null;
    });
  }

  private async runWhileWanted(): Promise<void> {
    while (this.isWanted && !this.isStopped) {
      this.isWanted = false;
      try {
        if (await this.round()) this.isWanted = true;
      } catch (error) {
        this.logger.error(`A round of work failed and will be tried again: ${(error as Error).message}`);
      }
    }
  }
}
