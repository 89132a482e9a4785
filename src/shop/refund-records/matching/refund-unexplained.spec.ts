import { describe, expect, it } from '@jest/globals';
import { reading, refund, row, TAG } from '../../../../test/support/refund-reading.js';
import type { RelatedTransaction } from '../../../protocol/index.js';
import { matchRefund } from './refund-match.js';
import { REFUND_STATES, type ReadEvidence } from '../protocol/refund-protocol.types.js';
import type { RefundReading } from './related-refunds.js';

const ABSENT: ReadEvidence = { kind: 'absent' };

describe('matchRefund, where more went back than is listed', () => {
  const back = (sum: number, changes: Partial<RefundReading> = {}, rows: Partial<RelatedTransaction>[] = []) => {
    const known = reading(rows, { tagsEchoed: true, ...changes });
    return matchRefund(known.own[0]!, { ...known, order: { ...known.order, amount_refunded: sum } });
  };
  const UNEXPLAINED: ReadEvidence = { kind: 'failed', code: 'REFUNDED_UNEXPLAINED' };
  const booked = refund({ tag: 'r-2', state: 'settled', amount: 300 });

  it('is not proved absent by an unexplained sum of its amount, and is by less', () => {
    expect([499, 500, 501].map((sum) => back(sum))).toEqual([ABSENT, UNEXPLAINED, UNEXPLAINED]);
  });

  it('is proved absent where rows, chargebacks and what is booked explain the sum', () => {
    const listed = [row({ amount: 200 }), row({ transaction_id: '78', type: 'chargeback', amount: 100 })];
    expect([799, 800].map((sum) => back(sum, {}, listed))).toEqual([ABSENT, UNEXPLAINED]);
    const own = [refund(), booked];
    expect([799, 800].map((sum) => back(sum, { own }))).toEqual([ABSENT, UNEXPLAINED]);
  });

  it.each(['status', 'financial_status'] as const)(
    'is not proved absent where only the %s says that a part went back, whatever is booked',
    (field) => {
      const known = reading([], { tagsEchoed: true, own: [refund(), booked] });
      const seen = (word: string, sum = 0) =>
        matchRefund(refund(), { ...known, order: { ...known.order, [field]: word, amount_refunded: sum } });
      expect([seen('partial_refunded'), seen('Partially-Refunded')]).toEqual([UNEXPLAINED, UNEXPLAINED]);
      expect([seen('partial_refunded', 300), seen('completed')]).toEqual([ABSENT, ABSENT]);
    },
  );

  it('is no more absent by another one whose outcome is open as well', () => {
    expect(back(500, { own: [refund(), { ...booked, state: 'unknown' }] })).toEqual(UNEXPLAINED);
  });

  it('is what a read shows of it, in every other state', () => {
    for (const state of REFUND_STATES.filter((each) => each !== 'unknown'))
      expect(back(500, { own: [refund({ state })] })).toEqual(ABSENT);
    expect(back(1_000, {}, [row({ refund_order_id: TAG })])).toEqual({
      kind: 'found',
      serviceRefundId: '77',
      status: 'reserved',
    });
  });
});
