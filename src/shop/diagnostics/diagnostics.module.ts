import { Module } from '@nestjs/common';
import { DIAGNOSTICS } from '../core/index.js';
import { KeyProbe } from './key-probe/key-probe.js';
import { ProcessRegistry } from './process-registry.js';
import { DiagnosticsGauges } from './diagnostics-gauges.js';
import { DiagnosticsService } from './diagnostics.service.js';

/** How things stand: figures for dashboards and health checks, processes, keys. */
@Module({
  providers: [
    { provide: DIAGNOSTICS, useExisting: DiagnosticsService },
    KeyProbe,
    ProcessRegistry,
    DiagnosticsGauges,
    DiagnosticsService,
  ],
  exports: [DIAGNOSTICS, KeyProbe, ProcessRegistry, DiagnosticsService],
})
export class DiagnosticsModule {}
