import { describe, expect, it } from '@jest/globals';
import { PAID_WITH_NOTHING } from '../../orders/index.js';
import { displayOf, isExpired, last4Of, monthBefore } from './token-rules.js';

const card = { method: 'VISA', paidWith: { ...PAID_WITH_NOTHING, bin: '411111', last4: '0019', expiry: '2601' } };
const account = { method: 'DIRDEB', paidWith: { ...PAID_WITH_NOTHING, iban: 'NL87ABNA0000000003' } };

describe('a stored means of payment', () => {
  it('expires at the end of its month; an account never does', () => {
    expect([Date.UTC(2026, 0, 31, 23), Date.UTC(2026, 1, 1)].map((at) => isExpired(card, at))).toEqual([false, true]);
    expect(isExpired(account, Date.UTC(2099, 0, 1))).toBe(false);
  });

  it('is shown only by its last characters', () => {
    expect([card, account].map(displayOf)).toEqual(['Visa •••• 0019', 'SEPA Direct Debit *** 0003']);
    expect([card, account].map(last4Of)).toEqual(['0019', '0003']);
  });

  it('has expired in any case if it was valid until the month before', () => {
    expect([Date.UTC(2026, 0, 1), Date.UTC(2026, 11, 31), Date.UTC(2000, 2, 1)].map(monthBefore)).toEqual([
      '2512',
      '2611',
      '0002',
    ]);
  });
});
