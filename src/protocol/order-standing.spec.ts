import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';

import { parseOrder, parseOrderStanding } from './order.parser.js';

const PART = { type: 'capture', status: 'completed', order_id: 'S1-1', amount: '100', transaction_id: 1_756_720_780 };
const ORDER = {
  amount: 4599,
  amount_refunded: '100',
  auth_order_id: 'S0',
  created: '2025-09-01T11:59:40',
  currency: 'EUR',
  customer: { email: 'ann@example.org' },
  financial_status: 'initialized',
  modified: '2025-09-01T12:00:09',
  order_id: 10042,
  payment_details: { type: 'VISA', capture: 'manual', capture_remain: '0', terminal_id: 7, last4: '4242' },
  related_transactions: [PART],
  status: 'completed',
  transaction_id: '1756720780000123',
};
const FIELDS = Object.keys(ORDER);

describe('the part of an order about its payment', () => {
  it('is read as parseOrder reads it, for any input', () => {
    const broken = fc.dictionary(fc.constantFrom(...FIELDS), fc.jsonValue()).map((fields) => ({ ...ORDER, ...fields }));
    const some = fc.oneof(fc.constant(ORDER), fc.jsonValue(), broken);
    fc.assert(fc.property(some, (value) => expect(parseOrder(value).order).toMatchObject(parseOrderStanding(value))));
  });

  it('finds related transactions in every form of a PHP list, and their amounts with any sign', () => {
    const row = { transaction_id: 9, amount: -500 };
    for (const [related_transactions, expected] of [
      [[row], ['9 500']],
      [{ 1: row, 4: { ...row, transaction_id: 10 } }, ['9 500', '10 500']],
      [row, ['9 500']],
      [{}, []],
      [false, ['null null']],
      ['unavailable', ['null null']],
    ]) {
      const found = parseOrder({ related_transactions }).order.related_transactions;
      expect(found.map((each) => `${each.transaction_id} ${each.amount}`)).toEqual(expected);
      expect(parseOrderStanding({ related_transactions }).related_transactions).toEqual(found);
    }
    expect(parseOrder({ costs: { 2: { type: 'SYSTEM' } } }).order.costs).toHaveLength(1);
    expect(parseOrder({ related_transactions: { 3: 5 } }).faults).toEqual([
      { path: 'related_transactions[3]', message: 'is not an object' },
    ]);
  });

  it.each<[string, Record<string, unknown>, string[]]>([
    ['nothing, where all was well', { related_transactions: null, amount_refunded: '' }, []],
    ['a sum', { amount_refunded: '1.00' }, ['amount_refunded']],
    ['a list', { related_transactions: false }, ['related_transactions']],
    [
      'a row, and a field of one',
      { related_transactions: [5, { amount: '1,5' }] },
      ['related_transactions[0]', 'related_transactions[1].amount'],
    ],
    ['nothing of what tells of other things', { amount: 'ten', customer: 5, costs: 'none' }, []],
  ])('says what of it cannot be read and may tell of money given back: %s', (_title, change, expected) => {
    expect(parseOrderStanding({ ...ORDER, ...change }).unreadable).toEqual(expected);
  });
});
