import { expect, it } from '@jest/globals';
import { observedOrder } from '../../../../test/support/observations.js';
import { fingerprintOf } from './fingerprint.js';

const part = (id: string, amount: number) => ({ transaction_id: id, type: 'refund', amount, status: 'completed' });
const of = (...related: object[]): string =>
  fingerprintOf(observedOrder({ status: 'completed', fields: { related_transactions: related } }).order);

it('an order is a repeat for any sequence of its parts, and none when one of them changes', () => {
  const [first, second] = [part('R-1', 100), part('R-2', 200)];
  expect(of(second, first)).toBe(of(first, second));
  expect(of(first)).not.toBe(of(first, second));
  expect(of(first, { ...second, status: 'declined' })).not.toBe(of(first, second));
  expect(of(first, { ...second, amount: 201 })).not.toBe(of(first, second));
});
