import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';

import { ORDER_STATUSES, readOrderEvent } from '../../../protocol/index.js';
import { isFinalEvent, verdictOnHead, reconnectDelayMs } from './events.rules.js';

describe('the head of an answer', () => {
  it.each<[number, unknown, string]>([
    [200, 'text/event-stream', 'stream'],
    [200, 'Text/Event-Stream; charset=utf-8', 'stream'],
    [200, 'text/event-stream-not', 'refused'],
    [200, 'text/html', 'refused'],
    [200, undefined, 'refused'],
    [201, 'text/event-stream', 'refused'],
    [204, undefined, 'over'],
    [302, 'text/event-stream', 'refused'],
    [401, 'application/json', 'refused'],
    [408, undefined, 'later'],
    [429, undefined, 'later'],
    [500, 'text/event-stream', 'later'],
    [503, 'text/html', 'later'],
  ])('%d with %p is %s', (status, type, verdict) => {
    expect(verdictOnHead(status, type)).toBe(verdict);
  });
});

describe('the end of an order', () => {
  const isFinal = (status: string, orderId?: string | null) =>
    isFinalEvent(readOrderEvent({ data: JSON.stringify({ status, order_id: 'P1' }) })!, orderId);

  it('is a status that nothing follows at a till; a refused card is not the end', () => {
    expect(ORDER_STATUSES.filter((status) => !isFinal(status))).toEqual([
      'initialized',
      'uncleared',
      'reserved',
      'declined',
    ]);
    expect(isFinal('quantum')).toBe(false);
  });

  it('is that of the order that is followed', () => {
    expect([isFinal('completed', 'P1'), isFinal('completed', null)]).toEqual([true, true]);
    expect(isFinal('completed', 'P2')).toBe(false);
  });
});

describe('the time until the next connection', () => {
  const hint = fc.option(fc.nat({ max: 1e9 }), { nil: null });

  it('is never zero and never long, for any request of the service', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), hint, hint, (attempt, retryMs, retryAfterMs) => {
        const delay = reconnectDelayMs(attempt, { retryMs, retryAfterMs });
        expect(delay).toBeGreaterThanOrEqual(50);
        expect(delay).toBeLessThanOrEqual(30_000);
      }),
    );
  });

  it('is at least what the service asked for, within thirty seconds', () => {
    expect(reconnectDelayMs(1, { retryMs: null, retryAfterMs: 7_000 })).toBe(7_000);
    expect(reconnectDelayMs(1, { retryMs: 8_000, retryAfterMs: null })).toBeGreaterThanOrEqual(4_000);
  });
});
