import { describe, expect, it } from '@jest/globals';
import { after, fresh, observedOrder } from '../../../../test/support/observations.js';
import type { PaymentOrderEntity } from '../entities/payment-order.entity.js';
import type { KnownTransaction, OrderState } from '../merge/merge.types.js';
import { changesOf, knownTransactions, methodOf, toOrderState } from './order-state.mapper.js';

const PAID = after({ status: 'completed', transactionId: 'T-1' });
const row = (change: Partial<PaymentOrderEntity> = {}): PaymentOrderEntity =>
  ({ paidAt: null, ...change }) as PaymentOrderEntity;
const changes = (state: OrderState, paidAt: number | null = null) => changesOf(row({ paidAt }), state, 77);

describe('the columns of an order', () => {
  it.each([
    ['a payment is dated when it is written down first', PAID, null, 77],
    ['and stays dated', PAID, 5, 5],
    ['also after the very first millisecond', PAID, 0, 0],
    ['what is not paid has no date', fresh, null, null],
    ['what was paid keeps it', fresh, 5, 5],
  ])('%s', (_title, state, paidAt, dated) => {
    expect(changes(state, paidAt)).toMatchObject({ paidAt: dated, updatedAt: 77 });
  });

  it('are empty of what is not known', () => {
    const nothing = { transactions: null, mismatches: null, received: null, attention: null, status: null };
    expect(changes(fresh)).toMatchObject(nothing);
    expect(changes({ ...fresh, received: [] })).toMatchObject(nothing);
    const known = { ...PAID, mismatches: ['1:T-1 5 EUR'], received: [{ tip: 5 }], attention: 'paid_twice' } as unknown;
    const { transactions, mismatches, received, attention, status } = changes(known as OrderState);
    expect({ transactions, mismatches, received, attention, status }).toEqual({
      transactions: PAID.transactions,
      mismatches: ['1:T-1 5 EUR'],
      received: [{ tip: 5 }],
      attention: 'paid_twice',
      status: 'completed',
    });
  });

  it('have the payment method of the transaction that decides the order', () => {
    const { order } = observedOrder({ transactionId: 'T-1', method: 'IDEAL' });
    const { order: silent } = observedOrder({ transactionId: 'T-1', fields: { payment_details: {} } });
    const known = { paymentMethod: 'VISA' };
    expect([methodOf(known, order, 'T-1'), methodOf(known, order, 'T-2'), methodOf(known, silent, 'T-1')]).toEqual([
      'IDEAL',
      'VISA',
      'VISA',
    ]);
  });

  it('are read as they were written, with the statuses of this release', () => {
    const [seen] = PAID.transactions as [KnownTransaction];
    const void_ = { ...seen.facts, status: 'void' as const };
    const transactions = [
      { ...seen, facts: void_ },
      { ...seen, held: { facts: void_, paid: true } },
    ];
    expect(knownTransactions({ transactions })).toEqual([
      { ...seen, facts: { ...void_, status: 'cancelled' } },
      { ...seen, held: { facts: { ...void_, status: 'cancelled' }, paid: true } },
    ]);
    expect(knownTransactions({ transactions: null })).toEqual([]);
    const state = toOrderState(row({ transactions: null, mismatches: null, received: null, updatedAt: 9 }));
    expect(state).toMatchObject({ transactions: [], mismatches: [], changedAt: 9 });
    expect(state.received).toBeUndefined();
    const received = [Object.assign(Object.create(null), { tip: 5 })] as NonNullable<PaymentOrderEntity['received']>;
    expect(toOrderState(row({ transactions: null, received })).received).toBe(received);
  });
});
