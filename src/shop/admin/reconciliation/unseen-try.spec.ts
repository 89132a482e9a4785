import { describe, expect, it } from '@jest/globals';
import { AttemptEntity, PaymentOrderEntity } from '../../orders/index.js';
import type { FoundDifference } from './list-comparison.js';
import { unseenReason, unseenTryOf } from './unseen-try.js';

const DAY = 86_400_000;
const attempt = Object.assign(new AttemptEntity(), { createdAt: 10 * DAY });
const found = (change: Partial<FoundDifference> = {}): FoundDifference => ({
  kind: 'paid-there',
  serviceOrderId: 'A-1',
  transactionId: '17',
  createdAt: 10 * DAY,
  there: null,
  subject: { order: new PaymentOrderEntity(), attempt },
  refunds: [],
  remains: () => true,
  ...change,
});

describe('the try to read by its own transaction', () => {
  it.each<[string, Partial<FoundDifference>]>([
    ['at the time of the attempt', {}],
    ['at a time that cannot be read', { createdAt: null }],
    ['as much earlier as clocks may differ', { createdAt: 9 * DAY }],
  ])('is that of money listed %s', (_when, change) => {
    expect(unseenTryOf(found(change))).toEqual({ attempt, transactionId: '17' });
  });

  it.each<[string, Partial<FoundDifference>]>([
    ['of a customer who had the number before', { createdAt: 9 * DAY - 1 }],
    ['without a transaction id', { transactionId: null }],
    ['of no order of the shop', { subject: null }],
    ['that is known in another amount', { kind: 'amount-differs' }],
    ['that was given back', { kind: 'refunded-there' }],
    ['that the list leaves out', { kind: 'absent-there' }],
  ])('is not that of money %s', (_what, change) => {
    expect(unseenTryOf(found(change))).toBeNull();
  });

  it('is reported by a reason that fits its column', () => {
    expect(unseenReason('17')).toBe('payment-unseen 17');
    expect(unseenReason('1'.repeat(300)).length).toBeLessThanOrEqual(64);
  });
});
