import { describe, expect, it } from '@jest/globals';
import { OUTSIDE_PROMISES, outsideFaults, type OutsideCall, type OutsideHistory } from './support/outside.mjs';

const call = (page: string, startedAt: number, answer: OutsideCall['answer'], more: Partial<OutsideCall> = {}) => ({
  page,
  orderId: 'C-1',
  key: null,
  startedAt,
  endedAt: startedAt + 5,
  answer,
  isLast: false,
  ...more,
});
const PAID = { status: 'partial_refunded', paid: true };
const OF = { orderId: 'C-1' };
const REFUND = { ...OF, tag: 'r-1', amount: 500, status: 'completed' };
const DELIVERY = { ...OF, verdict: 'acknowledged', fault: null, body: '{"status":"completed"}' };
const REPORTED = { ...OF, kind: 'completed', transitionId: 't-1' };

/** An order that was paid, and of which a part was given back. */
const GOOD: OutsideHistory = {
  calls: [
    call('checkout', 0, {}),
    call('return', 10, { status: 'initialized', paid: false }),
    call('return', 20, { status: 'completed', paid: true }),
    call('refund', 30, { state: 'accepted' }, { key: 'a' }),
    call('refund', 31, null, { key: 'a' }),
    call('return', 90, PAID, { isLast: true }),
  ],
  service: {
    orders: [{ ...OF, status: 'partial_refunded', amount: 1_250 }],
    states: ['initialized', 'completed', 'partial_refunded'].map((status) => ({ ...OF, status })),
    refunds: [REFUND],
    deliveries: [DELIVERY],
    comings: new Map([
      ['C-1 initialized', 1],
      ['C-1 completed', 1],
      ['C-1 partial_refunded', 1],
    ]),
  },
  sink: [
    { ...OF, kind: 'initialized', transitionId: 't-0' },
    REPORTED,
    { ...OF, kind: 'partial_refunded', transitionId: 't-2' },
  ],
};
const { service } = GOOD;
const withCalls = (...calls: OutsideCall[]): OutsideHistory => ({ ...GOOD, calls: [...GOOD.calls, ...calls] });
const ending = (answer: OutsideCall['answer']): OutsideHistory => ({
  ...GOOD,
  calls: [
    ...GOOD.calls.slice(0, -3).filter(({ answer }) => !answer?.paid),
    call('return', 90, answer, { isLast: true }),
  ],
});
const unpaid = { orders: [{ ...OF, status: 'declined', amount: 1_250 }], states: [], deliveries: [], refunds: [] };

/** What happened otherwise, and which promises it breaks. */
const PLANTED: readonly [title: string, history: OutsideHistory, broken: readonly string[]][] = [
  [
    'a page takes a payment back',
    withCalls(call('return', 50, { status: 'declined', paid: false })),
    ['paid, and later not'],
  ],
  [
    'a page believes the browser',
    { ...GOOD, service: { ...service, ...unpaid }, sink: [] },
    [
      'paid without money at the service',
      'ends in another status than any of its attempts',
      'paid, and no one was told',
      'a refund called accepted that the service does not have',
    ],
  ],
  [
    'an acknowledged notification is lost',
    { ...ending({ status: 'initialized', paid: false }), sink: [] },
    [
      'unpaid though the service has the money',
      'ends in another status than any of its attempts',
      'acknowledged as paid, and not known to be',
      'more refunds than were asked for',
    ],
  ],
  [
    'an order is never settled of which nothing was heard',
    {
      ...ending({ status: 'initialized', paid: false }),
      service: { ...service, deliveries: [], refunds: [] },
      sink: [],
    },
    ['unpaid though the service has the money', 'ends in another status than any of its attempts'],
  ],
  [
    'a forged notification is acknowledged',
    {
      ...GOOD,
      service: { ...service, deliveries: [DELIVERY, { ...DELIVERY, fault: 'wrong-key', body: '{"status":' }] },
    },
    ['forged, and acknowledged'],
  ],
  [
    'the mail of a payment goes out twice',
    { ...GOOD, sink: [...GOOD.sink, { ...REPORTED, transitionId: 't-9' }] },
    ['told of one payment twice'],
  ],
  ['the mail of a payment is lost', { ...GOOD, sink: [] }, ['paid, and no one was told']],
  [
    'a refund is sent again, and booked again',
    { ...GOOD, service: { ...service, refunds: [REFUND, REFUND] } },
    ['a refund booked twice'],
  ],
  [
    'a click makes two refunds, of more than there was',
    { ...GOOD, service: { ...service, refunds: [REFUND, { ...REFUND, tag: 'r-2', amount: 900 }] } },
    ['more refunds than were asked for', 'more given back than was paid'],
  ],
  [
    'a refund that was lost is called accepted',
    { ...GOOD, service: { ...service, refunds: [] } },
    ['a refund called accepted that the service does not have'],
  ],
  [
    'a status is told again after a restart',
    { ...GOOD, sink: [...GOOD.sink, { ...OF, kind: 'initialized', transitionId: 't-8' }] },
    ['told of a status more often than it came'],
  ],
  [
    'a payment is told of that never was',
    { ...ending({ status: 'declined', paid: false }), service: { ...service, ...unpaid } },
    ['told of a payment that never was'],
  ],
];

describe('a history that is judged from outside, by the promises alone', () => {
  it('has nothing wrong where all was kept, whatever was asked twice', () => {
    expect(outsideFaults(GOOD)).toEqual([]);
    expect(outsideFaults(withCalls(call('return', 5, { status: 'initialized', paid: false })))).toEqual([]);
  });

  it.each(PLANTED)('is caught when %s', (_title, history, broken) => {
    expect(outsideFaults(history)).toEqual(broken.map((what) => `from outside: 1 orders ${what}: C-1`));
  });

  it('is caught by each of the promises', () => {
    expect(new Set(PLANTED.flatMap(([, , broken]) => broken))).toEqual(new Set(OUTSIDE_PROMISES));
  });
});
