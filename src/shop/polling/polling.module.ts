import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { WorkerRegistry } from '../workers/index.js';
import { PollCron } from './poll-cron.js';
import { pollJobsProvider } from './poll-jobs.js';
import { PollEscalation } from './poll-escalation.js';
import { PollRequests } from './poll-requests.js';
import { PollScheduler } from './poll-scheduler.js';
import { PromisedPayments } from './promised-payments.js';
import { PollWorker } from './poll.worker.js';
import { Poller } from './poller.js';
import { TillbridgePolling } from './tillbridge-polling.js';
import { Sweep } from './sweep/sweep.js';

/** Reads orders for which no notification has arrived. */
@Module({
  imports: [DiscoveryModule],
  providers: [
    pollJobsProvider,
    PollCron,
    Poller,
    PollEscalation,
    PollRequests,
    PollScheduler,
    PollWorker,
    PromisedPayments,
    Sweep,
    TillbridgePolling,
  ],
  exports: [PollRequests, TillbridgePolling],
})
export class PollingModule {
  constructor(registry: WorkerRegistry, scheduler: PollScheduler) {
    registry.add('polling', scheduler);
  }
}
