import { context, SpanKind } from '@opentelemetry/api';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { SPAN, traced } from './spans.js';

describe('work inside a span, without an SDK', () => {
  afterEach(() => void jest.restoreAllMocks());

  it('runs in the active context: a context for an empty span would only be garbage', async () => {
    const entered = jest.spyOn(context, 'with');
    const about = { kind: SpanKind.PRODUCER, attributes: {} };
    expect(await traced(SPAN.receive, about, async () => 'done')).toBe('done');
    expect(entered.mock.calls.map(([inside]) => inside === context.active())).toEqual([true]);
  });
});
