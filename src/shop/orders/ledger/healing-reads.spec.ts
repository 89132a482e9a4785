import { describe, expect, it } from '@jest/globals';
import { after } from '../../../../test/support/observations.js';
import type { KnownTransaction } from '../merge/merge.types.js';
import type { PaymentStatus } from '../merge/payment-status.js';
import { healingReadAt, inDoubtSince } from './healing-reads.js';

const MINUTE = 60_000;
const [SEEN] = after({ status: 'completed' }).transactions as [KnownTransaction];
/** A payment of the first attempt as release 0.1 stored it, and as it is stored now, at time 5. */
const OLD: KnownTransaction = { attempt: 1, id: '1', facts: SEEN.facts, paid: true, held: null };
const PAID: KnownTransaction = { ...OLD, recordedAt: 5 };

/** Since when the payment of the first attempt is in doubt, for an order that was paid at 1 and last written at 9. */
const since = (transactions: readonly KnownTransaction[] | null, status: PaymentStatus | null = 'declined') =>
  inDoubtSince({ paidAt: 1, status, transactions: transactions && [...transactions], updatedAt: 9 }, 1);

describe('reads that correct a paid order whose status contradicts it', () => {
  it.each([
    [0, 1],
    [0.5, 1],
    [1, 10],
    [10, 60],
    [60, 1_440],
    [200, 1_440],
    [1_440, null],
    [9_999, null],
  ])('read after %d minutes, it is read again after %s', (read, next) => {
    expect(healingReadAt(1_000, 1_000 + read * MINUTE)).toBe(next === null ? null : 1_000 + next * MINUTE);
  });

  it.each([
    ['completed', null],
    ['refunded', null],
    ['chargedback', null],
    ['initialized', 5],
    ['uncleared', 5],
    ['declined', 5],
    ['voided', 5],
    [null, null],
  ] as const)('%s', (status, at) => {
    const shown = status === 'voided' ? 'cancelled' : (status ?? SEEN.facts.status);
    const transactions = [{ ...PAID, facts: { ...SEEN.facts, status: shown } }];
    expect(since(transactions, status)).toBe(at);
    expect(inDoubtSince({ paidAt: null, status, transactions, updatedAt: 9 }, 1)).toBeNull();
  });

  it.each<[title: string, transactions: KnownTransaction[] | null, at: number | null]>([
    ['of several payments the one that was written down last counts', [PAID, { ...PAID, recordedAt: 7 }, PAID], 7],
    ['of a payment without a time, as release 0.1 kept it, the time of the order', [OLD], 9],
    ['a payment of the very first millisecond has a time, too', [{ ...PAID, recordedAt: 0 }], 0],
    ['a transaction that brought no money is none', [{ ...PAID, paid: false, recordedAt: 7 }, PAID], 5],
    ['that another attempt is paid gives this one no read', [{ ...PAID, attempt: 2 }], null],
    ['nor does an attempt of which nothing is known', [], null],
    ['nor one that release 0.1 kept nothing of', null, null],
  ])('%s', (...[, transactions, at]) => {
    expect(since(transactions)).toBe(at);
  });
});
