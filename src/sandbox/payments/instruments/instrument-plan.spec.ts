import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { planOf, type InstrumentUse } from './instrument-plan.js';
import type { PaymentInstrument } from './payment-instrument.js';
import { TEST_ACCOUNTS } from './test-accounts.js';
import { TEST_CARDS, testCardIn } from './test-cards.js';

const AT = Date.UTC(2026, 0, 31);

const plan = (instrument: PaymentInstrument, use: Partial<InstrumentUse> = {}) =>
  planOf({ method: null, instrument, amount: 4_599, currency: 'EUR', at: AT, ...use });

const card = (number: string, fields: { expiry?: string; cvc?: string } = {}): PaymentInstrument => ({
  kind: 'card',
  number,
  holder: 'Ann Jansen',
  expiry: '3112',
  ...fields,
});

describe('a test card', () => {
  it.each([
    ['4111111111111111', 'VISA', 'paid', null, null],
    ['4761340000000019', 'VISA', 'paid', null, null],
    ['5500000000000004', 'MASTERCARD', 'paid', null, null],
    ['374500000000015', 'AMEX', 'paid', null, null],
    ['6799990000000000011', 'MAESTRO', 'paid', null, null],
    ['67034500054620008', 'MISTERCASH', 'paid', null, null],
    ['4917300000000008', 'VISA', 'uncleared', { afterMs: 180_000, outcome: 'lapsed' }, null],
    ['378734493671000', 'AMEX', 'uncleared', { afterMs: 180_000, outcome: 'lapsed' }, null],
    ['4462000000000003', 'VISA', 'uncleared', { afterMs: 180_000, outcome: 'accepted' }, null],
    ['4012001037461114', 'VISA', 'declined', null, /3-D Secure/],
    ['374200000000004', 'AMEX', 'declined', null, /3-D Secure/],
    ['67039902990000045', 'MISTERCASH', 'declined', null, /3-D Secure/],
    ['4012001038488884', 'VISA', 'declined', null, /funds/],
    ['67039902990000011', 'MISTERCASH', 'declined', null, /funds/],
  ] as const)('%s decides: %s, %s', (number, method, now, later, refusal) => {
    const decided = plan(card(number), { method: 'CREDITCARD' });
    expect(decided).toMatchObject({ ok: true, method, now, later });
    const reason = decided.ok ? decided.refusal?.reason : '';
    if (refusal === null) expect(reason).toBeUndefined();
    else expect(reason).toMatch(refusal);
  });

  it('is recognised by its parts alone, so that a stored one needs no number', () => {
    for (const { number, scheme } of TEST_CARDS) {
      const first = plan(card(number));
      if (!first.ok) throw new Error(JSON.stringify(first));
      const again = plan({ kind: 'token', method: scheme, paidWith: first.paidWith });
      expect(again).toEqual(first);
    }
  });

  it('leaves at most ten of its digits in the plan, and no security code', () => {
    for (const { number } of TEST_CARDS) {
      const text = JSON.stringify(plan(card(number, { cvc: '9876' })));
      expect(text).not.toContain(number);
      expect(text).not.toContain('9876');
      expect(plan(card(number))).toMatchObject({ paidWith: { last4: number.slice(-4), bin: number.slice(0, 6) } });
    }
  });

  it('may be written with spaces and dashes, and stays the card of the wallet that holds it', () => {
    expect(plan(card('4111 1111-1111 1111'))).toMatchObject({ method: 'VISA' });
    expect(plan(card('4111111111111111'), { method: 'APPLEPAY' })).toMatchObject({ method: 'APPLEPAY', now: 'paid' });
  });

  it.each([
    ['a number that is none', card('4111111111111112'), {}],
    ['text', card('four one one one'), {}],
    ['a real-looking card', card('4539578763621486'), {}],
    ['a card of another scheme', card('5500000000000004'), { method: 'VISA' }],
    ['a card that is over', card('4111111111111111', { expiry: '2512' }), {}],
    ['a month that is none', card('4111111111111111', { expiry: '3113' }), {}],
    ['a security code that is none', card('4111111111111111', { cvc: '12' }), {}],
  ])('is refused with 1024 for %s, and none of its digits are said', (_, instrument, use) => {
    const decided = plan(instrument, use);
    expect(decided).toMatchObject({ ok: false, fault: { code: 1024 } });
    expect(JSON.stringify(decided)).not.toMatch(/\d{5}/);
  });

  it('is valid until the end of its month', () => {
    expect(plan(card('4111111111111111', { expiry: '2601' })).ok).toBe(true);
    expect(plan(card('4111111111111111', { expiry: '2601' }), { at: Date.UTC(2026, 1, 1) }).ok).toBe(false);
  });

  it('is found in a payload that contains it, and not in a longer number', () => {
    expect(testCardIn('{"token":"4012001038488884"}')).toMatchObject({ scheme: 'VISA' });
    expect(testCardIn('a payload')).toBeNull();
    expect(testCardIn('94012001038488884')).toBeNull();
  });
});

describe('a test account', () => {
  it.each([
    ['DIRDEB', 1, null, 'paid'],
    ['DIRDEB', 2, 'declined', null],
    ['DIRDEB', 3, 'uncleared', 'accepted'],
    ['DIRDEB', 4, 'uncleared', 'rejected'],
    ['BANKTRANS', 1, null, 'paid'],
    ['BANKTRANS', 2, null, 'expired'],
    ['BANKTRANS', 3, 'uncleared', 'accepted'],
    ['BANKTRANS', 4, 'declined', null],
  ] as const)('decides a %s from account %i: %s, then %s', (method, ending, now, later) => {
    const iban = `nl87 abna 0000 0000 0${ending}`;
    expect(plan({ kind: 'account', iban }, { method })).toMatchObject({
      ok: true,
      method,
      now,
      later: later === null ? null : { afterMs: 120_000, outcome: later },
      paidWith: { iban: TEST_ACCOUNTS[ending - 1]?.iban },
    });
  });

  it('with another number lets a debit wait for a decision, and a transfer for the money', () => {
    const instrument = { kind: 'account', iban: 'NL91ABNA0417164300' } as const;
    expect(plan(instrument, { method: 'DIRDEB' })).toMatchObject({ now: 'uncleared', later: null });
    expect(plan(instrument, { method: 'BANKTRANS' })).toMatchObject({ now: null, later: null });
  });

  it('is refused with 1024 if it is not an account number', () => {
    expect(plan({ kind: 'account', iban: '12345' })).toMatchObject({ ok: false, fault: { code: 1024 } });
  });
});

describe('the amount', () => {
  it.each(['MULTIBANCO', 'MBWAY'])('decides by %s: declined below 10.00, paid up to 20.00, expired above', (method) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3_000 }), (amount) => {
        const outcome = amount < 1_000 ? 'declined' : amount <= 2_000 ? 'paid' : 'expired';
        expect(plan({ kind: 'none' }, { method, amount })).toMatchObject({ ok: true, now: null, later: { outcome } });
      }),
    );
  });

  it('decides for no other method', () => {
    expect(plan({ kind: 'none' }, { method: 'BANKTRANS' })).toMatchObject({ ok: true, now: null, later: null });
  });
});

describe('a gift card', () => {
  it('is one of the test data, in euros', () => {
    const gift = { kind: 'gift-card', number: '111115' } as const;
    expect(plan(gift)).toMatchObject({
      ok: true,
      method: 'VVVGIFTCARD',
      now: 'paid',
      paidWith: { giftCard: '111115' },
    });
    expect(plan(gift, { currency: 'USD' })).toMatchObject({ ok: false, fault: { code: 1002 } });
    expect(plan({ ...gift, number: '111119' })).toMatchObject({ ok: false, fault: { code: 1024 } });
  });
});
