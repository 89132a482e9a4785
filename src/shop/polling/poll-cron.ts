import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { maskPersonal, nextCronTime } from '../../support/index.js';
import { ErrorRedactor, type TerminalGroup, TerminalGroups, ThrottledLogger, runbook } from '../core/index.js';
import { PollScheduleRepository, WAKE_MS, type WakeTimes } from '../poll-schedule/index.js';
import { Poller } from './poller.js';

/** The name of a group's job in the host's `SchedulerRegistry`. */
export const jobName = (group: string): string => `tillbridge:poll:${group}`;

/** A time in the form of the scheduler's library. */
interface CronDate {
  plus(milliseconds: number): CronDate;
  toMillis(): number;
}

/**
 * The parts of `SchedulerRegistry` that the module uses, declared here: the types of the package must name no other package
 * that a host need not have.
 */
interface Registry {
  getCronJobs(): ReadonlyMap<string, CronJobTimes>;
}

interface CronJobTimes {
  readonly cronTime: { getNextDateFrom(start: CronDate, zone: string): CronDate };
  nextDate(): CronDate;
}

/**
 * The registry of the host's `ScheduleModule`; `null` when the host has none. Found by its name: a second copy of the package
 * would have another class.
 */
export const schedulerOf = (discovery: DiscoveryService): { readonly instance: Registry } | null =>
  discovery.getProviders().find(({ name }) => name === 'SchedulerRegistry') ?? null;

/**
 * The work of a terminal group's job: it wakes the poller. Any number of processes may do so, at the same second or minutes
 * apart; leases in the database decide which process reads which order (scenario P1).
 */
@Injectable()
export class PollCron implements OnModuleInit, OnModuleDestroy, WakeTimes {
  private readonly logger = new ThrottledLogger(new Logger('Tillbridge:Polling'));
  private readonly underWay = new Set<string>();
  /** For each group that was found at run time: the next time of its schedule. */
  private readonly planned = new Map<string, { readonly cron: string; readonly next: number }>();
  private isAwake = false;

  constructor(
    private readonly poller: Poller,
    private readonly schedule: PollScheduleRepository,
    private readonly groups: TerminalGroups,
    private readonly discovery: DiscoveryService,
    private readonly texts: ErrorRedactor,
  ) {}

  onModuleInit(): void {
    this.schedule.useWakes(this);
  }

  /** Enables the jobs: background work runs in this process. */
  start(): void {
    this.isAwake = true;
  }

  /** Runs first when the application stops: from then on no job begins anything (scenario P2). */
  onModuleDestroy(): void {
    this.isAwake = false;
  }

  /**
   * The next time of the group's job. Without a schedule: the next check of a process. Where the host has removed the job:
   * never.
   */
  nextAfter(group: string, at: number): number {
    const { name, polling } = this.groups.get(group);
    if (polling.cron === null) return at + WAKE_MS;
    if (!this.groups.isConfigured(name)) return nextCronTime(polling.cron, at - 1);
    const job = schedulerOf(this.discovery)?.instance.getCronJobs().get(jobName(group));
    if (!job) return Infinity;
    const some = job.nextDate();
    // The library gives times after a given one. `at` itself counts as well, so the search starts a millisecond before it.
    return job.cronTime.getNextDateFrom(some.plus(at - 1 - some.toMillis()), 'UTC').toMillis();
  }

  /**
   * Whether a scheduled time of a group that was found at run time has come since the last call. The host's scheduler makes
   * its jobs at the start of the application, so it has none for such a group.
   *
   * @param now - epoch milliseconds
   */
  hasCome({ name, polling }: TerminalGroup, now: number): boolean {
    if (polling.cron === null || this.groups.isConfigured(name)) return false;
    const next = nextCronTime(polling.cron, now);
    const planned = this.planned.get(name);
    // False when the plan is for another schedule, or was made before the clock was put back.
    const isPlanned = planned !== undefined && planned.cron === polling.cron && planned.next <= next;
    if (!isPlanned || planned.next <= now) this.planned.set(name, { cron: polling.cron, next });
    return isPlanned && planned.next <= now;
  }

  /** Runs one tick, unless the one before is still in progress in this process. Never throws (scenario P2). */
  async fire(group: string): Promise<void> {
    if (!this.isAwake || this.underWay.has(group)) return;
    this.underWay.add(group);
    try {
      await this.poller.tick(group);
    } catch (error) {
      this.logger.error(
        `Orders of terminal group ${group} could not be polled; the next run tries again: ${maskPersonal(this.texts.of(error))} (see ${runbook('polling-late')})`,
      );
    } finally {
      this.underWay.delete(group);
    }
  }
}
