import type { CanActivate, DynamicModule, Type } from '@nestjs/common';
import type { PrometheusExporter } from '@opentelemetry/exporter-prometheus';

/** Options of {@link TillbridgeTelemetryModule}. */
export interface TillbridgeTelemetryOptions {
  /** Where the metrics are, below the host's global prefix. Default `payments/metrics`. */
  readonly path?: string;
  /**
   * Guards of the host that say who may read the metrics, by a bearer token say. Without one everybody may who can reach
   * the route: they hold names of terminal groups and handlers, and numbers, and nothing of an order or a person.
   */
  readonly guard?: Type<CanActivate> | readonly Type<CanActivate>[];
  /** Modules that the guards get their own dependencies from. */
  readonly imports?: NonNullable<DynamicModule['imports']>;
  /** Decorators of the host that let a route through its global guards, such as `Public()`. */
  readonly decorators?: readonly ClassDecorator[];
  /**
   * The exporter of the host's own `MeterProvider`, made with `preventServerStart: true`; then the route shows whatever it
   * collects. Without it, the module sets up the one `MeterProvider` of the process.
   */
  readonly exporter?: PrometheusExporter;
}
