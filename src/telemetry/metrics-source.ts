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

/** The source of the metrics: the host's exporter, or one that is created here and shut down with the application. */
export class MetricsSource implements OnApplicationShutdown {
  private constructor(
    readonly exporter: PrometheusExporter,
    private readonly own: MeterProvider | null,
  ) {}

  /** @throws PaymentError `OPTIONS_INVALID` if there is already a provider and its exporter was not given */
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

  /** Shuts down what was created here. */
  async onApplicationShutdown(): Promise<void> {
    if (this.own === null) return;
    metrics.disable();
    await this.own.shutdown();
  }
}
