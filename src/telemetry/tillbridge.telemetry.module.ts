import { Module, type DynamicModule } from '@nestjs/common';
import { createMetricsController } from './metrics.controller.js';
import { MetricsSource } from './metrics-source.js';
import { checkTelemetryOptions, type TillbridgeTelemetryOptions } from './telemetry.options.js';

const DEFAULT_PATH = 'payments/metrics';

/**
 * Shows the metrics of the process to Prometheus, for a host without an OpenTelemetry SDK of its own. Only clients that
 * the host's guard admits can read it; without a guard it must be declared `public`. Needs the optional packages
 * `@opentelemetry/sdk-metrics` and `@opentelemetry/exporter-prometheus`.
 *
 * @example
 * ```ts
 * import { Module } from '@nestjs/common';
 * import { TillbridgeModule } from 'tillbridge';
 * import { TillbridgeTelemetryModule } from 'tillbridge/telemetry';
 *
 * @Module({
 *   imports: [
 *     TillbridgeModule.forRoot({ terminalGroups }),
 *     TillbridgeTelemetryModule.forRoot({ path: 'metrics', guard: StaffGuard }),
 *   ],
 * })
 * class AppModule {}
 * ```
 */
@Module({})
export class TillbridgeTelemetryModule {
  /**
   * Mounts the route.
   *
   * @throws PaymentError `METRICS_UNGUARDED` without a guard, unless it is `public`; `OPTIONS_INVALID`, also at the
   *   start of the application if the process has a `MeterProvider` already and its exporter was not given
   */
  static forRoot(options: TillbridgeTelemetryOptions): DynamicModule {
    checkTelemetryOptions(options ?? {});
    const { path = DEFAULT_PATH, guard = [], imports = [], decorators = [], exporter } = options;
    const guards = [guard].flat();
    return {
      module: TillbridgeTelemetryModule,
      imports,
      controllers: [createMetricsController({ path, guards, decorators })],
      providers: [{ provide: MetricsSource, useFactory: () => MetricsSource.open(exporter) }],
    };
  }
}
