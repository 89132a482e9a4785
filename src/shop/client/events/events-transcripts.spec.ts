import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { isPaymentError, ORDER_STATUSES, readOrderEvent } from '../../../protocol/index.js';
import { ManualClock } from '../../../support/index.js';
import { TerminalGroups, type TerminalGroup, type TerminalGroupMode } from '../../core/index.js';
import { eventsFailure, isFinalEvent, reconnectDelayMs, streamAddress, verdictOnHead } from './events.rules.js';

const groupAt = (baseUrl: string, mode: TerminalGroupMode): TerminalGroup =>
  new TerminalGroups(
    {
      terminalGroups: [
        { name: 'till', mode, baseUrl, apiKeys: ['a-key-of-the-shop'], notificationUrl: 'https://shop.example/n/till' },
      ],
    },
    new ManualClock(),
  ).get('till');

const tried = (action: () => unknown): string => {
  try {
    return JSON.stringify(action());
  } catch (error) {
    if (!isPaymentError(error)) throw error;
    return `${error.code}: ${error.message}`;
  }
};

describe('where events of an order are heard', () => {
  const shop = groupAt('https://api.example/base', 'test');
  const box = groupAt('http://localhost:4000', 'sandbox');
  const url = 'https://api.example/events?id=1#part';
  const at = (
    group: TerminalGroup,
    events: { url: string; token: string } | null | undefined,
    allowed?: string[],
  ): string =>
    tried(() => streamAddress(group, { ...(events === undefined ? {} : { events }), orderId: 'A' }, allowed));

  it('by address, token and what is allowed', () => {
    const other = 'https://events.example/s';
    expect(
      [
        at(shop, undefined),
        at(shop, null),
        at(shop, { url, token: 't' }),
        ...['', ' ', 'a b', 'a\n', 'é', 'a'.repeat(4_097)].map((token) => at(shop, { url, token })),
        at(shop, { url: 'https://api.example/s', token: 'a'.repeat(4_096) }).length,
        ...['events', '', 'https://u@api.example/s', 'https://u:p@api.example/s', 'https://:p@api.example/s'].map(
          (wrong) => at(shop, { url: wrong, token: 't' }),
        ),
        at(shop, { url: 'https://api.example:8443/s', token: 't' }),
        at(shop, { url: 'http://api.example/s', token: 't' }),
        at(shop, { url: other, token: 't' }),
        at(shop, { url: other, token: 't' }, ['https://a.example', 'https://events.example/whatever']),
        at(shop, { url: other, token: 't' }, ['nothing', 'http://events.example']),
        at(shop, { url: 'http://events.example/s', token: 't' }, ['http://events.example']),
        at(shop, { url: 'data:text/plain,x', token: 't' }, ['data:text/plain,y']),
        at(box, { url: 'http://localhost:4000/s', token: 't' }),
        at(box, { url: 'http://localhost:4001/s', token: 't' }),
      ].join('\n'),
    ).toMatchSnapshot();
  });
});

it('what the head of an answer, and an event, mean', () => {
  const heads = [200, 201, 204, 301, 400, 401, 407, 408, 409, 425, 429, 499, 500, 503].map(
    (status) =>
      `${status}: ${['text/event-stream', 'text/event-stream ;x', 'text/html', 7].map((type) => verdictOnHead(status, type)).join(', ')}`,
  );
  const events = ORDER_STATUSES.map((status) => {
    const event = (id?: string) => readOrderEvent({ data: JSON.stringify({ status, order_id: id }) })!;
    const ends = [
      isFinalEvent(event('A'), 'A'),
      isFinalEvent(event('B'), 'A'),
      isFinalEvent(event('B'), null),
      isFinalEvent(event('B'), ''),
      isFinalEvent(event(), 'A'),
    ];
    return `${status}: ${ends.map((isEnd) => (isEnd ? 'end' : 'goes on')).join(', ')}`;
  });
  expect([...heads, ...events].join('\n')).toMatchSnapshot();
});

it('why events ended before the order did', () => {
  const codes = ['EVENTS_REFUSED', 'EVENTS_LOST', 'EVENTS_TIMEOUT'] as const;
  expect(
    codes.map((code) => JSON.stringify([eventsFailure(code, 'till', 'A'), eventsFailure(code, 'till', null).orderId])),
  ).toMatchSnapshot();
});

describe('the wait until the next connection', () => {
  let chance: number;
  beforeEach(() => void jest.spyOn(Math, 'random').mockImplementation(() => chance));
  afterEach(() => void jest.restoreAllMocks());

  it('by connections in vain, and what the stream and the answer ask for', () => {
    const hints = [null, 0, 99, 100, 101, 1_000, 9_999, 12_000, 30_000, 30_001].flatMap((retryMs) => [
      [retryMs, null] as const,
      [null, retryMs] as const,
    ]);
    const lines = hints.map(([retryMs, retryAfterMs]) => {
      const waits = [1, 2, 3, 6, 9].map((attempt) =>
        [0, 0.999]
          .map((each) => {
            chance = each;
            return reconnectDelayMs(attempt, { retryMs, retryAfterMs });
          })
          .join('-'),
      );
      return `retry ${retryMs}, retry-after ${retryAfterMs}: ${waits.join(', ')}`;
    });
    expect(lines.join('\n')).toMatchSnapshot();
  });
});
