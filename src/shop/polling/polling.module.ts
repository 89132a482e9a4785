import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { WorkerRegistry } from '../workers/index.js';
import { PollCron } from './poll-cron.service.js';
import { pollJobsProvider } from './poll-jobs.js';
import { PollParking } from './poll-parking.service.js';
import { PollRequests } from './poll-requests.service.js';
import { PollTurns } from './poll-turns.js';
import { PollWorker } from './poll.worker.js';
import { Poller } from './poller.service.js';
import { TillbridgePolling } from './polling.service.js';
import { Sweep } from './sweep/sweep.service.js';

/** Reads orders that no notification tells of. */
@Module({
  imports: [DiscoveryModule],
  providers: [
    pollJobsProvider,
    PollCron,
    Poller,
    PollParking,
    PollRequests,
    PollTurns,
    PollWorker,
    Sweep,
    TillbridgePolling,
  ],
  exports: [PollRequests, TillbridgePolling],
})
export class PollingModule {
  constructor(registry: WorkerRegistry, poller: Poller, turns: PollTurns, cron: PollCron, requests: PollRequests) {
    const loop = registry.loop('polling', turns);
    requests.whenRequested(() => loop.kick());
    registry.add('polling', {
      start: () => {
        loop.start();
        cron.start();
      },
      stop: (patienceMs) => Promise.all([poller.stop(patienceMs), loop.stop(patienceMs)]),
      drain: () => poller.tick(),
    });
  }
}
