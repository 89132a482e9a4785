import { Inject, Injectable } from '@nestjs/common';
import { Between, type DataSource } from 'typeorm';
import { masterManager } from '../../database/engine/index.js';
import type { Clock } from '../../support/index.js';
import { TerminalGroups, type TerminalGroup, CLOCK, DATA_SOURCE } from '../core/index.js';
import { type BackgroundWork, type PeriodicWorker, WorkerRegistry } from '../workers/index.js';
import { PollEntity } from '../poll-schedule/index.js';
import { PollCron } from './poll-cron.js';
import { PollRequests } from './poll-requests.js';
import { Poller } from './poller.js';

/** A transaction that wrote a time down is committed this long after it at the latest, in milliseconds. */
const COMMITTED_WITHIN_MS = 60_000;

/**
 * Starts the polls of each terminal group when one of them is due. A group with `polling.cron` is polled by its job, but
 * for polls and reads that somebody has asked for.
 */
@Injectable()
export class PollScheduler implements BackgroundWork {
  private readonly workers: readonly PeriodicWorker[];
  /** By group with a schedule, until when no read that was asked for had fallen due, epoch milliseconds. */
  private readonly seenUntil = new Map<string, number>();

  constructor(
    registry: WorkerRegistry,
    groups: TerminalGroups,
    private readonly poller: Poller,
    private readonly cron: PollCron,
    private readonly requests: PollRequests,
    @Inject(DATA_SOURCE) private readonly dataSource: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.workers = groups.all.map((group) => registry.periodic('polling', () => this.pollIfWanted(group)));
    requests.whenRequested(() => this.workers.forEach((worker) => worker.wake()));
  }

  /** Starts polling, and lets the jobs of groups with a schedule do so. */
  start(): void {
    for (const worker of this.workers) worker.start();
    this.cron.start();
  }

  /** Begins no more polls and waits for those under way. */
  stop(patienceMs: number): Promise<unknown> {
    return Promise.all([this.poller.stop(patienceMs), ...this.workers.map((worker) => worker.stop(patienceMs))]);
  }

  /** Polls everything that is due. */
  drain(): Promise<unknown> {
    return this.poller.tick();
  }

  /** Polls what is due in a group, unless it waits for its job, or polls are held back. */
  async pollIfWanted(group: TerminalGroup): Promise<void> {
    if (!this.poller.isHeld(group) && (await this.isWanted(group))) await this.poller.tick(group.name);
  }

  private async isWanted(group: TerminalGroup): Promise<boolean> {
    if (group.polling.cron === null || this.requests.takeRequest(group.name)) return this.isDue(group);
    return this.isReadDue(group);
  }

  /**
   * Whether a read has fallen due that somebody asked for, here or in another process: a contradiction, or a paid order
   * that does not look it, must not wait for a job that comes once an hour. Only what fell due since the last time is
   * polled, and a little of what was before: it may have been committed late.
   */
  private async isReadDue({ name }: TerminalGroup): Promise<boolean> {
    const now = this.clock.now();
    const from = (this.seenUntil.get(name) ?? 0) - COMMITTED_WITHIN_MS;
    const isThere = await masterManager(this.dataSource)
      .createQueryBuilder(PollEntity, 'p')
      .where({ group: name, state: 'pending', dueAt: Between(from, now) })
      .andWhere('p.askedAt > p.polledAt')
      .getExists();
    if (!isThere) this.seenUntil.set(name, now);
    return isThere;
  }

  private async isDue({ name }: TerminalGroup): Promise<boolean> {
    const [first] = await masterManager(this.dataSource).find(PollEntity, {
      select: { dueAt: true },
      where: { group: name, state: 'pending' },
      order: { dueAt: 'ASC' },
      take: 1,
    });
    return first !== undefined && first.dueAt <= this.clock.now();
  }
}
