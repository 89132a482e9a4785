import { describe, expect, it } from '@jest/globals';
import { parseOrder } from '../../../protocol/index.js';
import { claimsMoney, knownCapture, mayFollow, paymentStatusOf, rankOf, type PaymentStatus } from './payment-status.js';

const statusOf = (fields: object, asked: Parameters<typeof paymentStatusOf>[1] = null): string =>
  paymentStatusOf(parseOrder({ order_id: 'A-1', status: 'completed', ...fields }).order, asked);

describe('the status of a payment', () => {
  it.each<[string, string | null, string | null, ReturnType<typeof knownCapture>, string]>([
    ['initialized', 'manual', 'VISA', null, 'authorised'],
    ['initialized', ' Manual ', 'IDEAL', null, 'authorised'],
    ['initialized', 'auto', 'VISA', 'manual', 'completed'],
    ['initialized', '', 'VISA', 'manual', 'authorised'],
    ['initialized', null, 'VISA', 'manual', 'authorised'],
    ['initialized', null, ' visa ', 'manual', 'authorised'],
    ['initialized', null, 'VISA', null, 'completed'],
    ['initialized', null, null, 'manual', 'authorised'],
    ['initialized', null, null, null, 'completed'],
    ['initialized', null, 'IDEAL', 'manual', 'completed'],
    ['initialized', null, 'VISA', 'unsaid', 'authorised'],
    ['initialized', null, 'AMEX', 'unsaid', 'completed'],
    ['initialized', null, 'AMEX', 'manual', 'authorised'],
    ['completed', 'manual', 'VISA', 'manual', 'completed'],
    ['', 'manual', 'VISA', 'manual', 'authorised'],
    ['captured', null, 'VISA', 'manual', 'authorised'],
    ['uncleared', 'manual', 'VISA', null, 'authorised'],
    ['void', null, 'VISA', 'manual', 'authorised'],
    ['void', null, 'VISA', null, 'completed'],
    ['uncleared', null, 'KLARNA', 'manual', 'completed'],
    ['partial_refunded', 'manual', 'VISA', 'manual', 'partial_refunded'],
  ])('with the money %s, capture %s, by %s, asked for %s, is %s', (financial_status, capture, type, asked, status) => {
    expect(statusOf({ financial_status, payment_details: { capture, type } }, asked)).toBe(status);
  });

  it.each([
    ['void', 'cancelled'],
    ['reserved', 'reserved'],
    ['quantum', 'unknown'],
  ])('%s is %s, for any kind of capture', (word, status) => {
    const details = { financial_status: 'initialized', payment_details: { capture: 'manual', type: 'VISA' } };
    expect(statusOf({ status: word, ...details }, 'manual')).toBe(status);
  });

  it.each<[string, string | null, string | null, string]>([
    ['BANKTRANS', 'initialized', 'initialized', 'a transfer that is awaited'],
    ['BANKTRANS', 'completed', 'shipped', 'one that came'],
    ['BANKTRANS', null, 'shipped', 'one of which nothing is said'],
    [' dirdeb ', 'uncleared', 'uncleared', 'a debit that is under way'],
    ['KLARNA', 'uncleared', 'shipped', 'what the lender has promised'],
    ['KLARNA', 'initialized', 'initialized', 'what the lender has not promised'],
    ['EINVOICE', 'initialized', 'shipped', 'what stays so until the invoice is paid'],
    ['PAYPAL', 'initialized', 'shipped', 'what never passes through the service'],
    ['PAYPAL', 'uncleared', 'uncleared', 'what waits for a decision'],
    ['VISA', 'uncleared', 'uncleared', 'a card that waits for a decision'],
    ['IDEAL', 'reserved', 'reserved', 'money that has not moved'],
    ['MULTIBANCO', 'uncleared', 'shipped', 'what the bank has promised'],
    ['MULTIBANCO', 'initialized', 'initialized', 'what is still to be paid'],
    ['NEWMETHOD', 'uncleared', 'uncleared', 'a method of which nothing is known'],
    ['VISA', 'refunded', 'refunded', 'money that was there'],
  ])('shipped by %s, with the money %s, is %s: %s', (type, financial_status, status) => {
    expect(statusOf({ status: 'shipped', financial_status, payment_details: { type } })).toBe(status);
  });

  it.each<[string, string, boolean, string]>([
    ['uncleared', 'NEWMETHOD', true, 'shipped'],
    ['initialized', 'VISA', false, 'authorised'],
    ['completed', 'VISA', false, 'shipped'],
    ['', 'VISA', true, 'shipped'],
  ])('shipped with the money %s by %s, its payment seen before: %s, is %s', (financial_status, type, wasPaid, is) => {
    const { order } = parseOrder({ order_id: 'A-1', status: 'shipped', financial_status, payment_details: { type } });
    expect(paymentStatusOf(order, type === 'VISA' ? 'manual' : null, wasPaid)).toBe(is);
  });

  it('was authorised where the shop did not say how it is captured', () => {
    expect([knownCapture(null, 'authorised'), knownCapture(null, 'completed'), knownCapture(null, null)]).toEqual([
      'unsaid',
      null,
      null,
    ]);
    expect(knownCapture('manual', 'completed')).toBe('manual');
  });

  it('has a rank between others: an authorisation just below the payment that it may become', () => {
    const [nothing, reserved, authorised, completed] = ([null, 'reserved', 'authorised', 'completed'] as const).map(
      rankOf,
    );
    expect([nothing! < reserved!, reserved! < authorised!, authorised! < completed!]).toEqual([true, true, true]);
  });

  it.each<[PaymentStatus, PaymentStatus, boolean]>([
    ['authorised', 'completed', true],
    ['authorised', 'refunded', false],
    ['initialized', 'cancelled', true],
    // The table has one of the two statuses for an unpaid end.
    ['shipped', 'cancelled', true],
    ['refunded', 'cancelled', false],
    ['completed', 'initialized', false],
    ['completed', 'completed', false],
    ['declined', 'completed', true],
  ])('of %s may become %s: %s', (from, to, may) => {
    expect(mayFollow(from, to)).toBe(may);
  });

  it('claims money when it is promised, on its way or there, and not when nothing came', () => {
    const statuses: PaymentStatus[] = ['authorised', 'uncleared', 'reserved', 'completed', 'refunded', 'chargedback'];
    expect(statuses.filter((status) => !claimsMoney(status))).toEqual([]);
    const others: PaymentStatus[] = ['initialized', 'declined', 'cancelled', 'expired', 'voided'];
    expect(others.filter(claimsMoney)).toEqual([]);
  });
});
