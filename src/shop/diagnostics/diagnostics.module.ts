import { Module } from '@nestjs/common';
import { VITALS } from '../core/index.js';
import { KeyProbe } from './key-probe/key-probe.service.js';
import { ProcessRegistry } from './process-registry.service.js';
import { VitalGauges } from './vital-gauges.service.js';
import { Vitals } from './vitals.js';

/** How things stand: figures for dashboards and health checks, processes, keys. */
@Module({
  providers: [{ provide: VITALS, useExisting: Vitals }, KeyProbe, ProcessRegistry, VitalGauges, Vitals],
  exports: [VITALS, KeyProbe, ProcessRegistry, Vitals],
})
export class DiagnosticsModule {}
