import type { INestApplication } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';

/** The used part of `SchedulerRegistry`, declared here because the shop need not have `@nestjs/schedule`. */
interface Registry {
  addCronJob(name: string, job: Job): void;
  addInterval(name: string, timer: NodeJS.Timeout): void;
  addTimeout(name: string, timer: NodeJS.Timeout): void;
  getCronJobs(): ReadonlyMap<string, Job>;
}

interface Job {
  stop(): unknown;
}

/** Every registry of the application; several if `ScheduleModule.forRoot()` is imported several times. */
export const registriesOf = (app: INestApplication): readonly Registry[] =>
  app
    .get(DiscoveryService)
    .getProviders()
    .filter(({ name, instance }) => name === 'SchedulerRegistry' && Boolean(instance))
    .map(({ instance }): Registry => instance);

function stillOne(registry: Registry): void {
  const [addCronJob, addInterval, addTimeout] = [registry.addCronJob, registry.addInterval, registry.addTimeout];
  Object.assign(registry, {
    addCronJob: (name: string, job: Job) => {
      // It was started in this turn of the event loop, so it cannot have run.
      void job.stop();
      addCronJob.call(registry, name, job);
    },
    addInterval: (name: string, timer: NodeJS.Timeout) => {
      clearInterval(timer);
      addInterval.call(registry, name, timer);
    },
    addTimeout: (name: string, timer: NodeJS.Timeout) => {
      clearTimeout(timer);
      addTimeout.call(registry, name, timer);
    },
  } satisfies Partial<Registry>);
}

/**
 * Keeps the shop's cron jobs, intervals and time-outs from running in this process. Call it before `app.init()`.
 *
 * @returns a function that stops jobs which the shop started by hand since then
 */
export function stillSchedule(app: INestApplication): () => void {
  const registries = registriesOf(app);
  registries.forEach(stillOne);
  return () => {
    for (const registry of registries) for (const job of registry.getCronJobs().values()) void job.stop();
  };
}
