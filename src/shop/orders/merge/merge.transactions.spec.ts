import { expect, it } from '@jest/globals';
import { fresh, observedOrder, stateAfter } from '../../../../test/support/observations.js';
import { merge } from './merge.js';
import type { MergeRules, OrderState } from './merge.types.js';

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
