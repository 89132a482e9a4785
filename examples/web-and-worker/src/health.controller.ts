import { Controller, Get } from '@nestjs/common';
import { HealthCheck, HealthCheckService } from '@nestjs/terminus';
import { TillbridgeHealthIndicator } from 'tillbridge/health';
import { Public } from './public.decorator.js';

/** `/api/v1/health`: for the load balancer. 503 only if the database does not answer. */
@Public()
@Controller({ path: 'health', version: '1' })
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly payments: TillbridgeHealthIndicator,
  ) {}

  @Get()
  @HealthCheck()
  check() {
    return this.health.check([() => this.payments.isHealthy('payments')]);
  }
}
