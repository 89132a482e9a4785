import { Inject, Injectable } from '@nestjs/common';
import type { Transactions } from '../../database/engine/index.js';
import { waitAtMost, type Clock } from '../../support/index.js';
import {
  TerminalGroups,
  type TerminalGroup,
  CLOCK,
  TRANSACTIONS,
  messages,
  WORKER_FAILURES,
  type ThrottledLogger,
} from '../core/index.js';
import { type BackgroundWork, type PeriodicWorker, WorkerRegistry } from '../workers/index.js';
import { WAKE_MS } from '../poll-schedule/index.js';
import { DueGroups } from './due-groups.js';
import { PollCron } from './poll-cron.js';
import { PollRequests } from './poll-requests.js';
import { Poller } from './poller.js';
import { PromisedPayments } from './promised-payments.js';

/**
 * Starts the polls of each terminal group when one of them is due. A group with `polling.cron` is polled at its times (groups
 * of the options by their job), except for polls and reads that were requested.
 */
@Injectable()
export class PollScheduler implements BackgroundWork {
  private readonly worker: PeriodicWorker;
  private readonly logger: ThrottledLogger;
  private readonly due: DueGroups;
  /** By group; a slow group does not delay the others. */
  private readonly underWay = new Map<string, Promise<void>>();
  /** Groups for which a poll was requested while their polls were in progress. */
  private readonly again = new Set<string>();

  constructor(
    registry: WorkerRegistry,
    private readonly groups: TerminalGroups,
    private readonly poller: Poller,
    private readonly cron: PollCron,
    private readonly requests: PollRequests,
    private readonly promises: PromisedPayments,
    @Inject(TRANSACTIONS) transactions: Transactions,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.due = new DueGroups(transactions);
    this.logger = registry.loggerOf('polling');
    this.worker = registry.periodic(
      'polling',
      () => this.beginDue(),
      () => WAKE_MS,
    );
  }

  /** Handles a request for a poll: polls in progress may not have seen it. */
  wake(): void {
    for (const name of this.underWay.keys()) this.again.add(name);
    this.worker.wake();
  }

  /** Starts polling, and enables the jobs of groups with a schedule. */
  start(): void {
    this.worker.start();
    this.cron.start();
  }

  /** Begins no more polls and waits for those in progress. */
  stop(patienceMs: number): Promise<unknown> {
    const ended = waitAtMost(Promise.all(this.underWay.values()), { ms: patienceMs, late: () => undefined });
    return Promise.all([this.poller.stop(patienceMs), this.worker.stop(patienceMs), ended]);
  }

  /** Polls everything that is due. */
  async drain(): Promise<unknown> {
    await this.promises.requestIfDue();
    return this.poller.tick();
  }

  /** Polls what is due in a group, unless the group waits for its schedule or its polls are held back. */
  async pollIfWanted(group: TerminalGroup): Promise<void> {
    for (const { name } of await this.wanted([group])) await this.poller.tick(name);
  }

  private async beginDue(): Promise<void> {
    await this.promises.requestIfDue();
    const idle = this.groups.all.filter(({ name }) => !this.underWay.has(name));
    for (const { name } of await this.wanted(idle)) this.begin(name);
  }

  private begin(name: string): void {
    const tick = this.poller.tick(name).then(
      () => undefined,
      ({ message }: Error) => this.logger.error(messages.workerFailed(WORKER_FAILURES.run, message), message),
    );
    const ended = tick.finally(() => {
      this.underWay.delete(name);
      if (this.again.delete(name)) this.worker.wake();
    });
    this.underWay.set(name, ended);
  }

  /** Which of these groups should be polled now. */
  private async wanted(given: readonly TerminalGroup[]): Promise<TerminalGroup[]> {
    const groups = given.filter((group) => !this.poller.isHeld(group));
    const now = this.clock.now();
    const hasCome = (group: TerminalGroup): boolean =>
      group.polling.cron === null || this.requests.takeRequest(group.name) || this.cron.hasCome(group, now);
    const open = groups.filter(hasCome);
    const [due, reads] = [
      await this.due.ofAll(open, now),
      await this.due.ofReads(
        groups.filter((group) => !open.includes(group)),
        now,
      ),
    ];
    return groups.filter(({ name }) => due.has(name) || reads.has(name));
  }
}
