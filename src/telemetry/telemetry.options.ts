import type { CanActivate, DynamicModule, Type } from '@nestjs/common';
import type { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import type { PaymentError } from '../protocol/index.js';
import { faultList, refusal } from '../shop/core/index.js';
import { AsIs } from '../support/fields/field.decorators.js';
import { namesOf } from '../support/fields/fields.js';
import { unknownNames } from '../support/index.js';

/**
 * Options of {@link TillbridgeTelemetryModule}.
 *
 * @example
 * const options: TillbridgeTelemetryOptions = { path: 'internal/metrics', public: true };
 */
export class TillbridgeTelemetryOptions {
  /** The route of the metrics, below the host's global prefix. Default `payments/metrics`. */
  @AsIs()
  readonly path?: string;
  /**
   * Guards of the host; all of them must admit a request, for example by a bearer token. Without a guard there is no
   * route, unless it is {@link public}.
   */
  @AsIs()
  readonly guard?: Type<CanActivate> | readonly Type<CanActivate>[];
  /**
   * Whether all clients that reach the route may read the metrics: names of terminal groups and handlers, numbers of
   * payments, and figures of the database, but nothing about an order or a person. For networks without strangers.
   * Default false.
   */
  @AsIs()
  readonly public?: boolean;
  /** Modules that provide the dependencies of the guards. */
  @AsIs()
  readonly imports?: NonNullable<DynamicModule['imports']>;
  /** Decorators of the host with which its global guards admit a route, such as `Public()`. */
  @AsIs()
  readonly decorators?: readonly ClassDecorator[];
  /**
   * The exporter of the host's own `MeterProvider`, made with `preventServerStart: true`; the route then shows all that
   * it collects. Without it, the module creates the one `MeterProvider` of the process.
   */
  @AsIs()
  readonly exporter?: PrometheusExporter;
}

/**
 * Checks the options, above all that the host has decided who may read the metrics.
 *
 * @throws PaymentError `METRICS_UNGUARDED`, `OPTIONS_INVALID`
 */
export function checkTelemetryOptions(options: TillbridgeTelemetryOptions): void {
  const { guard = [], public: isPublic = false } = options;
  const guards: readonly unknown[] = [guard].flat();
  const faults = unknownNames(options, namesOf(TillbridgeTelemetryOptions));
  if (!guards.every(isGuard)) faults.push('guard: must be guards, as classes');
  if (typeof isPublic !== 'boolean') faults.push('public: must be true or false');
  if (isPublic === true && guards.length > 0) faults.push('public: is true, and there is a guard: one of them only');
  if (faults.length > 0) throw invalid(faults);
  if (guards.length === 0 && !isPublic) throw unguarded();
}

const isGuard = (guard: unknown): boolean =>
  typeof guard === 'function' &&
  typeof (guard.prototype as Partial<CanActivate> | undefined)?.canActivate === 'function';

const unguarded = (): PaymentError =>
  refusal({
    kind: 'configuration',
    code: 'METRICS_UNGUARDED',
    message:
      'TillbridgeTelemetryModule cannot start: it was given no access guard, so anybody could read how many payments the shop has.',
  });

const invalid = (faults: readonly string[]): PaymentError =>
  refusal({
    kind: 'configuration',
    code: 'OPTIONS_INVALID',
    message: `TillbridgeTelemetryModule cannot start:${faultList(faults)}`,
    advice: 'Correct the options given to TillbridgeTelemetryModule.forRoot.',
  });
