import { Injectable, UnauthorizedException, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { metrics } from '@opentelemetry/api';
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { isPaymentError, OnPayment, type PaymentEvent } from 'tillbridge';
import { TillbridgeTelemetryModule, type TillbridgeTelemetryOptions } from 'tillbridge/telemetry';
import { orderBody, signedNotification } from 'tillbridge/testing';
import { readFileSync } from 'node:fs';
import { GAUGES } from '../../src/shop/diagnostics/gauge-table.js';
import { ATTRIBUTE, COUNTERS, DURATIONS } from '../../src/shop/telemetry/index.js';
import { CANARY_MARKER } from '../support/canary.js';
import { json, refusal, ScriptedService } from '../support/scripted-service.js';
import { shopOptions, startShop, type ShopHost } from '../support/shop-host.js';
import { askedBy, namesShown, readAlertRules, seriesOf, type Series } from './prometheus-names.js';

const TOKEN = 'Bearer for-prometheus-only';

@Injectable()
class ScrapeGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { headers } = context.switchToHttp().getRequest<{ headers: Record<string, string> }>();
    if (headers['authorization'] !== TOKEN) throw new UnauthorizedException();
    return true;
  }
}

@Injectable()
class Shelf {
  @OnPayment('completed')
  take({ orderId }: PaymentEvent): void {
    if (orderId === 'A-2') throw new RangeError('no room on the shelf');
  }
}

const scrape = (shop: ShopHost, path = '/payments/metrics', authorization = ''): Promise<Response> =>
  fetch(`${shop.url}${path}`, { headers: { authorization } });

describe.each(['express', 'fastify'] as const)('the endpoint for Prometheus on %s', (platform) => {
  let service: ScriptedService;
  let shop: ShopHost;
  let shown: string;

  beforeAll(async () => {
    service = await ScriptedService.start();
    const untold = orderBody({ orderId: 'A-3', status: 'completed', amount: 1250, at: Date.now() });
    service.script(json(200, { success: true, data: untold }), refusal(1006));
    const [web] = shopOptions().terminalGroups;
    const terminalGroups = [{ ...web!, baseUrl: service.url, calls: { circuitFailures: 1 }, aliases: ['former'] }];
    const imports = [TillbridgeTelemetryModule.forRoot({ path: 'internal/metrics', guard: ScrapeGuard })];
    shop = await startShop({
      platform,
      imports,
      providers: [Shelf],
      options: { workers: 'off', terminalGroups },
      configure: (app) => app.setGlobalPrefix('api'),
      path: '/api/payments/notifications',
    });
    await shop.addOrder('A-1');
    await shop.notify({
      orderId: 'A-1',
      body: orderBody({ orderId: 'A-1', status: 'completed', amount: 1250, at: Date.now() }),
    });
    await shop.notify({ orderId: 'A-1', body: '{"order_id":"A-1"}', at: 0 });
    await shop.drain();
    await shop.addOrder('A-2');
    // The service still sends to the URL with the former name of the group.
    const former = signedNotification({
      key: shop.key,
      orderId: 'A-2',
      body: orderBody({ orderId: 'A-2', amount: 1250, at: Date.now() }),
      at: Date.now(),
    });
    await fetch(`${shop.url}${shop.path}/former${former.search}`, {
      method: 'POST',
      headers: former.headers,
      body: former.body,
    });
    await shop.drain();
    await shop.addOrder('A-3');
    await shop.payments.orders.settle('A-3');
    // The service refuses the first and breaks at the next, which opens the circuit: neither its repeat nor the last is made.
    for (let call = 0; call < 3; call += 1)
      await shop.payments
        .group('web')
        .orders.get('A-1')
        .catch(() => undefined);
    shown = await (await scrape(shop, '/api/internal/metrics', TOKEN)).text();
  });
  afterAll(async () => {
    await shop.close();
    service.close();
  });

  it('shows nothing to whom the guard of the host does not let in', async () => {
    const refused = await scrape(shop, '/api/internal/metrics', 'Bearer of nothing');
    expect(refused.status).toBe(401);
    expect(await refused.text()).not.toContain('tillbridge_');
  });

  it('counts what happened, and shows the figures', () => {
    const of = (name: string) => seriesOf(shown, name);
    expect(of('tillbridge_transitions_total')).toContainEqual({
      labels: {
        tillbridge_terminal_group: 'web',
        tillbridge_transition_kind: 'completed',
        tillbridge_observation_source: 'notification',
      },
      value: 1,
    });
    expect(of('tillbridge_notifications_refused_total')).toEqual([
      { labels: { tillbridge_refusal: 'refused' }, value: 1 },
    ]);
    const web = { tillbridge_terminal_group: 'web' };
    expect(of('tillbridge_notification_acknowledge_duration_count')).toEqual([{ labels: web, value: 2 }]);
    expect(of('tillbridge_inbox_pending')).toEqual([{ labels: {}, value: 1 }]);
    expect(of('tillbridge_service_circuit')).toEqual([{ labels: web, value: 2 }]);
    expect(of('tillbridge_service_calls_held_total')).toEqual([
      { labels: { ...web, tillbridge_service_hold: 'CIRCUIT_OPEN' }, value: 2 },
    ]);
  });

  it('has every metric of the tables, but for retries of transactions and confirming reads, of which there were none', () => {
    const tables = [...Object.values(COUNTERS), ...Object.values(DURATIONS), ...GAUGES];
    const silent = new Set<string>([COUNTERS.retries.name, COUNTERS.contradictions.name]);
    const names = tables.map(({ name }) => name).filter((name) => !silent.has(name));
    const missing = names.filter((name) => !shown.includes(`\n# TYPE ${name.replaceAll('.', '_')}`));
    expect(missing).toEqual(['tillbridge.effects.handed.age', 'tillbridge.doorbell.listening']);
  });

  it('says no key, no order and no label that would grow with the orders', () => {
    expect(shown).not.toContain(CANARY_MARKER);
    expect(shown).not.toMatch(/A-[12]/);
    expect(shown).not.toContain('order_id');
  });

  it('has every metric and label that the alert rules ask for', () => {
    const asked = askedBy(readAlertRules());
    expect(asked.metrics.length).toBeGreaterThan(15);
    // There are neither queues nor a bus in this test.
    const silent = ['tillbridge_effects_handed_age', 'tillbridge_doorbell_listening'];
    const known = new Set([...namesShown(shown), ...silent]);
    expect(asked.metrics.filter((name) => !known.has(name))).toEqual([]);
    expect(asked.labels.filter((label) => !shown.includes(`${label}="`))).toEqual([]);
  });

  const pickedBy = (metric: string, matchers: string): Series[] =>
    seriesOf(shown, metric).filter(({ labels }) =>
      [...matchers.matchAll(/(\w+)(!?=~?)"([^"]*)"/g)].every(([, name = '', how = '', value = '']) => {
        const [given, isPattern] = [labels[name] ?? '', how.endsWith('~')];
        const fits = isPattern ? new RegExp(`^(?:${value})$`).test(given) : given === value;
        return fits === !how.startsWith('!');
      }),
    );

  it('shows the payments that no notification told of, which an alert rule picks out, and they alone', () => {
    const rule = readAlertRules().find(({ alert }) => alert === 'TillbridgeNotificationsMissing');
    const [, metric = '', matchers = ''] = /(tillbridge_\w+)\{([^}]*)\}/.exec(rule?.expr ?? '') ?? [];
    const sources = pickedBy(metric, matchers).map(({ labels, value }) => [
      labels['tillbridge_transition_kind'],
      labels['tillbridge_observation_source'],
      value,
    ]);
    expect(sources).toEqual([['completed', 'return', 1]]);
    expect(seriesOf(shown, metric).length).toBeGreaterThan(1);
  });

  it('shows the failures of a handler inside the transaction, which an alert rule picks out, and they alone', () => {
    const rule = readAlertRules().find(({ alert }) => alert === 'TillbridgeHandlerFails');
    const [, metric = '', matchers = ''] = /(tillbridge_\w+)\{([^}]*)\}/.exec(rule?.expr ?? '') ?? [];
    const picked = pickedBy(metric, matchers);
    expect(picked.map(({ labels }) => [labels['error_type'], labels['tillbridge_effect_phase']])).toEqual([
      ['RangeError', 'transaction'],
    ]);
    expect(picked[0]!.value).toBeGreaterThan(0);
  });

  it('has every metric that the Grafana dashboard asks for', () => {
    const board = JSON.parse(readFileSync('config/grafana-dashboard.json', 'utf8')) as unknown;
    const asked = askedBy(board);
    expect(asked.metrics.length).toBeGreaterThan(15);
    // There was no reason for it in this test.
    const known = new Set([...namesShown(shown), 'tillbridge_transaction_retries_total']);
    expect(asked.metrics.filter((name) => !known.has(name))).toEqual([]);
    const strange = asked.labels.filter((label) => !shown.includes(`${label}="`));
    expect(strange).toEqual([ATTRIBUTE.retry.replaceAll('.', '_')]);
  });
});

describe('an endpoint for Prometheus of which no one said who may read it', () => {
  const made = (options: unknown): unknown => {
    try {
      return TillbridgeTelemetryModule.forRoot(options as TillbridgeTelemetryOptions);
    } catch (error) {
      return error;
    }
  };

  it.each([[undefined], [{}], [{ path: 'metrics' }], [{ guard: [] }], [{ guard: undefined }], [{ public: false }]])(
    'is not mounted: %p',
    (options) => {
      const error = made(options);
      if (!isPaymentError(error, 'METRICS_UNGUARDED')) throw error;
      expect(error.advice).toMatch(/guard: ScrapeGuard.*public: true/);
    },
  );

  it.each([
    [{ guard: 'ScrapeGuard' }, 'guard: must be guards'],
    [{ guard: [ScrapeGuard, class NoGuard {}] }, 'guard: must be guards'],
    [{ public: 'yes' }, 'public: must be true or false'],
    [{ public: true, guard: ScrapeGuard }, 'one of them only'],
    [{ public: true, pth: 'metrics' }, 'pth: is no option'],
  ])('is refused with every fault of its options: %p', (options, fault) => {
    expect(made(options)).toMatchObject({ code: 'OPTIONS_INVALID', message: expect.stringContaining(fault) });
  });

  it('has no route where the module is not imported', async () => {
    const shop = await startShop({ options: { workers: 'off' } });
    try {
      expect((await scrape(shop)).status).toBe(404);
    } finally {
      await shop.close();
    }
  });
});

describe('the endpoint for Prometheus beside an SDK of the host', () => {
  afterEach(() => metrics.disable());

  it('does not start with a second provider, and says what to do', async () => {
    metrics.setGlobalMeterProvider(new MeterProvider());
    const start = startShop({
      imports: [TillbridgeTelemetryModule.forRoot({ public: true })],
      options: { workers: 'off' },
    });
    await expect(start).rejects.toMatchObject({ code: 'OPTIONS_INVALID', advice: expect.stringContaining('exporter') });
  });

  it("shows what the host's own exporter collects", async () => {
    const exporter = new PrometheusExporter({ preventServerStart: true });
    metrics.setGlobalMeterProvider(new MeterProvider({ readers: [exporter] }));
    metrics.getMeter('host').createCounter('host.orders').add(3);
    const imports = [TillbridgeTelemetryModule.forRoot({ exporter, public: true })];
    const shop = await startShop({ imports, options: { workers: 'off' } });
    try {
      const text = await (await scrape(shop)).text();
      expect(text).toMatch(/host_orders_total\S* 3/);
      expect(text).toContain('tillbridge_inbox_pending');
    } finally {
      await shop.close();
    }
  });
});
