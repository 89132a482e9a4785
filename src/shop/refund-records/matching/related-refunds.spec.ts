import { expect, it } from '@jest/globals';
import { parseOrder } from '../../../protocol/index.js';
import { givenBackIn } from './related-refunds.js';

const row = (amount: number, change: object = {}): object => ({
  type: 'refund',
  status: 'completed',
  amount,
  ...change,
});
const ROWS = [
  row(300),
  row(200, { status: 'reserved' }),
  row(100, { status: 'declined' }),
  row(50, { type: 'chargeback' }),
  row(25, { type: undefined }),
];

it.each<[string, object, number]>([
  ['the reported amount', { status: 'refunded', amount_refunded: 700, related_transactions: ROWS }, 700],
  ['all of a refunded order that reports none', { status: 'Refunded', related_transactions: ROWS }, 1_250],
  ['nothing of a refunded order without an amount', { status: 'refunded', amount: null }, 0],
  ['the listed refunds of a partly refunded one', { status: 'partial_refunded', related_transactions: ROWS }, 525],
  ['nothing of a partly refunded one that lists none', { status: 'partial_refunded' }, 0],
  ['nothing of a paid one, whatever it lists', { status: 'completed', related_transactions: ROWS }, 0],
  ['all of one whose amount cannot be read', { status: 'refunded', amount_refunded: '12,50' }, 1_250],
])('what an order has given back is %s', (_title, fields, expected) => {
  const { order } = parseOrder({ order_id: 'A-1', amount: 1_250, currency: 'EUR', ...fields });
  expect(givenBackIn(order)).toBe(expected);
});
