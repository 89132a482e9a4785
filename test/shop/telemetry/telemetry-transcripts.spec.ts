import { context, ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ManualClock, orderBody } from 'tillbridge/testing';
import { PaymentError } from '../../../src/protocol/index.js';
import {
  traceContextOf,
  count,
  errorType,
  markFailed,
  SPAN,
  took,
  traced,
  tracedNow,
  tracedTogether,
} from '../../../src/shop/telemetry/index.js';
import { WorkerRegistry } from '../../../src/shop/workers/index.js';
import { startShop, type ShopHost } from '../../support/shop-host.js';
import { tapTelemetry } from '../../support/telemetry-lines.js';
import { waitFor } from '../../support/wait-for.js';

const NOON = Date.UTC(2026, 0, 15, 11);
const lines: string[] = [];
let untap: () => void;

const failing = (reason: unknown) => () => Promise.reject(reason);

beforeEach(() => {
  lines.length = 0;
  untap = tapTelemetry((line) => lines.push(`  ${line}`));
});
afterEach(() => untap());

describe('what is reported of a shop', () => {
  const clock = new ManualClock(NOON);
  let shop: ShopHost;
  beforeAll(async () => {
    shop = await startShop({ options: { workers: 'off', clock } });
  });
  afterEach(() => shop.forget());
  afterAll(() => shop.close());

  /** The last byte of an answer may be counted after it has arrived. */
  const counted = (): number => lines.filter((line) => /acknowledge|refused/.test(line)).length;
  const notified = async (orderId: string, change: object = {}) => {
    const body = orderBody({ orderId, amount: 1250, status: 'completed', transactionId: '700', at: clock.now() });
    const before = counted();
    const { status } = await shop.notify({ orderId, at: clock.now(), body, ...change });
    await waitFor(() => counted() > before);
    lines.push(`${orderId} is notified`, `= ${status}`);
  };
  const work = async (name: 'inbox' | 'effects'): Promise<void> => {
    lines.push(`${name} works`);
    await shop.app.get(WorkerRegistry).drain(name);
  };

  it('a payment, from its notification to its handlers', async () => {
    await shop.addOrder('A', 1250, 'web', NOON);
    await notified('A');
    await work('inbox');
    await work('effects');
    await notified('A');
    await work('inbox');
    expect(lines.join('\n')).toMatchSnapshot();
  });

  it('notifications that share a transaction', async () => {
    for (const orderId of ['B', 'C', 'D']) await shop.addOrder(orderId, 1250, 'web', NOON);
    for (const orderId of ['B', 'C', 'D']) await notified(orderId);
    await work('inbox');
    expect(lines.join('\n')).toMatchSnapshot();
  });

  it('notifications that are refused', async () => {
    await notified('E', { key: 'another-key-than-that-of-the-shop' });
    await notified('E', { body: 'no JSON' });
    expect(lines.join('\n')).toMatchSnapshot();
  });
});

describe('spans and numbers', () => {
  const about = (name: string) => ({ kind: SpanKind.INTERNAL, attributes: { name } });
  const shown = async (title: string, work: () => Promise<unknown>): Promise<void> => {
    lines.push(title);
    lines.push(`= ${await work().then((value) => JSON.stringify(value) ?? 'nothing', String)}`);
  };

  it('of work', async () => {
    await shown('one', () => traced(SPAN.call, about('one'), async (span) => span.spanContext().spanId));
    await shown('inside another', () =>
      traced(SPAN.observe, about('outer'), () => traced(SPAN.effect, about('inner'), async () => 7)),
    );
    await shown('that fails', () => traced(SPAN.call, about('fails'), failing(new RangeError('of someone'))));
    await shown('that is marked', () => traced(SPAN.call, about('marked'), async (span) => markFailed(span, 'CODE')));
    await shown('of three', () =>
      tracedTogether(SPAN.process, ['a', 'b', 'c'].map(about), async (spans) => [
        spans.length,
        tracedNow().traceparent,
      ]),
    );
    await shown('of two, that fails', () => tracedTogether(SPAN.process, ['a', 'b'].map(about), failing('no error')));
    const parent = traceContextOf({ traceparent: `00-${'a'.repeat(32)}-${'0'.repeat(13)}123-01` });
    await shown('that belongs elsewhere', () =>
      traced(SPAN.process, { ...about('elsewhere'), parent }, async () => tracedNow().traceparent),
    );
    await shown('of two that belong elsewhere and here', () =>
      tracedTogether(
        SPAN.process,
        [{ ...about('elsewhere'), parent }, about('here')],
        async () => tracedNow().traceparent,
      ),
    );
    count('holds', { why: 'circuit' });
    count('retries', { why: 'deadlock' }, 3);
    took('call', 1_500, { to: 'web' });
    took('effect', 60_000, { of: 'a minute' });
    expect(lines.join('\n')).toMatchSnapshot();
  });

  it('of rows that keep from which trace they came', () => {
    const id = 'b'.repeat(32);
    const given = [
      null,
      '',
      `00-${id}-${'c'.repeat(16)}-01`,
      `00-${id}-${'c'.repeat(16)}-00`,
      `00-${id}-${'c'.repeat(16)}-ff`,
      `01-${id}-${'c'.repeat(16)}-01`,
      `00-${'0'.repeat(32)}-${'c'.repeat(16)}-01`,
      `00-${id}-${'c'.repeat(15)}-01`,
    ];
    const found = given.map((traceparent) => {
      const inside = traceContextOf({ traceparent });
      const span = trace.getSpan(inside);
      const kept = context.with(inside, () => tracedNow()).traceparent;
      return `${traceparent}: ${inside === ROOT_CONTEXT ? 'none' : JSON.stringify(span?.spanContext())}, kept as ${kept}`;
    });
    expect(
      [...found, JSON.stringify([traceContextOf({}) === ROOT_CONTEXT, tracedNow(), tracedNow(undefined)])].join('\n'),
    ).toMatchSnapshot();
  });

  it('of errors, by their class', () => {
    const named = (name: string): Error => Object.assign(new Error('Jane'), { name });
    const error = new PaymentError({
      code: 'TIMEOUT',
      message: '',
      kind: 'temporary',
      execution: 'unknown',
      retry: 'no',
      httpStatus: 502,
      advice: '',
    });
    const errors = [
      error,
      named('TypeError'),
      named('Query.Failed_1'),
      named('_x'),
      named('1x'),
      named(''),
      named('a b'),
      named('E'.repeat(80)),
      named('E'.repeat(81)),
      'text',
      null,
      undefined,
    ];
    expect(errors.map((each) => errorType(each))).toMatchSnapshot();
  });
});
