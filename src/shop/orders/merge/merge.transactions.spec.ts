import { expect, it } from '@jest/globals';
import { fresh, observedOrder, stateAfter } from '../../../../test/support/observations.js';
import { merge } from './merge.js';
import { CONSEQUENCES, releaseHeld } from './merge.transactions.js';
import type { Candidate, MergeRules, OrderState } from './merge.types.js';

const RULES: MergeRules = { onAbandoned: 'cancel', readLagMs: 5_000, allowTip: false };

it('no more than fifty transactions of an order are kept: the oldest that brought no money goes', () => {
  const see = (state: OrderState, transactionId: string, status: string): OrderState =>
    stateAfter(state, merge(state, observedOrder({ status, transactionId, authoritative: true }), RULES));
  let state = see(fresh, 'paid', 'completed');
  for (let number = 1; number <= 49; number += 1) state = see(state, `declined-${number}`, 'declined');
  const ids = (): (string | null)[] => state.transactions.map(({ id }) => id);
  expect(ids()).toHaveLength(50);
  expect(ids().slice(0, 2)).toEqual(['paid', 'declined-1']);
  for (const number of [50, 51]) state = see(state, `declined-${number}`, 'declined');
  expect(ids()).toHaveLength(50);
  expect(ids().slice(0, 2)).toEqual(['paid', 'declined-3']);
  expect(ids().at(-1)).toBe('declined-51');
});

it('of fifty that one goes which has brought no money, and of which nothing waits', () => {
  const facts = {
    status: 'declined',
    financialStatus: null,
    amountRefunded: 0,
    modifiedAt: 1,
    fingerprint: '',
  } as const;
  const held = { facts, paid: false };
  const known = (id: string, change = {}) => ({ attempt: 1, id, facts, paid: false, held: null, ...change });
  const kept = [known('paid', { paid: true }), known('waits', { held }), known('both', { paid: true, held })];
  const others = Array.from({ length: 47 }, (_, index) => known(`declined-${index}`));
  const observed = observedOrder({ status: 'declined', transactionId: 'new', authoritative: true });
  const see = (state: OrderState): (string | null)[] =>
    stateAfter(state, merge(state, observed, RULES)).transactions.map(({ id }) => id);
  expect(see({ ...fresh, transactions: [...kept, ...others] })).toEqual([
    'paid',
    'waits',
    'both',
    ...others.slice(1).map(({ id }) => id),
    'new',
  ]);
  expect(see({ ...fresh, transactions: [...kept, ...others.slice(1)] })).toHaveLength(50);
});

it('held facts keep their time when the same is reported again, and when they equal the known facts', () => {
  const facts = {
    status: 'completed',
    financialStatus: null,
    amountRefunded: 0,
    modifiedAt: 1,
    fingerprint: 'of 1',
  } as const;
  const copy = { ...facts };
  const known = { attempt: 1, id: '700', facts, paid: false, held: { facts: copy, paid: true }, recordedAt: 5 };
  const state = { ...fresh, transactions: [known] };
  const seen: Candidate = {
    ...observedOrder({ status: 'declined', transactionId: '701' }),
    facts: { ...facts },
    known,
    isTakenBack: false,
  };
  expect(CONSEQUENCES.hold(state, seen)).toBe(state);
  const [released] = releaseHeld(state, seen, { kind: 'apply', reason: 'first' }).transactions;
  expect(released).toMatchObject({ paid: true, held: null, recordedAt: 5 });
});

it('of money that differs from the attempt, the newest hundred entries are kept', () => {
  const part = (number: number) => ({ type: 'capture', order_id: `A-1_${number}`, amount: 1, status: 'completed' });
  const related = Array.from({ length: 101 }, (_, index) => part(index));
  const fields = { related_transactions: related };
  const state = stateAfter(fresh, merge(fresh, observedOrder({ status: 'completed', fields }), RULES));
  const ids = state.received?.map(({ serviceOrderId }) => serviceOrderId);
  expect([ids?.length, ids?.[0], ids?.at(-1)]).toEqual([100, 'A-1_1', 'A-1_100']);
});

it('a part without a known amount is not a part', () => {
  const fields = { related_transactions: [{ type: 'capture', order_id: 'A-1_1', status: 'completed' }] };
  const { received } = stateAfter(fresh, merge(fresh, observedOrder({ status: 'completed', fields }), RULES));
  expect(received).toBeUndefined();
});
