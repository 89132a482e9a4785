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
import type { OrderSummary } from './merge.types.js';

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
  ['one more than what is gone', { ...paid, status: 'refunded' }, { payments: 2, status: 'refunded' }, ['paid_twice']],
])('what is told of %s', (_title, before, change, events) => {
  const [was, is] = [
    { ...none, ...before },
    { ...paid, ...change },
  ];
  expect(eventsOf({ before: was, after: is, known: null, amount: 1_250 })).toEqual(events);
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
