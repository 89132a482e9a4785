import { describe, expect, it } from '@jest/globals';
import { parseOrder, type RelatedTransaction } from '../../../protocol/index.js';
import { chargebacksIn } from './chargebacks.js';

const row = (change: Partial<RelatedTransaction>): Partial<RelatedTransaction> => ({
  type: 'chargeback',
  transaction_id: '1',
  status: 'completed',
  amount: 500,
  currency: 'EUR',
  ...change,
});
const taken = (transaction_id: string | null, amount: number | null = 500): Partial<RelatedTransaction> =>
  row({ transaction_id, amount });
const given = (amount: number | null, change: Partial<RelatedTransaction> = {}): Partial<RelatedTransaction> =>
  row({ type: 'reverse_chargeback', transaction_id: '90', amount, ...change });

describe('what stands of the chargebacks of an order', () => {
  it.each<[string, Partial<RelatedTransaction>[], Record<string, number>]>([
    ['each that was not given back', [taken('1'), taken('2', 300)], { 1: 500, 2: 300 }],
    ['nothing of one that came to nothing', [row({ status: 'declined' })], { 1: 0 }],
    ['nothing of one over nothing', [taken('3', 0)], { 3: 0 }],
    ['all of those without an id, as one', [taken(null), taken(null, 300), taken('3', 100)], { null: 800, 3: 100 }],
    ['the rest of those without an id', [taken(null), taken(null, 300), given(300)], { null: 500 }],
    ['all of a second one, where the first came to nothing', [row({ status: 'void' }), taken('2')], { 1: 0, 2: 500 }],
    ['all that was paid, where one does not say how much', [taken('2', null)], { 2: 1_000 }],
    ['as much of one that is written below zero', [taken('1', -500)], { 1: 500 }],
    ['the least unit of one', [taken('1', 1)], { 1: 1 }],
    ['the others, where one was given back', [taken('1'), taken('2', 300), given(300)], { 1: 500, 2: 0 }],
    ['the newer of two alike, where one was given back', [taken('1'), taken('2'), given(500)], { 1: 0, 2: 500 }],
    ['the newest, where as much of none was given back', [taken('1'), taken('2', 300), given(600)], { 1: 0, 2: 200 }],
    ['a part of the oldest', [taken('1'), taken('2', 300), given(100)], { 1: 400, 2: 300 }],
    ['nothing, where more was given back', [taken('1'), taken('2', 300), given(900)], { 1: 0, 2: 0 }],
    ['all of it, where giving it back failed', [taken('1'), given(500, { status: 'declined' })], { 1: 500 }],
    ['all of it, where the returned amount is unknown', [taken('1'), given(null)], { 1: 500 }],
    ['nothing, in any sequence and spelling', [given(500, { type: 'Reverse-Chargeback' }), taken('1')], { 1: 0 }],
    ['nothing of what was given back twice', [taken('1'), given(200), given(300, { transaction_id: '91' })], { 1: 0 }],
  ])('is %s', (_title, related_transactions, expected) => {
    const { order } = parseOrder({ order_id: 'A-1', amount: 1_000, currency: 'EUR', related_transactions });
    expect(Object.fromEntries(chargebacksIn(order).map(({ id, standing }) => [id, standing]))).toEqual(expected);
  });
});
