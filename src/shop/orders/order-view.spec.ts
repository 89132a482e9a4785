import { describe, expect, it } from '@jest/globals';
import { after } from '../../../test/support/observations.js';
import type { AttemptEntity } from './entities/attempt.entity.js';
import type { PaymentOrderEntity } from './entities/payment-order.entity.js';
import type { ReceivedMoney } from './merge/merge.types.js';
import { toPaymentOrder } from './order-view.js';

const ROW = {
  group: 'web',
  orderId: 'A-1',
  amount: 1250,
  currency: 'EUR',
  amountRefunded: 0,
  attempt: 2,
  status: null,
  serviceStatus: null,
  paidAt: null,
  transactionId: 'T-1',
  transactions: [...after({ status: 'declined' }).transactions],
  mismatches: null,
  received: null,
  erasedAt: 0,
} as PaymentOrderEntity;
const ATTEMPT = { number: 2, serviceOrderId: 'A-1-2', createState: 'created', paymentUrl: null } as AttemptEntity;

const seen = (row: Partial<PaymentOrderEntity>, attempt: Partial<AttemptEntity> = {}) =>
  toPaymentOrder({ ...ROW, ...row }, { ...ATTEMPT, ...attempt });
const tip = (id: string): ReceivedMoney => ({ kind: 'tip', id, tip: 50 }) as ReceivedMoney;

describe('an order as the shop sees it', () => {
  it.each<[string, Partial<PaymentOrderEntity>, AttemptEntity['createState'], string | null, string | null]>([
    ['as it is', { status: 'declined', serviceStatus: 'declined' }, 'created', 'declined', 'declined'],
    ['by the word of an attempt before, where the newest was refused', {}, 'failed', 'declined', 'declined'],
    ['by no word while the newest is open', {}, 'created', null, null],
    ['by its own word, though the newest was refused', { status: 'expired' }, 'failed', 'expired', null],
    ['by no word where nothing was ever seen', { transactions: null }, 'failed', null, null],
    ['ended, as release 0.1 wrote it', { status: 'void' }, 'created', 'cancelled', 'void'],
    ['annulled, as release 0.1 wrote it', { status: 'void', paidAt: 1 }, 'created', 'voided', 'void'],
  ])('stands %s', (_title, row, createState, status, serviceStatus) => {
    expect(seen(row, { createState })).toMatchObject({ status, serviceStatus });
  });

  it('is paid from the first report of the money on, with the tip of its own transaction', () => {
    expect([seen({}).paid, seen({ paidAt: 0 }).paid]).toEqual([false, true]);
    expect([seen({ erasedAt: 0 }).erasedAt, seen({ erasedAt: 5 }).erasedAt]).toEqual([null, 5]);
    const tips = [null, [tip('T-2')], [tip('T-2'), tip('T-1')]].map((received) => seen({ received }).tip?.toString());
    expect(tips).toEqual([undefined, undefined, '0.50 EUR']);
    expect(seen({ amountRefunded: 300 })).toMatchObject({ serviceOrderId: 'A-1-2', attempt: 2, orderId: 'A-1' });
    expect(seen({ amountRefunded: 300 }).amountRefunded.toString()).toBe('3.00 EUR');
  });
});
