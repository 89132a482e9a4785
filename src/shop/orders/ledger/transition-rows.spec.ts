import { describe, expect, it } from '@jest/globals';
import { observedOrder, type ObservedInput } from '../../../../test/support/observations.js';
import type { PaymentOrderEntity } from '../entities/payment-order.entity.js';
import type { ReceivedMoney } from '../merge/merge.types.js';
import { paymentTransition, refundTransition, type PaymentChange } from './transition-rows.js';

/** The order as it was before the change. */
const ROW = {
  group: 'shop-eu',
  orderId: 'A-1',
  reference: 'web 7',
  status: 'initialized',
  amount: 1250,
  currency: 'EUR',
  amountRefunded: 300,
} as PaymentOrderEntity;
const STAMP = { id: 'transition-1', version: 4, recordedAt: 77 };
const CHANGE: PaymentChange = {
  ...STAMP,
  kind: 'completed',
  status: 'completed',
  observationId: 'observation-1',
  payment: undefined,
  received: null,
};
/** The observed transaction: paid by PayPal in dollars, with a part given back. */
const SEEN: ObservedInput = {
  status: 'completed',
  transactionId: 'T-1',
  method: 'PAYPAL',
  amount: 900,
  currency: 'USD',
  amountRefunded: 200,
};
/** The reported facts of the observed transaction. */
const OBSERVED = { transactionId: 'T-1', paymentMethod: 'PAYPAL', amount: 900, amountRefunded: 200, currency: 'USD' };
/** The reported facts of another payment that an earlier message had proved: exactly the requested amount. */
const ASKED = { paymentMethod: null, amount: 1250, amountRefunded: 0, currency: 'EUR' };
const tip = (id: string): ReceivedMoney => ({ kind: 'tip', id, tip: 50 }) as ReceivedMoney;

const rowOf = (change: Partial<PaymentChange>, seen: ObservedInput = SEEN) =>
  paymentTransition(ROW, { order: observedOrder(seen).order, source: 'notification' }, { ...CHANGE, ...change });

describe('the row of a change of the payment', () => {
  it('says what was, what is, and which source reported it', () => {
    expect(rowOf({})).toEqual({
      ...STAMP,
      ...OBSERVED,
      kind: 'completed',
      group: 'shop-eu',
      orderId: 'A-1',
      reference: 'web 7',
      previousStatus: 'initialized',
      status: 'completed',
      observationId: 'observation-1',
      tip: null,
      source: 'notification',
      refund: null,
    });
  });

  it.each<[title: string, change: Partial<PaymentChange>, reported: object]>([
    ['about the observed payment', { payment: 'T-1' }, OBSERVED],
    ['about another payment', { payment: 'T-2' }, { ...ASKED, transactionId: 'T-2' }],
    ['about another payment, which has no id', { payment: null }, { ...ASKED, transactionId: null }],
    ['about no payment', { payment: undefined }, OBSERVED],
    ['with a tip', { received: [tip('T-1')] }, { ...OBSERVED, tip: 50 }],
    ['with the tip of another transaction', { received: [tip('T-2')] }, { ...OBSERVED, tip: null }],
  ])('%s', (...[, change, reported]) => {
    expect(rowOf(change)).toMatchObject(reported);
  });

  it('a payment without an id is the observed one when that has none either', () => {
    const seen = { ...SEEN, transactionId: null };
    expect(rowOf({ payment: null }, seen)).toMatchObject({ ...OBSERVED, transactionId: null });
  });
});

it('the row of a change of a refund says how the order was, and what was given back by which refund', () => {
  const refund = { id: 'R-1', key: 'key-1', reason: 'too late' };
  const change = { kind: 'refund_completed', amount: 200, currency: 'USD', serviceRefundId: '9001', refund };
  expect(refundTransition(ROW, change, { ...STAMP, source: 'refund-read' })).toEqual({
    ...STAMP,
    kind: 'refund_completed',
    group: 'shop-eu',
    orderId: 'A-1',
    reference: 'web 7',
    previousStatus: 'initialized',
    status: 'initialized',
    transactionId: '9001',
    paymentMethod: null,
    amount: 200,
    amountRefunded: 300,
    tip: null,
    currency: 'USD',
    source: 'refund-read',
    observationId: null,
    refund,
  });
});
