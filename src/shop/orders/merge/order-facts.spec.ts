import { expect, it } from '@jest/globals';
import { observedOrder, type ObservedInput } from '../../../../test/support/observations.js';
import { storableFacts } from './order-facts.js';

const row = (change: Record<string, unknown> = {}): Record<string, unknown> => ({
  transaction_id: '81',
  amount: 500,
  status: 'completed',
  ...change,
});

/** The type of the one row of an order after its facts were read; `capture` of its details is `manual` unless another is given. */
const typeIn = (
  input: Partial<ObservedInput>,
  change = row(),
  capture: string | null = 'manual',
  capture_remain: number | null = null,
): string | null => {
  const payment_details = { type: 'VISA', capture, capture_remain };
  const fields = { related_transactions: [change], payment_details, ...input.fields };
  const { order } = observedOrder({ status: 'completed', financialStatus: 'initialized', ...input, fields });
  return storableFacts(order).related_transactions[0]!.type;
};

it('a row without a type is a captured part while the money is only reserved, or was let go of', () => {
  expect(typeIn({})).toBe('capture');
  expect(typeIn({}, row(), ' Manual ')).toBe('capture');
  for (const financialStatus of ['void', 'cancelled', 'expired']) {
    expect(typeIn({ status: 'void', financialStatus })).toBe('capture');
  }
});

it.each<[string, Parameters<typeof typeIn>]>([
  ['the money was taken', [{ financialStatus: 'completed' }]],
  ['the money was taken, and given back', [{ financialStatus: 'refunded' }]],
  ['the state of the money is not known', [{ financialStatus: null }]],
  ['a sum says that something was given back', [{ amountRefunded: 500 }]],
  ['its status says that something was given back', [{ status: 'partial_refunded' }]],
  ['it has the tag of a refund', [{}, row({ refund_order_id: 'R-1' })]],
  ['it is of all the money', [{}, row({ amount: 1250 })]],
  ['the money is not captured by hand', [{}, row(), null]],
])('a row without a type is none where %s', (_title, given) => {
  expect(typeIn(...given)).toBeNull();
});

it('a row without a type that came to nothing is a release where nothing is left to capture, and only there', () => {
  for (const amount of [500, 1250])
    expect(typeIn({}, row({ amount, status: 'void' }), 'manual', 0)).toBe('auth-cancellation');
  for (const left of [null, 750]) expect(typeIn({}, row({ status: 'void' }), 'manual', left)).toBe('capture');
  expect(typeIn({ financialStatus: 'completed' }, row({ status: 'void' }), 'manual', 0)).toBeNull();
});

it('a row with a type keeps it', () => {
  expect(typeIn({}, row({ type: 'refund' }))).toBe('refund');
});

it.each([
  ['Coupon::Intersolve', 'VVVGIFTCARD', 'VVVGIFTCARD'],
  ['COUPON', 'VVVGIFTCARD', 'VVVGIFTCARD'],
  ['Coupon::Intersolve', '', 'Coupon::Intersolve'],
  ['Coupon::Intersolve', null, 'Coupon::Intersolve'],
  ['IDEAL', 'VVVGIFTCARD', 'IDEAL'],
  ['COUPONAGE', 'VVVGIFTCARD', 'COUPONAGE'],
  [null, 'VVVGIFTCARD', null],
])('a gift card is known by its brand: %s of %s is %s', (type, coupon_brand, expected) => {
  const { order } = observedOrder({ status: 'completed', fields: { payment_details: { type, coupon_brand } } });
  expect(storableFacts(order).payment_details.type).toBe(expected);
});
