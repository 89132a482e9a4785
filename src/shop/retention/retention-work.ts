import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '../../support/index.js';
import { CLOCK } from '../core/index.js';
import { TillbridgeRetention } from './tillbridge-retention.js';

/** How often a process searches for data that is due, in milliseconds. */
const EVERY_MS = 3_600_000;
/** How long after the start the first run comes, in milliseconds: the start has enough to do. */
const FIRST_AFTER_MS = 60_000;

/** Runs the retention once an hour. Several processes may run it at the same time: none waits for another. */
@Injectable()
export class RetentionWork {
  private dueAt: number;

  constructor(
    private readonly retention: TillbridgeRetention,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.dueAt = clock.now() + FIRST_AFTER_MS;
  }

  /** Erases what is due, once an hour. After a failure it is tried again an hour later. */
  async runIfDue(signal: AbortSignal): Promise<void> {
    const now = this.clock.now();
    if (now < this.dueAt) return;
    this.dueAt = now + EVERY_MS;
    await this.retention.run({ signal });
  }
}
