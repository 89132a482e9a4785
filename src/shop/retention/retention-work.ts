import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '../../support/index.js';
import { CLOCK } from '../core/index.js';
import { TillbridgeRetention } from './tillbridge-retention.js';

/** How often a process looks for data whose time is up, in milliseconds. */
const EVERY_MS = 3_600_000;
/** The first run comes this long after the start, which has enough to do, in milliseconds. */
const FIRST_AFTER_MS = 60_000;

/** Runs the retention once an hour. Several processes may do so at a time: none waits for another. */
@Injectable()
export class RetentionWork {
  private dueAt: number;

  constructor(
    private readonly retention: TillbridgeRetention,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.dueAt = clock.now() + FIRST_AFTER_MS;
  }

  /** Erases what is due, once an hour; what fails is tried again an hour later. */
  async runIfDue(signal: AbortSignal): Promise<void> {
    const now = this.clock.now();
    if (now < this.dueAt) return;
    this.dueAt = now + EVERY_MS;
    await this.retention.run({ signal });
  }
}
