import { describe, expect, it } from '@jest/globals';
import { ERROR_CODES, OPERATION_SUBJECTS } from '../../protocol/index.js';
import { PLAIN } from '../output/text-style.js';
import { meaningOf } from './error-answers.js';
import { meaningText } from './error-text.js';

describe('an error code', () => {
  it.each([...ERROR_CODES.keys(), 1099, 2000, 3001, 7777, 9998])('%i has one answer for each operation', (code) => {
    const { answers, listed } = meaningOf(code);
    expect(listed).toBe(ERROR_CODES.has(code));
    expect(answers.flatMap(({ operations }) => operations).toSorted()).toEqual(
      Object.keys(OPERATION_SUBJECTS).toSorted(),
    );
    for (const { cause, advice, customer } of answers) {
      for (const text of [cause, advice, customer.en, customer.nl]) expect(text).toMatch(/\w.*\.$/);
    }
  });

  it('is explained for one operation: what happened, and who must act', () => {
    expect(meaningText(meaningOf(1034, 'refund'), PLAIN)).toMatchInlineSnapshot(`
     "1034 (docs/errors.md#1034)
     Cannot refund transaction
       Why:               The refunds would exceed the amount, the balance allows no payout, the order is refunded or cancelled already, or the same amount was refunded less than 5 minutes ago.
       Carried out:       not known: read the order before anything is repeated
       Try again:         only after reading what became of it
       Who must act:      the shop
       What to do:        Never repeat it blindly: an earlier request may have been booked. Read the order and its refunds first.
       Customer, English: We are looking into your refund. You need not do anything.
       Customer, Dutch:   We kijken je terugbetaling na. Je hoeft niets te doen."
    `);
  });

  it('that is not listed is explained as the shop treats it: in doubt', () => {
    const { answers, listed, docs } = meaningOf(1099, 'refund');
    expect([listed, docs]).toEqual([false, 'docs/errors.md#unlisted-1000-1999']);
    expect(answers).toMatchObject([{ execution: 'unknown', retry: 'reconcile-first', actor: 'service' }]);
  });
});
