import { describe, expect, it } from '@jest/globals';
import { merge } from './merge.js';
import { summaryOf } from './merge.summary.js';
import type { MergeRules, OrderState } from './merge.types.js';
import {
  fresh,
  observedOrder,
  stateAfter,
  summary,
  type ObservedInput,
} from '../../../../test/support/observations.js';

const RULES: MergeRules = { onAbandoned: 'cancel', readLagMs: 5_000, allowTip: true };
const AT_A_TILL = { fields: { payment_details: { type: 'VISA', terminal_id: 'T-1' } } };
const TIPPED: ObservedInput = { status: 'completed', amount: 1400, ...AT_A_TILL };

const follow = (rules: MergeRules, ...orders: ObservedInput[]): { state: OrderState; events: string[] } => {
  const events: string[] = [];
  const state = orders.reduce((known, each) => {
    const decision = merge(known, observedOrder(each), rules);
    events.push(summary(decision));
    return stateAfter(known, decision);
  }, fresh);
  return { state, events };
};

const money = ({ received }: OrderState): string[] =>
  (received ?? []).map(
    ({ kind, serviceOrderId, amount, currency, reported, standing, tip }) =>
      `${kind} ${serviceOrderId} ${amount} ${currency} back ${reported} tip ${tip}${standing ? '' : ' gone'}`,
  );

describe('a tip at a till', () => {
  it('pays the order, and is a fact of its own', () => {
    const { state, events } = follow(RULES, TIPPED, { ...TIPPED, at: 1 });
    expect(events).toEqual(['completed', 'update: same-facts']);
    expect(money(state)).toEqual(['tip A-1 1400 EUR back 0 tip 150']);
    expect(summaryOf(state)).toMatchObject({ status: 'completed', payments: 1 });
  });

  it('is none where exactly what was asked for came, and one from the least unit on', () => {
    const asked = follow(RULES, { ...TIPPED, amount: 1250 });
    expect([asked.events, money(asked.state)]).toEqual([['completed'], []]);
    expect(money(follow(RULES, { ...TIPPED, amount: 1251 }).state)).toEqual(['tip A-1 1251 EUR back 0 tip 1']);
  });

  it.each<[string, MergeRules, ObservedInput]>([
    ['where the shop does not expect tips', { ...RULES, allowTip: false }, TIPPED],
    ['when less came', RULES, { ...TIPPED, amount: 1200 }],
    ['in another currency', RULES, { ...TIPPED, currency: 'USD' }],
    ['without a till', RULES, { status: 'completed', amount: 1400 }],
  ])('is none %s', (_title, rules, seen) => {
    expect(follow(rules, seen).events).toEqual(['amount_mismatch']);
  });
});

describe('a payment by an attempt that asked for another currency than the shop does now', () => {
  const inDollars: OrderState = { ...fresh, currency: 'USD' };

  it.each<[string, ObservedInput]>([
    ['with a tip', TIPPED],
    ['as the attempt asked', { ...TIPPED, amount: 1250 }],
    ['as the shop asks now', { ...TIPPED, amount: 1250, currency: 'USD' }],
  ])('is a mismatch %s', (_title, seen) => {
    expect(summary(merge(inDollars, observedOrder(seen), RULES))).toBe('amount_mismatch');
  });
});

it('a message without an amount is no tip of a payment of nothing: the service is asked', () => {
  const seen = observedOrder({ ...TIPPED, fields: { ...AT_A_TILL.fields, amount: null } });
  const ofNothing = { ...seen, attempt: { ...seen.attempt, amount: 0 } };
  expect(summary(merge({ ...fresh, amount: 0 }, ofNothing, RULES))).toBe('ask: amount-missing');
});

describe('money in another amount', () => {
  it('is remembered while it stands', () => {
    const wrong: ObservedInput = { status: 'completed', amount: 900, authoritative: true };
    expect(money(follow(RULES, wrong).state)).toEqual(['other A-1 900 EUR back 0 tip 0']);
    const refunded: ObservedInput = { ...wrong, at: 1, amountRefunded: 300 };
    expect(money(follow(RULES, wrong, refunded).state)).toEqual(['other A-1 900 EUR back 300 tip 0']);
    const older: ObservedInput = { ...wrong, at: 0 };
    expect(money(follow(RULES, wrong, refunded, older).state)).toEqual(['other A-1 900 EUR back 300 tip 0']);
    for (const status of ['chargedback', 'void'])
      expect(money(follow(RULES, wrong, { ...wrong, status, at: 1 }).state)).toEqual([
        'other A-1 900 EUR back 0 tip 0 gone',
      ]);
    expect(money(follow(RULES, wrong, { ...wrong, amount: 1250, at: 1 }).state)).toEqual([]);
    expect(money(follow(RULES, { ...wrong, status: 'uncleared' }).state)).toEqual([]);
  });
});

describe('a reservation that is captured in parts', () => {
  const part = (order_id: string, amount: number, status = 'completed') => ({
    transaction_id: `${amount}`,
    type: 'capture',
    order_id,
    amount,
    status,
    currency: 'EUR',
  });
  const shown = (status: string, ...parts: object[]): ObservedInput => ({
    status,
    financialStatus: status === 'completed' ? 'initialized' : status,
    capture: 'manual',
    fields: { payment_details: { type: 'VISA', capture: 'manual' }, related_transactions: parts },
  });
  const begun = shown('completed');

  it('waits while something of it can still be captured, and its parts are known', () => {
    const { state, events } = follow(RULES, begun, { ...shown('completed', part('A-1-0001', 500)), at: 1 });
    expect(events[0]).toBe('authorised');
    expect(summaryOf(state)).toMatchObject({ status: 'authorised', payments: 0 });
    expect(money(state)).toEqual(['part A-1-0001 500 EUR back 0 tip 0']);
  });

  it.each<[string, ObservedInput]>([
    ['the rest is released', shown('void', part('A-1-0001', 500))],
    ['the rest is released, with the other status', shown('cancelled', part('A-1-0001', 500))],
    ['nothing is left of it', shown('completed', part('A-1-0001', 500), part('A-1-0002', 750))],
  ])('is paid once %s', (_title, seen) => {
    const { state, events } = follow(RULES, begun, { ...seen, at: 1 }, { ...seen, at: 2 });
    expect(events).toEqual(['authorised', 'completed', 'update: same-facts']);
    expect(summaryOf(state)).toMatchObject({ status: 'completed', payments: 1 });
  });

  const unnamed = (amount: number) => ({ ...part('', amount), order_id: undefined });

  it('is paid where the rows of its parts do not name their orders', () => {
    const seen = shown('void', unnamed(500), unnamed(200));
    const { state, events } = follow(RULES, begun, { ...seen, at: 1 }, { ...seen, at: 2 });
    expect(events).toEqual(['authorised', 'completed', 'update: same-facts']);
    expect(money(state)).toEqual(['part  500 EUR back 0 tip 0', 'part  200 EUR back 0 tip 0']);
    const named = { ...shown('void', part('A-1-0001', 500), part('A-1-0002', 200)), at: 3 };
    const known = ['part A-1-0001 500 EUR back 0 tip 0', 'part A-1-0002 200 EUR back 0 tip 0'];
    expect(money(follow(RULES, begun, { ...seen, at: 1 }, named).state)).toEqual(known);
    expect(money(follow(RULES, begun, { ...named, at: 1 }, { ...seen, at: 3 }).state)).toEqual(known);
  });

  it('is paid by all of its parts where their rows repeat one transaction', () => {
    const rows = [part('A-1-0001', 500), part('A-1-0002', 200)].map((row) => ({ ...row, transaction_id: '77' }));
    const { state } = follow(RULES, begun, { ...shown('void', ...rows), at: 1 });
    expect(money(state)).toEqual(['part A-1-0001 500 EUR back 0 tip 0', 'part A-1-0002 200 EUR back 0 tip 0']);
  });

  it('is paid where a row names nothing at all, by as much as one of them brought', () => {
    const nameless = { ...unnamed(500), transaction_id: undefined };
    const seen = { ...shown('void', nameless, nameless), transactionId: null };
    const { state, events } = follow(RULES, begun, { ...seen, at: 1 });
    expect(events).toEqual(['authorised', 'completed']);
    expect(money(state)).toEqual(['part  500 EUR back 0 tip 0']);
  });

  const withRemain = (capture_remain: number, ...rows: object[]): ObservedInput => ({
    ...shown('completed'),
    at: 1,
    fields: { payment_details: { type: 'VISA', capture: 'manual', capture_remain }, related_transactions: rows },
  });
  const letGo = (status: string) => ({ transaction_id: '88', type: 'Auth cancellation', amount: 750, status });

  it.each<[string, ObservedInput, string]>([
    ['a part, and the rest released', withRemain(0, part('A-1-0001', 500), letGo('void')), 'completed'],
    ['a part, and nothing left to capture', withRemain(0, part('A-1-0001', 500)), 'completed'],
    ['a part, and the rest still reserved', withRemain(750, part('A-1-0001', 500)), 'update: facts'],
    ['all of it released', withRemain(0, letGo('cancelled')), 'cancelled'],
    ['all of it released, by the row alone', { ...shown('completed', letGo('void')), at: 1 }, 'cancelled'],
    ['a part of it released, and the rest still reserved', withRemain(500, letGo('void')), 'update: facts'],
    ['a release that was refused', withRemain(0, letGo('declined')), 'update: facts'],
    ['nothing left to capture, and no row that says why', withRemain(0), 'update: same-facts'],
  ])('while its own status stays: %s', (_title, seen, expected) => {
    expect(follow(RULES, begun, seen).events).toEqual(['authorised', expected]);
  });

  it('is not when no part of it stands', () => {
    const nothing = { ...shown('void', part('A-1-0001', 500, 'void')), at: 1, authoritative: true };
    expect(follow(RULES, begun, nothing).events).toEqual(['authorised', 'cancelled']);
  });
});
