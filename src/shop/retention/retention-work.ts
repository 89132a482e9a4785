import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '../../support/index.js';
import { CLOCK } from '../core/index.js';
import type { RowHandler } from '../workers/index.js';
import { TillbridgeRetention, type RetentionPass } from './tillbridge-retention.js';

/** How often a process looks for personal data whose time is up, in milliseconds. */
const EVERY_MS = 3_600_000;
/** The first look comes this long after the start, which has enough to do, in milliseconds. */
const FIRST_AFTER_MS = 60_000;
/** Batches of one turn: a shutdown waits for a turn, and the other work of the process is let in between. */
const BATCHES_A_TURN = 10;

/** The retention as work for a loop: a turn is due once an hour, and again at once while something is left. */
@Injectable()
export class RetentionWork implements RowHandler<RetentionPass> {
  readonly leaseMs = EVERY_MS;
  private dueAt: number;
  private pass: RetentionPass | null = null;

  constructor(
    private readonly retention: TillbridgeRetention,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.dueAt = clock.now() + FIRST_AFTER_MS;
  }

  /** The pass that is due, if one is. Nobody else needs to know: two passes at a time do no harm. */
  async claim(): Promise<RetentionPass[]> {
    const now = this.clock.now();
    if (now < this.dueAt) return [];
    this.dueAt = now + EVERY_MS;
    this.pass ??= this.retention.begin();
    return this.pass ? [this.pass] : [];
  }

  /** Works on a few batches. What fails is tried again an hour later. */
  async perform(pass: RetentionPass): Promise<void> {
    this.pass = null;
    for (let batch = 0; batch < BATCHES_A_TURN; batch += 1) {
      if (!(await pass.next())) return;
    }
    this.pass = pass;
    this.dueAt = this.clock.now();
  }

  /** Holds no lease. */
  renew(): Promise<void> {
    return Promise.resolve();
  }

  /** Never: it is the module's own work. */
  mayHaveCrashed(): boolean {
    return false;
  }

  /** Nothing was taken. */
  release(): Promise<void> {
    return Promise.resolve();
  }
}
