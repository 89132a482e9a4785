import { formatServiceTime, parseOrder, type RelatedTransaction } from '../../src/protocol/index.js';
import type { OwnRefund, RefundReading } from '../../src/shop/refund-records/matching/related-refunds.js';

/** When {@link refund} was first sent, epoch milliseconds. */
export const SINCE = Date.UTC(2026, 0, 5, 12);
/** The tag of {@link refund}. */
export const TAG = 'r-019b7767-4c00';

/** A refund of this shop over EUR 5.00 whose answer was lost. */
export const refund = (changes: Partial<OwnRefund> = {}): OwnRefund => ({
  tag: TAG,
  amount: 500,
  currency: 'EUR',
  state: 'unknown',
  attempts: 1,
  serviceRefundId: null,
  since: SINCE,
  ...changes,
});

/** A related transaction as received, without a tag of this shop. */
export const row = (changes: Partial<RelatedTransaction> = {}): Partial<RelatedTransaction> => ({
  transaction_id: '77',
  type: 'refund',
  order_id: 'S10042',
  status: 'reserved',
  amount: 500,
  currency: 'EUR',
  created: formatServiceTime(SINCE),
  description: 'Refund order S10042',
  ...changes,
});

/** The reading of an order with these rows, at a service that returns no tags. */
export const reading = (
  rows: readonly Partial<RelatedTransaction>[],
  changes: Partial<RefundReading> = {},
): RefundReading => ({
  order: parseOrder({
    order_id: 'S10042',
    status: 'completed',
    amount: 10_000,
    currency: 'EUR',
    related_transactions: rows,
  }).order,
  own: [refund()],
  elsewhere: new Set<string>(),
  tagsEchoed: false,
  createdSlackMs: 120_000,
  ...changes,
});
