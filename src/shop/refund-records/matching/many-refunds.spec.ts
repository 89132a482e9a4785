import { expect, it } from '@jest/globals';
import { reading, refund, row } from '../../../../test/support/refund-reading.js';
import type { RelatedTransaction } from '../../../protocol/index.js';
import { findElsewhere } from './refund-elsewhere.js';
import { matchRefund } from './refund-match.js';

const COUNT = 300;

it('an order with many refunds is searched once for all of them', () => {
  let reads = 0;
  const rows = Array.from({ length: COUNT }, (_, at) => {
    const counted = row({ transaction_id: `${at}`, amount: at + 1 }) as RelatedTransaction;
    return Object.defineProperty({ ...counted }, 'refund_order_id', {
      enumerable: true,
      get: () => {
        reads += 1;
        return `r-${at}`;
      },
    });
  });
  const own = rows.map((_, at) => refund({ tag: `r-${at}`, amount: at + 1, state: 'accepted' }));
  const seen = { ...reading([], { tagsEchoed: true }), own };
  const order = { ...seen.order, related_transactions: rows };
  const of = { ...seen, order };
  expect(own.filter((each) => matchRefund(each, of).kind !== 'found')).toEqual([]);
  expect(findElsewhere(of, 0).refunds).toEqual([]);
  expect(reads).toBeLessThan(4 * COUNT);
});
