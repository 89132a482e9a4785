import { Module } from '@nestjs/common';
import { DIAGNOSTICS } from '../core/index.js';
import { WorkerRegistry } from '../workers/index.js';
import { GroupSeeker } from './group-seeker.js';
import { KeyProbe } from './key-probe/key-probe.js';
import { ProcessRegistry } from './process-registry.js';
import { DiagnosticsGauges } from './diagnostics-gauges.js';
import { DiagnosticsService } from './diagnostics.service.js';

/** The state of the module: figures for dashboards and health checks, processes, keys. */
@Module({
  providers: [
    { provide: DIAGNOSTICS, useExisting: DiagnosticsService },
    KeyProbe,
    ProcessRegistry,
    DiagnosticsGauges,
    GroupSeeker,
    DiagnosticsService,
  ],
  exports: [DIAGNOSTICS, KeyProbe, ProcessRegistry, DiagnosticsService],
})
export class DiagnosticsModule {
  constructor(registry: WorkerRegistry, seeker: GroupSeeker) {
    const loop = registry.periodic('groups', () => seeker.tick());
    registry.add('groups', {
      start: () => loop.start(),
      wake: () => loop.wake(),
      stop: (patienceMs) => loop.stop(patienceMs),
      drain: () => seeker.seek(),
    });
  }
}
