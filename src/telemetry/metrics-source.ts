import type { OnApplicationShutdown } from '@nestjs/common';
import { metrics } from '@opentelemetry/api';
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import type { PaymentError } from '../protocol/index.js';
import { refusal } from '../shop/core/index.js';

const taken = (): PaymentError =>
  refusal({
    code: 'OPTIONS_INVALID',
    message:
      'TillbridgeTelemetryModule cannot start: this process has a MeterProvider already, and there can be only one.',
    kind: 'configuration',
    advice:
      'Its exporters have the metrics of the module: leave TillbridgeTelemetryModule out, or give it the PrometheusExporter of that provider as exporter.',
  });

/** What collects the metrics: the host's, or one that is set up here and taken down with the application. */
export class MetricsSource implements OnApplicationShutdown {
  private constructor(
    readonly exporter: PrometheusExporter,
    private readonly own: MeterProvider | null,
  ) {}

  /** @throws PaymentError `OPTIONS_INVALID` when there is a provider already and its exporter was not given */
  static open(given?: PrometheusExporter): MetricsSource {
    if (given) return new MetricsSource(given, null);
    const exporter = new PrometheusExporter({
      preventServerStart: true,
      withoutScopeInfo: true,
      withoutTargetInfo: true,
    });
    const provider = new MeterProvider({ readers: [exporter] });
    if (!metrics.setGlobalMeterProvider(provider)) throw taken();
    return new MetricsSource(exporter, provider);
  }

  /** Takes down what was set up here. */
  async onApplicationShutdown(): Promise<void> {
    if (this.own === null) return;
    metrics.disable();
    await this.own.shutdown();
  }
}
