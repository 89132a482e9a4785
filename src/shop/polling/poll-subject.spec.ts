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
});
