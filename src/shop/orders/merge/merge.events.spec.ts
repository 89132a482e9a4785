import { describe, expect, it } from '@jest/globals';
import {
  after,
  fresh,
  observedOrder,
  stateAfter,
  summary,
  type ObservedInput,
} from '../../../../test/support/observations.js';
import { eventsOf } from './merge.events.js';
import { merge, needsAttention } from './merge.js';
import { summaryOf } from './merge.summary.js';
import type { MergeOutcome, OrderSummary } from './merge.types.js';

const none = summaryOf(fresh);
const paid: OrderSummary = { ...none, status: 'completed', payments: 1 };

it.each<[string, Partial<OrderSummary>, Partial<OrderSummary>, string[]]>([
  ['two payments at once', none, { payments: 2 }, ['completed', 'paid_twice']],
  [
    'of which a part is back',
    none,
    { payments: 2, amountRefunded: 300 },
    ['completed', 'paid_twice', 'partial_refunded'],
  ],
  ['three', none, { payments: 3 }, ['completed', 'paid_twice', 'paid_twice']],
  ['one more', paid, { payments: 2 }, ['paid_twice']],
  ['one more, which was shipped', paid, { payments: 2, status: 'shipped' }, ['paid_twice']],
  ['one more, which is gone', paid, { payments: 2, status: 'chargedback' }, ['paid_twice', 'chargedback']],
  [
    'a dispute that is won, of which a refund from before stays',
    { ...paid, status: 'chargedback', amountRefunded: 300 },
    { status: 'partial_refunded', amountRefunded: 300 },
    ['restored'],
  ],
  [
    'the same, with a refund that was not reported',
    { ...paid, status: 'chargedback' },
    { status: 'partial_refunded', amountRefunded: 300 },
    ['restored', 'partial_refunded'],
  ],
  [
    'a dispute that is lost for good: all of it is given back',
    { ...paid, status: 'chargedback' },
    { status: 'refunded', amountRefunded: 1_250 },
    ['refunded'],
  ],
  [
    'one of two refunds that is called off',
    { ...paid, status: 'refunded', amountRefunded: 1_250 },
    { status: 'partial_refunded', amountRefunded: 300 },
    ['partial_refunded'],
  ],
  ['a part that the bank gives back', { ...paid, amountRefunded: 300 }, {}, ['restored']],
  [
    'the same of a payment that was shipped since',
    { ...paid, amountRefunded: 300 },
    { status: 'shipped' },
    ['restored', 'shipped'],
  ],
  [
    'the same beside a refund from before',
    { ...paid, status: 'partial_refunded', amountRefunded: 800 },
    { status: 'partial_refunded', amountRefunded: 500 },
    ['restored'],
  ],
  [
    'a dispute of all, of which less is counted',
    { ...paid, status: 'chargedback', amountRefunded: 300 },
    { status: 'chargedback' },
    [],
  ],
  ['one more than what is gone', { ...paid, status: 'refunded' }, { payments: 2, status: 'refunded' }, ['paid_twice']],
])('the events of %s', (_title, before, change, events) => {
  const [was, is] = [
    { ...none, ...before },
    { ...paid, ...change },
  ];
  expect(eventsOf({ before: was, after: is, known: null, wasShipped: false, amount: 1_250 })).toEqual(events);
});

describe('an order that was shipped', () => {
  const api = (status: string, at: number, amountRefunded = 0): ObservedInput => ({
    status,
    at,
    amountRefunded,
    authoritative: true,
  });
  const reported = (...observed: ObservedInput[]): string[] => {
    let state = fresh;
    return observed.map((each) => {
      const decision = merge(state, observedOrder(each));
      state = stateAfter(state, decision);
      return summary(decision);
    });
  };
  it.each<[string, ObservedInput[], string[]]>([
    [
      'of which a refund was called off is in good standing again, and not shipped twice',
      [api('partial_refunded', 2, 500), api('shipped', 3)],
      ['partial_refunded', 'restored'],
    ],
    [
      'and counts as completed in between',
      [api('completed', 2), api('shipped', 3)],
      ['update: facts', 'update: facts'],
    ],
    ['and charged back, and won', [api('chargedback', 2), api('shipped', 3)], ['chargedback', 'restored']],
    [
      'of which a part stays given back',
      [api('partial_refunded', 2, 500), api('shipped', 3, 500)],
      ['partial_refunded', 'update: facts'],
    ],
    [
      'of which less is given back than before',
      [api('partial_refunded', 2, 500), api('partial_refunded', 3, 700), api('shipped', 4, 500)],
      ['partial_refunded', 'partial_refunded', 'restored'],
    ],
  ])('%s', (_title, observed, expected) => {
    expect(reported(api('completed', 0), api('shipped', 1), ...observed)).toEqual([
      'completed',
      'shipped',
      ...expected,
    ]);
  });

  it('while a refund was in progress is reported as shipped when the refund is cancelled, too', () => {
    const observed = [api('completed', 0), api('partial_refunded', 1, 500), api('shipped', 2)];
    expect(reported(...observed)).toEqual(['completed', 'partial_refunded', 'restored+shipped']);
    expect(reported(...observed.slice(0, 2), api('shipped', 2, 500))).toEqual([
      'completed',
      'partial_refunded',
      'shipped',
    ]);
  });

  it('is known to have been when an answer about another payment lets a message of its end stand', () => {
    const other = { ...api('declined', 3), transactionId: '99' };
    const observed = [api('completed', 0), api('shipped', 1), { status: 'void', at: 2 }, other, api('shipped', 4)];
    expect(reported(...observed).slice(2)).toEqual(['ask: would-undo-payment', 'voided', 'restored']);
  });
});

describe('an order whose payment is void', () => {
  it.each([
    ['as the shop asked for', 1, null, false],
    ['without the shop having asked for it', null, 'voided', true],
  ])('%s', (_title, letGoAt, attention, isReported) => {
    const state = after({ status: 'completed' });
    const decision = merge(state, observedOrder({ status: 'void', at: 1, authoritative: true, letGoAt }));
    const next = stateAfter(state, decision);
    expect([summary(decision), next.attention]).toEqual(['voided', attention]);
    expect([needsAttention('voided', next), needsAttention('completed', next)]).toEqual([isReported, false]);
    expect(needsAttention('paid_twice', { ...next, attention: null })).toBe(true);
  });
});

describe('money that arrives by an attempt that the shop has given up', () => {
  it.each<[string, number | null, true | undefined]>([
    ['is kept', 1, true],
    ['is kept, for any clocks', Date.UTC(2100, 0, 1), true],
    ['is like any other where it has not', null, undefined],
  ])('%s', (_title, letGoAt, isKept) => {
    const decided = (input: ObservedInput): MergeOutcome => merge(fresh, observedOrder({ ...input, letGoAt }));
    const reserved = decided({
      status: 'completed',
      financialStatus: 'initialized',
      fields: { payment_details: { type: 'VISA', capture: 'manual' } },
    });
    expect(reserved).toMatchObject({ events: ['authorised'] });
    for (const each of [reserved, decided({ status: 'completed' })])
      expect('isKept' in each).toBe(isKept !== undefined);
    expect(decided({ status: 'declined' })).not.toHaveProperty('isKept');
  });
});

describe('the same facts, which mean something else by the way of the capture', () => {
  const seen = { status: 'completed', financialStatus: 'initialized' };
  const byHand = { ...seen, fields: { payment_details: { type: 'VISA', capture: 'manual' } } };
  const atOnce = { ...seen, fields: { payment_details: { type: 'IDEAL' } } };
  it.each<[string, ObservedInput, ObservedInput, string]>([
    ['a message says more than was known', byHand, atOnce, 'ask: means-more'],
    ['an answer says more', byHand, { ...atOnce, authoritative: true }, 'completed'],
    ['a message says less', atOnce, byHand, 'duplicate: same-facts'],
    ['an answer says less', atOnce, { ...byHand, authoritative: true }, 'authorised'],
  ])('%s', (_title, known, observed, expected) => {
    expect(summary(merge(after(known), observedOrder(observed)))).toBe(expected);
  });
});
