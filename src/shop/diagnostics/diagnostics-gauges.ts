import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { metrics, type BatchObservableCallback, type Meter, type ObservableGauge } from '@opentelemetry/api';
import { messages, ThrottledLogger } from '../core/index.js';
import { errorType, SCOPE } from '../telemetry/index.js';
import { GAUGES } from './gauge-table.js';
import { DiagnosticsService } from './diagnostics.service.js';

/** Shows the figures as gauges. They are read only when metrics are collected. */
@Injectable()
export class DiagnosticsGauges implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new ThrottledLogger(new Logger('Tillbridge:Telemetry'));
  private meter: Meter | null = null;
  private gauges: ObservableGauge[] = [];

  constructor(private readonly diagnostics: DiagnosticsService) {}

  /** Metric collectors have been set up by now, before Nest or by a provider. */
  onApplicationBootstrap(): void {
    this.meter = metrics.getMeterProvider().getMeter(SCOPE);
    this.gauges = GAUGES.map(({ name, unit, description }) =>
      this.meter!.createObservableGauge(name, { unit, description }),
    );
    this.meter.addBatchObservableCallback(this.observe, this.gauges);
  }

  /** The database will be closed soon. */
  beforeApplicationShutdown(): void {
    this.meter?.removeBatchObservableCallback(this.observe, this.gauges);
  }

  private readonly observe: BatchObservableCallback = async (result) => {
    try {
      const figures = await this.diagnostics.readIfWritable();
      for (const [index, { read }] of GAUGES.entries()) {
        for (const { value, attributes } of read(figures))
          if (value !== null) result.observe(this.gauges[index]!, value, attributes);
      }
    } catch (error) {
      // A gap in the curves shows the failure, and counters are collected all the same.
      this.logger.warn(messages.diagnosticsUnread(errorType(error)));
    }
  };
}
