import { describe, expect, it } from '@jest/globals';
import { fresh, observedOrder, summary, type ObservedInput } from '../../../../test/support/observations.js';
import { agrees, decidePart, isAnyRefunded } from './captured-part.js';
import { statusWithParts, tipIn, isTipped } from './merge.money.js';
import type { KnownTransaction, OrderState, ReceivedMoney } from './merge.types.js';

/** As stored by release 0.1 and later: what was received for attempt 1 of A-1. */
const received = (change: Partial<ReceivedMoney> = {}): ReceivedMoney => ({
  attempt: 1,
  id: null,
  kind: 'part',
  serviceOrderId: 'A-1_1',
  amount: 500,
  currency: 'EUR',
  tip: 0,
  reported: 100,
  standing: true,
  modifiedAt: 1_000,
  ...change,
});

describe('a captured part that is seen by itself', () => {
  const other = received({ serviceOrderId: 'A-1_2', kind: 'other', id: '7' });
  const state: OrderState = { ...fresh, received: [other, received()] };

  /** What is known of the part afterwards; null when nothing has changed. */
  const seen = (status: string | null, amountRefunded: number, modifiedAt: number | null, orderId = 'A-1_1') => {
    const fields = { order_id: orderId, status };
    const observed = { ...observedOrder({ status: 'completed', amountRefunded, fields }), modifiedAt };
    const decision = decidePart(state, observed);
    if (!('next' in decision)) return null;
    const [first, known] = decision.next.received ?? [];
    expect(first).toBe(other);
    return [known!.reported, known!.standing, known!.modifiedAt];
  };

  it.each<[string, Parameters<typeof seen>, ReturnType<typeof seen>]>([
    ['more was given back', ['completed', 200, 2_000], [200, true, 2_000]],
    ['the same', ['completed', 100, 2_000], null],
    ['more, at once', ['completed', 200, 1_000], [200, true, 1_000]],
    ['less, later', ['completed', 50, 1_001], [50, true, 1_001]],
    ['less, at once', ['completed', 50, 1_000], null],
    ['less, before', ['completed', 50, 999], null],
    ['more, before', ['completed', 200, 999], null],
    ['more, without a time', ['completed', 200, null], null],
    ['taken back by the bank', ['chargedback', 100, 1_000], [100, false, 1_000]],
    ['annulled', ['void', 100, 1_001], [100, false, 1_001]],
    ['annulled, with less given back', ['void', 50, 1_001], [50, false, 1_001]],
    ['an unknown status', ['quantum', 200, 2_000], null],
    ['no word', [null, 200, 2_000], null],
    ['another part', ['completed', 200, 2_000, 'A-1_3'], null],
    ['what is no part', ['completed', 200, 2_000, 'A-1_2'], null],
  ])('%s', (_title, given, expected) => {
    expect(seen(...given)).toEqual(expected);
  });

  it('a part of it was given back, of which nothing says how much, until a sum does', () => {
    const unnamed = received({ reported: 0 });
    const after = (known: OrderState, fields: Partial<ObservedInput>) => {
      const order = { order_id: 'A-1_1', status: 'partial_refunded', ...fields.fields };
      const observed = { ...observedOrder({ status: 'completed', ...fields, fields: order }), modifiedAt: 2_000 };
      const decision = decidePart(known, observed);
      return 'next' in decision ? decision.next : known;
    };
    for (const word of [{}, { status: 'completed', financial_status: 'partial_refunded' }]) {
      const unknown = after({ ...fresh, received: [unnamed] }, { fields: word });
      expect(unknown.received).toMatchObject([{ reported: 0, isPartUnknown: true, standing: true }]);
      const reported = after(unknown, { amountRefunded: 200 });
      expect(reported.received).toMatchObject([{ reported: 200, isPartUnknown: false }]);
    }
    expect(after({ ...fresh, received: [unnamed] }, { amountRefunded: 200 }).received![0]).not.toHaveProperty(
      'isPartUnknown',
    );
  });

  it('a part of whose money the bank takes: it is reported once, and a refund beside it is not', () => {
    const row = (id: string, type: string, amount: number) => ({
      transaction_id: id,
      type,
      amount,
      status: 'completed',
    });
    const taken = row('81', 'chargeback', 150);
    const follow = (...steps: [back: number, ...rows: object[]][]): string[] => {
      let known: OrderState = { ...fresh, received: [received()] };
      return steps.map(([amountRefunded, ...related_transactions], index) => {
        const fields = { order_id: 'A-1_1', related_transactions };
        const observed = observedOrder({ status: 'completed', amountRefunded, fields });
        const decision = decidePart(known, { ...observed, modifiedAt: 2_000 + index });
        if ('next' in decision) known = decision.next;
        return summary(decision);
      });
    };
    expect(follow([250, taken], [250, taken], [300, taken, row('82', 'refund', 50)])).toEqual([
      'partial_refunded',
      'ignored: captured-part',
      'update: captured-part',
    ]);
    expect(follow([200, row('82', 'refund', 100)])).toEqual(['update: captured-part']);
    // The amount may be reported later.
    expect(follow([100, taken], [250, taken])).toEqual(['partial_refunded', 'update: captured-part']);
  });

  it('of an order without parts', () => {
    expect(decidePart(fresh, observedOrder({ fields: { order_id: 'A-1_1' } })).kind).toBe('ignored');
  });

  it('that comes back once it was taken away, later and not at once', () => {
    const gone: OrderState = { ...fresh, received: [received({ standing: false })] };
    const back = (modifiedAt: number) => {
      const observed = { ...observedOrder({ status: 'completed', amountRefunded: 100 }), modifiedAt };
      return decidePart(gone, { ...observed, order: { ...observed.order, order_id: 'A-1_1' } }).kind;
    };
    expect([back(1_000), back(1_001)]).toEqual(['ignored', 'transition']);
  });
});

const transaction = (id: string | null, amountRefunded: number, attempt = 1): KnownTransaction => ({
  attempt,
  id,
  facts: { status: 'completed', financialStatus: null, amountRefunded, modifiedAt: 1, fingerprint: '' },
  paid: true,
  held: null,
});

describe('whether an observation has the refunded amount that counts', () => {
  const row = {
    transactions: [transaction('9', 1), transaction('7', 200, 2), transaction('7', 100)],
    received: [
      received({ reported: 300 }),
      received({ reported: 400, serviceOrderId: 'A-1_2' }),
      received({ reported: 500, attempt: 2 }),
      received({ reported: 600, kind: 'other', id: '8', serviceOrderId: 'A-1' }),
      received({ reported: 700, kind: 'tip', id: '7', serviceOrderId: 'A-1' }),
    ],
  };
  it.each<[string, number, Partial<ObservedInput> & { isPart?: boolean; orderId?: string }]>([
    ['a transaction', 100, { transactionId: '7' }],
    ['the same of another attempt', 200, { transactionId: '7', attempt: 2 }],
    ['one that is not known', 0, { transactionId: '6' }],
    ['money in another amount', 600, { transactionId: '8' }],
    ['a part', 300, { isPart: true, orderId: 'A-1_1' }],
    ['another part', 400, { isPart: true, orderId: 'A-1_2' }],
    ['a part of another attempt', 500, { isPart: true, orderId: 'A-1_1', attempt: 2 }],
    ['a part that is not known', 0, { isPart: true, orderId: 'A-1_9' }],
  ])('%s: %d', (_title, counts, { isPart = false, orderId, attempt = 1, ...input }) => {
    const says = (amountRefunded: number): boolean => {
      const { order } = observedOrder({
        ...input,
        attempt,
        amountRefunded,
        ...(orderId && { fields: { order_id: orderId } }),
      });
      return agrees(row, { attempt: { number: attempt }, isPart }, order);
    };
    expect([0, 100, 200, 300, 400, 500, 600, 700].filter(says)).toEqual([counts]);
  });

  it('nothing is known: nothing was given back', () => {
    const { order } = observedOrder({ transactionId: '7' });
    expect(agrees({ transactions: null, received: null }, { attempt: { number: 1 }, isPart: false }, order)).toBe(true);
  });

  it.each([
    [false, { transactions: null, received: null }],
    [false, { transactions: [transaction('7', 0)], received: [received({ reported: 0 })] }],
    [true, { transactions: [transaction('7', 0), transaction('8', 1)], received: null }],
    [true, { transactions: [transaction('7', 0)], received: [received({ reported: 0 }), received({ reported: 1 })] }],
  ])('is anything given back: %s', (isAny, known) => {
    expect(isAnyRefunded(known)).toBe(isAny);
  });
});

it.each([
  ['authorised', 500, 'authorised', 'completed'],
  ['authorised', 501, 'authorised', 'authorised'],
  ['authorised', null, 'authorised', 'authorised'],
  ['cancelled', 9_000, 'cancelled', 'completed'],
  ['reserved', 500, 'reserved', 'reserved'],
] as const)('%s of %s, with 5.00 captured: from %s to %s', (_title, amount, status, expected) => {
  const related = [
    { type: ' CAPTURE ', order_id: 'A-1_1', amount: 499, status: 'completed' },
    { type: 'capture', order_id: 'A-1_2', amount: 1, status: 'completed' },
    { type: 'capture', order_id: 'A-1_3', status: 'completed' },
  ];
  const observed = observedOrder({ fields: { amount, related_transactions: related } });
  expect(statusWithParts(observed, status)).toBe(expected);
  const order = { ...observed.order, related_transactions: [] };
  expect(statusWithParts({ ...observed, order }, status)).toBe(status);
});

it.each([
  ['reported', false, 'completed'],
  ['not reported yet', true, 'cancelled'],
])('a reservation whose only part is void is void itself, unless that loss was %s', (_title, standing, expected) => {
  const row = { type: 'capture', transaction_id: 'P-1', order_id: 'A-1_1', amount: 500, status: 'void' };
  const observed = observedOrder({ status: 'void', fields: { related_transactions: [row] } });
  const part = { attempt: 1, id: 'P-1', kind: 'part' as const, serviceOrderId: 'A-1_1', amount: 500, currency: 'EUR' };
  const received = [{ ...part, reported: 0, tip: 0, standing, modifiedAt: null }];
  expect(statusWithParts(observed, 'cancelled', received)).toBe(expected);
  expect(statusWithParts(observed, 'cancelled')).toBe('cancelled');
});

it.each([
  [true, 1_251, 'EUR', 'T-1', true],
  [false, 1_250, 'EUR', 'T-1', true],
  [false, null, 'EUR', 'T-1', true],
  [false, 1_251, 'USD', 'T-1', true],
  [false, 1_251, 'EUR', '', true],
  [false, 1_251, 'EUR', null, true],
  [false, 1_251, 'EUR', 'T-1', false],
])('a tip: %s, where %s %s came at till %s, and tips are expected: %s', (isTip, amount, currency, till, allowTip) => {
  const { order } = observedOrder({ fields: { amount, currency, payment_details: { terminal_id: till } } });
  expect(isTipped(order, { amount: 1_250, currency: 'EUR' }, allowTip)).toBe(isTip);
});

it('the tip of a transaction, among all that came', () => {
  const all = [
    received({ id: '8', tip: 9 }),
    received({ kind: 'tip', id: '7', tip: 8 }),
    received({ kind: 'tip', id: '8', tip: 7 }),
  ];
  expect([tipIn(all, '8'), tipIn(all, '7'), tipIn(all, '6'), tipIn(null, '7')]).toEqual([7, 8, null, null]);
});
