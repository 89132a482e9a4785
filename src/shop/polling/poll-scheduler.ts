import { Inject, Injectable } from '@nestjs/common';
import { Between, type DataSource } from 'typeorm';
import { masterManager } from '../../database/engine/index.js';
import type { Clock } from '../../support/index.js';
import { TerminalGroups, type TerminalGroup, CLOCK, DATA_SOURCE } from '../core/index.js';
import { type RowHandler, WORK_LEASE_MS } from '../workers/index.js';
import { PollEntity } from '../poll-schedule/index.js';
import { PollRequests } from './poll-requests.js';
import { Poller } from './poller.js';

/** A transaction that wrote a time down is committed this long after it at the latest, in milliseconds. */
const COMMITTED_WITHIN_MS = 60_000;

/**
 * The module's own wake-up calls as work for a loop: a group's turn is due when one of its looks is, at most one at a time
 * in a process. A group with `polling.cron` has its turns from there, but for looks and reads that somebody has asked for.
 */
@Injectable()
export class PollScheduler implements RowHandler<TerminalGroup> {
  readonly leaseMs = WORK_LEASE_MS;
  private readonly underWay = new Set<string>();
  /** By group with a schedule, until when no read that was asked for had fallen due, epoch milliseconds. */
  private readonly seenUntil = new Map<string, number>();

  constructor(
    private readonly poller: Poller,
    private readonly requests: PollRequests,
    private readonly groups: TerminalGroups,
    @Inject(DATA_SOURCE) private readonly dataSource: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The groups in which something is due. */
  async claim(): Promise<TerminalGroup[]> {
    const found: TerminalGroup[] = [];
    for (const group of this.groups.all) {
      const isIdle = !this.underWay.has(group.name) && !this.poller.isHeld(group);
      if (isIdle && (await this.isWanted(group))) found.push(group);
    }
    for (const { name } of found) this.underWay.add(name);
    return found;
  }

  /** Works off what is due in a group. */
  async perform({ name }: TerminalGroup): Promise<void> {
    try {
      await this.poller.tick(name);
    } finally {
      this.underWay.delete(name);
    }
  }

  /** Holds no lease: the looks have theirs. */
  renew(): Promise<void> {
    return Promise.resolve();
  }

  /** Never: it is the module's own work. */
  mayHaveCrashed(): boolean {
    return false;
  }

  /** Lets go of turns that were not begun. */
  release(groups: readonly TerminalGroup[]): Promise<void> {
    for (const { name } of groups) this.underWay.delete(name);
    return Promise.resolve();
  }

  private async isWanted(group: TerminalGroup): Promise<boolean> {
    if (group.polling.cron === null || this.requests.takeRequest(group.name)) return this.isDue(group);
    return this.isReadDue(group);
  }

  /**
   * Whether a read has fallen due that somebody asked for, here or in another process: a contradiction, or a paid order
   * that does not look it, must not wait for a job that comes once an hour. Only what fell due since the last time is
   * looked at, and a little of what was before: it may have been committed late.
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
