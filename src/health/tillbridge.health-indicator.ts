import { Inject, Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { HealthIndicatorService, type HealthIndicatorResult } from '@nestjs/terminus';
import { waitAtMost } from '../support/index.js';
import type { DiagnosticsService, DiagnosticsFigures } from '../shop/index.js';
import { DIAGNOSTICS, runbook } from '../shop/core/index.js';
import {
  DEFAULT_LIMITS,
  checkHealth,
  type HealthFinding,
  type HealthLimits,
  type HealthProblem,
} from './health.rules.js';

/** Settings of {@link TillbridgeHealthIndicator}. */
export interface HealthIndicatorOptions {
  /** Limits that differ from the defaults. */
  readonly limits?: Partial<HealthLimits>;
  /**
   * Problems for which the answer is `down`, so that terminus answers 503. Default: only `unreadable`. A load balancer
   * takes every replica that is down out of service, and a refund that waits for a person must not cause that.
   */
  readonly downUpon?: readonly HealthProblem[];
  /** The time limit for reading the figures, in milliseconds; default 3,000. */
  readonly timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 3_000;

const UNREADABLE: Omit<HealthFinding, 'value' | 'limit'> = {
  problem: 'unreadable',
  advice:
    'The database did not answer in time, takes no writes, or lacks tables (tillbridge migrate up), so no notification can be acknowledged either. The service sends them again.',
  runbook: runbook('database-away'),
};

/** The numbers that are always shown. */
const shown = ({ inbox, effects, orders, polling, refunds, keylessGroups, ...figures }: DiagnosticsFigures) => ({
  inbox,
  effects,
  orders,
  polling,
  refunds: {
    queued: refunds.queued,
    oldestUnsentMs: refunds.oldestUnsentMs,
    unknown: refunds.unknown,
    manual: refunds.manual,
  },
  keylessGroups,
  clockSkewMs: figures.clockSkewMs,
  doorbell: figures.doorbell,
  handOver: figures.handOver,
});

/**
 * Reports the state of the module for a health check of `@nestjs/terminus`: `up`, `degraded` (it works, and staff
 * should check) or `down`. Terminus before 12.1 has no `degraded`: there it is `up` with its findings.
 *
 * @example
 * ```ts
 * import { Controller, Get } from '@nestjs/common';
 * import { HealthCheck, HealthCheckService } from '@nestjs/terminus';
 * import { TillbridgeHealthIndicator } from 'tillbridge/health';
 *
 * @Controller('health')
 * class HealthController {
 *   constructor(
 *     private readonly health: HealthCheckService,
 *     private readonly payments: TillbridgeHealthIndicator,
 *   ) {}
 *
 *   @Get()
 *   @HealthCheck()
 *   check() {
 *     return this.health.check([() => this.payments.isHealthy('payments', { limits: { refundsManual: 5 } })]);
 *   }
 * }
 * ```
 */
@Injectable()
export class TillbridgeHealthIndicator {
  constructor(
    private readonly modules: ModuleRef,
    @Inject(HealthIndicatorService) private readonly indicators: HealthIndicatorService,
  ) {}

  /**
   * Reads the figures and checks them. Never throws because of a finding.
   *
   * @param key - its name in the output of terminus; default `payments`
   */
  async isHealthy(key = 'payments', options: HealthIndicatorOptions = {}): Promise<HealthIndicatorResult> {
    const session = this.indicators.check(key);
    const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    const figures = await this.read(timeoutMs);
    const findings = figures
      ? checkHealth(figures, { ...DEFAULT_LIMITS, ...options.limits })
      : [{ ...UNREADABLE, value: timeoutMs, limit: timeoutMs }];
    const details = { findings, ...(figures ? shown(figures) : {}) };
    const fatal = options.downUpon ?? ['unreadable'];
    if (findings.some(({ problem }) => fatal.includes(problem))) return session.down(details);
    const isOld = !('degraded' in session);
    return findings.length === 0 || isOld ? session.up(details) : session.degraded(details);
  }

  /** Null if the database did not answer in time, or takes no writes. */
  private async read(timeoutMs: number): Promise<DiagnosticsFigures | null> {
    const diagnostics = this.modules.get<DiagnosticsService>(DIAGNOSTICS, { strict: false });
    return waitAtMost(diagnostics.readIfWritable(), { ms: timeoutMs, late: () => null }).catch(() => null);
  }
}
