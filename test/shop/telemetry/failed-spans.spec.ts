import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { PaymentError } from '../../../src/protocol/index.js';
import { errorType } from '../../../src/shop/telemetry/error-type.js';
import { SPAN, traced, tracedTogether } from '../../../src/shop/telemetry/spans.js';

const exporter = new InMemorySpanExporter();
const about = { kind: SpanKind.INTERNAL, attributes: {} };

describe('a span, with an SDK,', () => {
  beforeAll(() => {
    trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
  });
  afterEach(() => exporter.reset());
  afterAll(() => trace.disable());

  const failures = () =>
    exporter.getFinishedSpans().map(({ status, attributes }) => [status.code, attributes['error.type']]);

  it('of work that goes well is ended without a mark, and gives what the work gives', async () => {
    expect(await traced(SPAN.call, about, async () => 7)).toBe(7);
    expect(failures()).toEqual([[SpanStatusCode.UNSET, undefined]]);
  });

  it('is marked with the class of the failure, as all are that share the work; the failure goes on', async () => {
    const work = () => Promise.reject(new TypeError('Jane Doe is not a function'));
    await expect(tracedTogether(SPAN.process, [about, about], work)).rejects.toThrow(TypeError);
    expect(failures()).toEqual([
      [SpanStatusCode.ERROR, 'TypeError'],
      [SpanStatusCode.ERROR, 'TypeError'],
    ]);
    expect(JSON.stringify(exporter.getFinishedSpans().map(({ events }) => events))).not.toContain('Jane');
    expect(
      exporter
        .getFinishedSpans()
        .map(({ links }) => links.length)
        .toSorted(),
    ).toEqual([0, 1]);
  });
});

const UNKNOWN = {
  code: 'ORDER_UNKNOWN',
  message: 'Jane',
  kind: 'request',
  execution: 'not-executed',
  retry: 'no',
  httpStatus: 404,
  advice: 'wait',
} as const;

it.each([
  [new PaymentError(UNKNOWN), 'ORDER_UNKNOWN'],
  [new RangeError('Jane'), 'RangeError'],
  [Object.assign(new Error('Jane'), { name: 'Jane Doe' }), '_OTHER'],
  [Object.assign(new Error('Jane'), { name: `E${'x'.repeat(80)}` }), '_OTHER'],
  ['Jane', '_OTHER'],
  [null, '_OTHER'],
])('what is reported about %p is %s', (error, type) => {
  expect(errorType(error)).toBe(type);
});
