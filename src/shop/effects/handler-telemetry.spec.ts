import { setImmediate as nextTurn } from 'node:timers/promises';
import { metrics } from '@opentelemetry/api';
import { MeterProvider, MetricReader, type Histogram } from '@opentelemetry/sdk-metrics';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DURATIONS } from '../telemetry/index.js';
import { toEvent, type TransitionFacts } from './effect-event.js';
import { measured } from './handler-telemetry.js';

class OnDemandReader extends MetricReader {
  protected async onForceFlush(): Promise<void> {}
  protected async onShutdown(): Promise<void> {}
}

const TRANSITION: TransitionFacts = {
  id: 'transition-1',
  group: 'web',
  orderId: 'A-1',
  reference: null,
  version: 1,
  kind: 'completed',
  amount: 1_250,
  amountRefunded: 0,
  tip: null,
  currency: 'EUR',
  status: 'completed',
  previousStatus: null,
  transactionId: null,
  paymentMethod: null,
  source: 'poll',
  recordedAt: 1,
  refund: null,
};
const EVENT = toEvent(TRANSITION, 'effect-1');

describe('the time of a handler', () => {
  let reader: OnDemandReader;
  let provider: MeterProvider;

  beforeEach(() => {
    reader = new OnDemandReader();
    provider = new MeterProvider({ readers: [reader] });
    metrics.setGlobalMeterProvider(provider);
  });
  afterEach(async () => {
    metrics.disable();
    await provider.shutdown();
  });

  it.each([
    ['that did its work', 'transaction', null, {}],
    ['that failed', 'commit', new RangeError('no'), { 'error.type': 'RangeError' }],
  ] as const)('%s is its own, once, beside its name and its group', async (_, phase, failure, failed) => {
    const [tx, seen] = [undefined, [] as unknown[]];
    const handler = measured({ effect: 'Mailer.send', phase }, async (...given) => {
      seen.push(...given);
      await nextTurn();
      if (failure) throw failure;
    });
    const before = performance.now();
    const outcome = await handler(EVENT, tx).catch((error: unknown) => error);
    const tookS = (performance.now() - before) / 1_000;
    expect([outcome ?? null, seen]).toEqual([failure, [EVENT, tx]]);
    const { resourceMetrics } = await reader.collect();
    const found = resourceMetrics.scopeMetrics.flatMap(({ metrics: some }) => some);
    expect(found.map(({ descriptor }) => descriptor.name)).toEqual([DURATIONS.effect.name]);
    const [point, ...others] = found[0]!.dataPoints;
    expect(others).toEqual([]);
    expect(point!.attributes).toEqual({
      'tillbridge.effect.name': 'Mailer.send',
      'tillbridge.effect.phase': phase,
      'tillbridge.terminal_group': 'web',
      ...failed,
    });
    const { count, sum } = point!.value as Histogram;
    expect(count).toBe(1);
    expect(sum).toBeGreaterThan(0);
    expect(sum).toBeLessThanOrEqual(tookS);
  });
});
