import { describe, expect, it } from '@jest/globals';
import { AttemptEntity, PaymentOrderEntity } from '../orders/index.js';
import { after, observedOrder, type ObservedInput } from '../../../test/support/observations.js';
import { reportsEnd } from './poll-subject.js';

const byHand: ObservedInput = { status: 'completed', method: 'VISA', capture: 'manual', transactionId: '7' };
const promised: ObservedInput = { ...byHand, financialStatus: 'initialized' };

describe('whether an answer says how an attempt ended', () => {
  it.each<[string, ObservedInput[], string | null, boolean]>([
    ['nothing, of money that was captured', [promised, { ...byHand, financialStatus: 'completed', at: 1 }], null, true],
    ['nothing, of money that is promised', [promised], null, false],
    ['that it was captured', [promised], 'completed', true],
  ])('says of the money %s', (_title, known, financialStatus, isEnd) => {
    const order = Object.assign(new PaymentOrderEntity(), { transactions: after(...known).transactions });
    const attempt = Object.assign(new AttemptEntity(), { number: 1, capture: 'manual' });
    const answer = observedOrder({ ...byHand, financialStatus, at: 2, authoritative: true }).order;
    expect(reportsEnd(answer, { order, attempt })).toBe(isEnd);
  });

  it.each<[string, Partial<PaymentOrderEntity>, boolean]>([
    ['the order goes by', { transactionId: '7', status: 'initialized' }, true],
    ['was given up beside one that is open', { transactionId: '8', status: 'initialized' }, false],
    ['was given up beside one whose money is on its way', { transactionId: '8', status: 'uncleared' }, false],
    ['was given up beside one that has ended too', { transactionId: '8', status: 'cancelled' }, true],
    ['was given up beside one of which nothing is known', { transactionId: '8', status: null }, true],
    ['was made by an earlier attempt', { transactionId: '8', status: 'initialized', attempt: 2 }, true],
    ['was made where no other has an id', { transactionId: null, status: 'initialized' }, true],
  ])('that has expired, of a try that %s', (_title, change, isEnd) => {
    const order = Object.assign(new PaymentOrderEntity(), { attempt: 1, transactions: [], ...change });
    const attempt = Object.assign(new AttemptEntity(), { number: 1, capture: null });
    const answer = observedOrder({ status: 'expired', transactionId: '7', authoritative: true }).order;
    expect(reportsEnd(answer, { order, attempt })).toBe(isEnd);
  });
});
