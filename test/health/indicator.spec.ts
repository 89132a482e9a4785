import { Controller, Get, Module } from '@nestjs/common';
import { HealthCheck, HealthCheckService, TerminusModule } from '@nestjs/terminus';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { WakeBus } from 'tillbridge';
import { ManualClock } from 'tillbridge/testing';
import { TillbridgeHealthIndicator, TillbridgeHealthModule, type HealthIndicatorOptions } from 'tillbridge/health';
import { ScriptedService } from '../support/scripted-service.js';
import { shopOptions, startShop, type ShopHost } from '../support/shop-host.js';
import { fillDiagnosticsTables } from '../shop/diagnostics/diagnostics-rows.js';

/** What the controller below is asked to judge by; each test says it anew. */
const judged: { by: HealthIndicatorOptions } = { by: {} };

@Controller('health')
class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly payments: TillbridgeHealthIndicator,
  ) {}

  @Get()
  @HealthCheck()
  check() {
    return this.health.check([() => this.payments.isHealthy('payments', judged.by)]);
  }
}

// A module of its own, as hosts have it: TillbridgeModule is not global and not imported here.
@Module({ imports: [TerminusModule, TillbridgeHealthModule], controllers: [HealthController] })
class HealthModule {}

interface Reported {
  readonly code: number;
  readonly status: string;
  readonly problems: readonly string[];
  readonly text: string;
}

async function ask(shop: ShopHost, by: HealthIndicatorOptions = {}): Promise<Reported> {
  judged.by = by;
  const response = await fetch(`${shop.url}/health`);
  const text = await response.text();
  const { status, details } = JSON.parse(text) as {
    status: string;
    details: { payments: { status: string; findings: { problem: string; value: number; limit: number }[] } };
  };
  expect(['ok', 'error', 'degraded']).toContain(status);
  const problems = details.payments.findings.map(({ problem }) => problem);
  return { code: response.status, status: details.payments.status, problems, text };
}

describe.each(['express', 'fastify'] as const)('the health indicator on %s', (platform) => {
  const clock = new ManualClock();
  let service: ScriptedService;
  let shop: ShopHost;

  beforeAll(async () => {
    service = await ScriptedService.start();
    const [web] = shopOptions().terminalGroups;
    const terminalGroups = [{ ...web!, baseUrl: service.url }];
    shop = await startShop({ platform, imports: [HealthModule], options: { workers: 'off', clock, terminalGroups } });
  });
  afterAll(async () => {
    await shop.close();
    service.close();
  });

  it('is up while nothing is wrong', async () => {
    expect(await ask(shop)).toMatchObject({ code: 200, status: 'up', problems: [] });
  });

  it('finds each problem, serves on, and names no order', async () => {
    await fillDiagnosticsTables(shop.dataSource, clock.now());
    const found = await ask(shop, { limits: { pollingMs: 1_000, refundUnsentMs: 60_000 } });
    expect(found).toMatchObject({ code: 200, status: 'degraded' });
    expect(found.problems).toEqual([
      'inbox_late',
      'notifications_parked',
      'effects_late',
      'effects_failed',
      'polling_late',
      'refund_unsent',
      'refunds_manual',
    ]);
    expect(found.text).not.toMatch(/O-\d|Mailer|Two mugs/);
  });

  it('judges by the limits it is given', async () => {
    const limits = { inboxMs: 1e9, notificationsParked: 3, effectsMs: 1e9, effectsFailed: 4, refundsManual: 7 };
    expect((await ask(shop, { limits })).problems).toEqual([]);
    expect((await ask(shop, { limits: { ...limits, ordersAttention: 4 } })).problems).toEqual(['orders_attention']);
  });

  it('is down, and answers 503, only upon what the host calls fatal', async () => {
    expect(await ask(shop, { downUpon: ['effects_failed'] })).toMatchObject({ code: 503, status: 'down' });
  });

  it('tells that the service has failed for a while', async () => {
    // It answers 500 to whatever it is asked.
    await expect(shop.payments.group('web').orders.get('unknown-here')).rejects.toMatchObject({ kind: 'temporary' });
    const only = { serviceFailingMs: 240_000, clockSkewMs: Infinity };
    const failing = async () => (await ask(shop, { limits: only })).problems.includes('service_failing');
    expect(await failing()).toBe(false);
    clock.advance(300_000);
    expect(await failing()).toBe(true);
  });

  it('sees by the answers of the service that the clock is wrong', async () => {
    // The clock of this test stands in January; the service's goes with the machine's.
    expect((await ask(shop)).problems).toContain('clock_skew');
  });

  it('is down when the database does not answer', async () => {
    await shop.dataSource.destroy();
    expect(await ask(shop)).toMatchObject({ code: 503, status: 'down', problems: ['unreadable'] });
    await shop.dataSource.initialize();
  });
});

describe('the health indicator of a shop with a doorbell', () => {
  class Bus implements WakeBus {
    isListening = false;
    async ring(): Promise<void> {}
    async listen(): Promise<void> {}
    async close(): Promise<void> {}
  }

  it('is degraded, and never down, while the bus does not reach it', async () => {
    const bus = new Bus();
    const shop = await startShop({ imports: [HealthModule], options: { wake: { bus } } });
    try {
      const away = { code: 200, status: 'degraded', problems: ['doorbell_away'] };
      expect(await ask(shop)).toMatchObject(away);
      expect((await ask(shop)).text).toContain('"doorbell":{"isListening":false}');
      expect(await ask(shop, { limits: { doorbellAway: Infinity } })).toMatchObject({ status: 'up', problems: [] });
      bus.isListening = true;
      expect(await ask(shop)).toMatchObject({ code: 200, status: 'up', problems: [] });
    } finally {
      await shop.close();
    }
  });

  it('is up where there is no work to be woken', async () => {
    const options = { workers: 'off' as const, wake: { bus: new Bus() } };
    const shop = await startShop({ imports: [HealthModule], options });
    try {
      expect(await ask(shop)).toMatchObject({ code: 200, status: 'up', problems: [] });
    } finally {
      await shop.close();
    }
  });
});
