import type { FactoryProvider } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { PaymentError } from '../../protocol/index.js';
import {
  TerminalGroups,
  type TerminalGroup,
  POLL_JOBS,
  PROCESS_ROLE,
  refusal,
  type ProcessRole,
} from '../core/index.js';
import { jobName, PollCron, schedulerOf } from './poll-cron.js';

/** The parts of `@nestjs/schedule` that the module uses, declared here: a host need not have the package, nor its types. */
interface Schedule {
  Cron(expression: string, options: { name: string; timeZone: string; unrefTimeout: boolean }): MethodDecorator;
}

/** What is needed to make the jobs. */
interface PollJobsParts {
  readonly cron: PollCron;
  readonly discovery: DiscoveryService;
  readonly role?: ProcessRole | undefined;
}

/** Loaded only when a group has a schedule: a shop without one need not have the package. */
const loadSchedule = (): Promise<Schedule> => import('@nestjs/schedule');

/**
 * Makes the jobs of the groups that have `polling.cron`: an object with one method for each of them, marked by `@Cron` of
 * `@nestjs/schedule`. The host's own `ScheduleModule` finds the object, so the jobs stand in the host's `SchedulerRegistry`
 * and stop with the host's jobs. Their times are UTC, in any time zone of the process.
 *
 * @throws PaymentError `SCHEDULER_MISSING`
 */
export async function pollJobs(
  groups: TerminalGroups,
  { cron, discovery, role }: PollJobsParts,
  load: () => Promise<Schedule> = loadSchedule,
): Promise<object> {
  class TillbridgePollJobs {}
  const scheduled = groups.all.filter(({ polling }) => polling.cron !== null);
  // The command line runs no jobs, and must be able to open applications that lack the scheduler.
  if (scheduled.length === 0 || (role === 'cli' && schedulerOf(discovery) === null)) return new TillbridgePollJobs();
  const { Cron } = await load().catch((error: unknown) => {
    throw schedulerMissing(scheduled, 'the package @nestjs/schedule cannot be loaded; install it', error);
  });
  if (schedulerOf(discovery) === null)
    throw schedulerMissing(scheduled, 'ScheduleModule.forRoot() is not imported; import it once, in the root module');
  for (const { name, polling } of scheduled) {
    const key = jobName(name);
    const method = { value: () => cron.fire(name) };
    Object.defineProperty(TillbridgePollJobs.prototype, key, method);
    // A job must not keep an otherwise idle process alive.
    const options = { name: key, timeZone: 'UTC', unrefTimeout: true };
    Cron(polling.cron ?? '', options)(TillbridgePollJobs.prototype, key, method);
  }
  return new TillbridgePollJobs();
}

/** Makes the jobs with the application. */
export const pollJobsProvider: FactoryProvider<object> = {
  provide: POLL_JOBS,
  inject: [TerminalGroups, PollCron, DiscoveryService, { token: PROCESS_ROLE, optional: true }],
  useFactory: (groups: TerminalGroups, cron: PollCron, discovery: DiscoveryService, role?: ProcessRole) =>
    pollJobs(groups, { cron, discovery, role }),
};

const schedulerMissing = (groups: readonly TerminalGroup[], why: string, cause?: unknown): PaymentError =>
  refusal({
    code: 'SCHEDULER_MISSING',
    message: `TillbridgeModule cannot start: polling.cron of terminal group ${groups.map(({ name }) => name).join(', ')} needs a scheduler, and ${why}.`,
    kind: 'configuration',
    cause,
  });
