import { context, metrics, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace-base';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Money } from 'tillbridge';
import { orderBody } from 'tillbridge/testing';
import { CANARY_MARKER } from '../../support/canary.js';
import { handleInNoTime } from '../../support/handle-in-no-time.js';
import { json, refusal, ScriptedService } from '../../support/scripted-service.js';
import { shopOptions, startShop, type ShopHost } from '../../support/shop-host.js';

const spans = new InMemorySpanExporter();
const numbers = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
const reader = new PeriodicExportingMetricReader({ exporter: numbers, exportIntervalMillis: 3_600_000 });

const PERSON = { first_name: 'Jane', last_name: 'Doe-Canary', email: 'jane@example.org' };

/** Everything that a span or a metric says, as text. */
const everything = async (): Promise<string> => {
  await reader.forceFlush();
  const reported = spans.getFinishedSpans().map(({ name, attributes, events, status, links }) => {
    return { name, attributes, events, status, links };
  });
  return JSON.stringify([reported, numbers.getMetrics()]);
};

const find = (name: string): ReadableSpan[] => spans.getFinishedSpans().filter((span) => span.name === name);

/** The names from a span up to the root of its trace. */
function ancestry(span: ReadableSpan): string[] {
  const parent = spans.getFinishedSpans().find((each) => each.spanContext().spanId === span.parentSpanContext?.spanId);
  return [span.name, ...(parent ? ancestry(parent) : [])];
}

describe('with an SDK, what happens', () => {
  let service: ScriptedService;
  let shop: ShopHost;

  beforeAll(async () => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }));
    metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
    service = await ScriptedService.start();
    const [web] = shopOptions().terminalGroups;
    shop = await startShop({ options: { workers: 'off', terminalGroups: [{ ...web!, baseUrl: service.url }] } });
    handleInNoTime(shop);
  });
  afterEach(() => spans.reset());
  afterAll(async () => {
    await shop.close();
    service.close();
    await reader.shutdown();
  });

  const pay = (orderId: string) => {
    const body = orderBody({
      orderId,
      status: 'completed',
      amount: 1250,
      at: Date.now(),
      fields: { customer: PERSON },
    });
    return shop.notify({ orderId, body });
  };

  it('is one trace from the webhook over the inbox and the ledger to the handlers, after the commit too', async () => {
    await shop.addOrder('A-1');
    await pay('A-1');
    await shop.drain();
    const effects = find('tillbridge.effect.run');
    expect(effects.map(({ attributes }) => attributes['tillbridge.effect.phase'])).toEqual(['transaction', 'commit']);
    for (const effect of effects) {
      expect(ancestry(effect)).toEqual([
        'tillbridge.effect.run',
        'tillbridge.ledger.observe',
        'tillbridge.notification.process',
        'tillbridge.notification.receive',
      ]);
      expect(effect.attributes).toMatchObject({
        'tillbridge.terminal_group': 'web',
        'tillbridge.order.id': 'A-1',
      });
    }
    expect(find('tillbridge.notification.receive')[0]!.kind).toBe(SpanKind.PRODUCER);
    expect(find('tillbridge.notification.process')[0]!.kind).toBe(SpanKind.CONSUMER);
  });

  it('has a span for each notification of a batch, linked to the one that stands for all', async () => {
    for (const orderId of ['B-1', 'B-2', 'B-3']) await shop.addOrder(orderId);
    await Promise.all(['B-1', 'B-2', 'B-3'].map(pay));
    await shop.drain();
    const processed = find('tillbridge.notification.process');
    const received = find('tillbridge.notification.receive');
    expect(processed).toHaveLength(3);
    // Each in the trace of its own request.
    expect(new Set(processed.map((span) => span.spanContext().traceId)).size).toBe(3);
    for (const span of processed)
      expect(received.map((each) => each.spanContext().spanId)).toContain(span.parentSpanContext?.spanId);
    const [observed] = find('tillbridge.ledger.observe');
    expect(observed!.attributes).toMatchObject({ 'tillbridge.batch.size': 3 });
    const linked = processed.filter(({ links }) => links.length > 0);
    expect(linked).toHaveLength(2);
    for (const { links } of linked) expect(links[0]!.context.spanId).toBe(observed!.parentSpanContext!.spanId);
  });

  it('is a client span for each call, failed ones by their code', async () => {
    service.script(refusal(1006));
    await shop.addOrder('C-1');
    await expect(shop.payments.group('web').orders.get('C-1')).rejects.toThrow();
    const [call] = find('tillbridge.service.call');
    expect(call!.kind).toBe(SpanKind.CLIENT);
    expect(call!.status).toEqual({ code: SpanStatusCode.ERROR });
    expect(call!.attributes).toEqual({
      'tillbridge.terminal_group': 'web',
      'tillbridge.order.id': 'C-1',
      'tillbridge.service.operation': 'read',
      'tillbridge.service.outcome': 'rejected',
      'http.request.method': 'GET',
      'http.response.status_code': 404,
      'server.address': '127.0.0.1',
      'error.type': 'SERVICE_1006',
    });
  });

  it('is one label of a metric for all codes that are not documented, however many there are', async () => {
    const codes = [990_001, 990_002, 990_003];
    for (const code of codes) {
      service.script(refusal(code));
      await shop.addOrder(`C-${code}`);
      await expect(shop.payments.group('web').orders.get(`C-${code}`)).rejects.toThrow();
    }
    const failed = find('tillbridge.service.call').map(({ attributes }) => attributes['error.type']);
    expect(failed).toEqual(codes.map((code) => `SERVICE_${code}`));
    await reader.forceFlush();
    const measured = JSON.stringify(numbers.getMetrics());
    expect([measured.includes('SERVICE_99'), measured.includes('"error.type":"_OTHER"')]).toEqual([false, true]);
  });

  it('never says a key, a person, an amount, a body or the text of an error', async () => {
    service.script(json(200, { success: true, data: { order_id: 'D-1', payment_url: 'https://pay.example/D-1' } }));
    await shop.payments.group('web').orders.create({
      orderId: 'D-1',
      amount: Money.of('98765.43', 'EUR'),
      description: 'Two mugs for Jane',
      redirectUrl: 'https://shop.example/return',
      customer: { email: PERSON.email },
    });
    await pay('D-1');
    await shop.notify({ orderId: 'D-1', body: '{"order_id":"D-1"}', key: 'another-key-than-that-of-the-shop' });
    await shop.drain();
    const reported = await everything();
    for (const name of ['receive', 'process', 'observe', 'effect', 'call'])
      expect(reported).toContain(name === 'effect' ? 'effect.run' : name);
    expect(reported).toContain('tillbridge.notifications.refused');
    for (const secret of [
      CANARY_MARKER,
      'Jane',
      'Doe-Canary',
      'jane@',
      'mugs',
      '9876543',
      '98765.43',
      'pay.example',
      'another-key',
    ])
      expect(reported).not.toContain(secret);
  });
});
