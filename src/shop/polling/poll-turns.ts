import { Inject, Injectable } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { Clock } from '../../support/index.js';
import { TerminalGroups, type TerminalGroup } from '../terminal-groups/index.js';
import { CLOCK, DATA_SOURCE } from '../tillbridge.tokens.js';
import type { Work } from '../workers/index.js';
import { WORK_LEASE_MS } from '../workers/index.js';
import { PollEntity } from './poll.entity.js';
import { PollRequests } from './poll-requests.service.js';
import { Poller } from './poller.service.js';

/**
 * The module's own wake-up calls as work for a loop: a group's turn is due when one of its looks is, at most one at a time
 * in a process. A group with `polling.cron` has its turns from there, but for looks that somebody has asked for.
 */
@Injectable()
export class PollTurns implements Work<TerminalGroup> {
  readonly leaseMs = WORK_LEASE_MS;
  private readonly underWay = new Set<string>();

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
      if (isIdle && this.mayWake(group) && (await this.isDue(group))) found.push(group);
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
  isSuspect(): boolean {
    return false;
  }

  /** Lets go of turns that were not begun. */
  giveBack(groups: readonly TerminalGroup[]): Promise<void> {
    for (const { name } of groups) this.underWay.delete(name);
    return Promise.resolve();
  }

  private mayWake({ name, polling }: TerminalGroup): boolean {
    return polling.cron === null || this.requests.takeRequest(name);
  }

  private async isDue({ name }: TerminalGroup): Promise<boolean> {
    const [first] = await this.dataSource.manager.find(PollEntity, {
      select: { dueAt: true },
      where: { group: name, state: 'pending' },
      order: { dueAt: 'ASC' },
      take: 1,
    });
    return first !== undefined && first.dueAt <= this.clock.now();
  }
}
