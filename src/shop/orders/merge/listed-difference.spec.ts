import { describe, expect, it } from '@jest/globals';
import type { ListedTransaction } from '../../../protocol/index.js';
import { item, subject, transaction } from '../../../../test/support/listed-subject.js';
import { AttemptEntity } from '../entities/attempt.entity.js';
import {
  broughtBy,
  differenceOf,
  isOfOrder,
  isReturned,
  type ListedDifference,
  type ListedSubject,
} from './listed-difference.js';
import type { KnownTransaction } from './merge.types.js';

/** Of a payment that waits for a decision. */
const CARD = { payment_method: 'VISA', financial_status: 'uncleared' };

const newest = { isNewest: true, returned: 0, recorded: 0, brought: 0 };
const older = { ...newest, isNewest: false };
const open = subject([]);
const paid = subject([transaction('completed')]);
const failed = subject([transaction('declined')]);
const cancelled = subject([transaction('cancelled')]);

type Case = [string, ListedDifference | null, ListedTransaction, ListedSubject, typeof newest];

describe('an item of the list beside the order', () => {
  it.each<Case>([
    ['money of which nothing is known', 'paid-there', item(), open, newest],
    ['money that is known', null, item(), paid, newest],
    ['the same, with its currency in small letters', null, item({ currency: 'eur' }), paid, newest],
    ['a second payment', 'paid-there', item({ transaction_id: '18' }), paid, newest],
    ['money behind a newer try', 'paid-there', item(), failed, older],
    ['money in another amount', 'amount-differs', item({ amount: 1_249 }), open, newest],
    ['money in another currency', 'amount-differs', item({ currency: 'USD' }), paid, newest],
    ['no money, in any amount', null, item({ amount: 1, status: 'initialized' }), open, newest],
    ['an open payment of an open order', null, item({ status: 'initialized' }), open, newest],
    [
      'an open payment after a declined one',
      'status-differs',
      item({ status: 'initialized', transaction_id: '18' }),
      failed,
      newest,
    ],
    ['an order that has ended there', 'status-differs', item({ status: 'expired' }), open, newest],
    ['an older try that brought nothing', null, item({ status: 'declined' }), open, older],
    ['a try that failed beside a payment', null, item({ status: 'declined', transaction_id: '16' }), paid, newest],
    ['the declined try that is known', null, item({ status: 'declined' }), failed, newest],
    ['a declined try of an order that was given up', null, item({ status: 'declined' }), cancelled, newest],
    ['another try of it', null, item({ status: 'declined', transaction_id: '18' }), cancelled, newest],
    ['its payment after all', 'paid-there', item(), cancelled, newest],
    ['a try that is still open there', 'status-differs', item({ status: 'initialized' }), cancelled, newest],
    ['an end of an order that is open here', 'status-differs', item({ status: 'cancelled' }), failed, newest],
    ['money that waits for clearing', 'status-differs', item({ status: 'uncleared' }), open, newest],
    ['an authorisation', 'status-differs', item({ financial_status: 'initialized' }), open, newest],
    ['a payment that was undone', 'status-differs', item({ status: 'void' }), paid, newest],
    ['an unknown status', 'status-differs', item({ status: 'quantum' }), paid, newest],
    ['a payment given back', 'refunded-there', item({ status: 'refunded' }), paid, newest],
    ['a payment taken back', 'charged-back-there', item({ status: 'chargeback' }), paid, newest],
    ['a refund', 'refunded-there', item({ type: 'refund', amount: 400 }), paid, { ...newest, returned: 400 }],
    [
      'a refund that was declined',
      null,
      item({ type: 'refund', status: 'declined' }),
      paid,
      { ...newest, returned: 400 },
    ],
    ['a chargeback', 'charged-back-there', item({ type: 'chargeback' }), paid, newest],
    ['a chargeback that is known', null, item({ type: 'chargeback' }), subject([transaction('chargedback')]), newest],
    [
      'a chargeback that was reversed',
      'status-differs',
      item({ type: 'reverse_chargeback' }),
      subject([transaction('chargedback')]),
      newest,
    ],
    ['a fee of the account', null, item({ type: 'monthly_fee' }), open, newest],
    ['a chargeback that failed', null, item({ type: 'chargeback', status: 'declined' }), paid, newest],
    ['a reversal of no chargeback', null, item({ type: 'reverse_chargeback' }), paid, newest],
    ['what a chargeback has undone', null, item({ status: 'void' }), subject([transaction('chargedback')]), newest],
    [
      'another end than the chargeback that is known',
      'refunded-there',
      item({ status: 'refunded' }),
      subject([transaction('chargedback')]),
      newest,
    ],
    [
      'the end of an attempt that is not the newest',
      null,
      item({ status: 'expired' }),
      subject([], { attempt: 2 }),
      newest,
    ],
    [
      'an open payment where the session alone is known',
      null,
      item({ status: 'initialized' }),
      subject([transaction('initialized', null)]),
      newest,
    ],
    [
      'a failed try without an id, which need not be the one that is known',
      'status-differs',
      item({ status: 'declined', transaction_id: null }),
      subject([transaction('declined', null)]),
      newest,
    ],
    ['money of another attempt', 'paid-there', item(), subject([{ ...transaction('completed'), attempt: 2 }]), newest],
    [
      'an open payment whose money is open, too',
      null,
      item({ status: 'initialized', financial_status: 'initialized' }),
      open,
      newest,
    ],
  ])('%s: %s', (_what, difference, listed, known, place) => {
    expect(differenceOf(listed, known, place)).toBe(difference);
  });

  it.each<[string, ListedDifference | null, string | null, ListedTransaction]>([
    ['as it stood when a read showed the chargeback', null, 'completed', item()],
    ['likewise, of a method whose money is elsewhere', null, 'completed', item({ financial_status: 'initialized' })],
    ['in good standing again', 'status-differs', 'chargedback', item()],
    ['shipped since', 'status-differs', 'completed', item({ status: 'shipped' })],
  ])('a payment that is known to be charged back, listed %s: %s', (_what, difference, word, listed) => {
    const { facts, ...known } = transaction('chargedback');
    const as = { ...known, facts: { ...facts, word, financialStatus: listed.financial_status } };
    expect(differenceOf(listed, subject([as]), newest)).toBe(difference);
  });

  const settled = (change: Partial<KnownTransaction['facts']>, held: KnownTransaction['held'] = null) => {
    const known = transaction('completed');
    return { ...known, facts: { ...known.facts, financialStatus: 'initialized', ...change }, held };
  };
  it.each<[string, ListedDifference | null, KnownTransaction, AttemptEntity['capture']]>([
    ['a payment by a method that stays so', null, settled({}), null],
    ['an authorisation that the shop asked for', null, settled({ status: 'authorised' }), 'manual'],
    ['one that it did not ask for', 'status-differs', settled({ status: 'authorised' }), null],
    ['seen with its money elsewhere', 'status-differs', settled({ financialStatus: 'completed' }), null],
    ['seen as something else', 'status-differs', settled({ status: 'uncleared' }), 'manual'],
    [
      'with a message that waits for a read',
      'status-differs',
      settled({}, { facts: settled({}).facts, paid: true }),
      null,
    ],
  ])('paid or authorised, the list cannot tell; known as %s: %s', (_what, difference, known, capture) => {
    const listed = item({ financial_status: 'initialized' });
    expect(differenceOf(listed, subject([known], {}, capture), newest)).toBe(difference);
  });

  const sent = { status: 'shipped', payment_method: 'PAYPAL' } as const;
  it.each<[string, ListedDifference | null, Partial<ListedTransaction>, KnownTransaction | null]>([
    ['a transfer that is awaited', null, { payment_method: 'BANKTRANS' }, settled({ status: 'initialized' })],
    ['reserved money that was not captured', null, { payment_method: 'VISA' }, settled({ status: 'authorised' })],
    ['a payment by a method that stays so', null, {}, settled({ status: 'shipped' })],
    ['such a payment that no read has shown', 'status-differs', {}, null],
    ['a card that waits for a decision', null, CARD, settled({ status: 'uncleared', financialStatus: 'uncleared' })],
    ['such a card that no read has shown', 'status-differs', CARD, null],
    ['what a lender has promised', 'paid-there', { payment_method: 'KLARNA', financial_status: 'uncleared' }, null],
  ])('shipped, with the money to come, %s: %s', (_what, difference, change, known) => {
    const listed = item({ ...sent, financial_status: 'initialized', ...change });
    const before = known ? [{ ...known, paid: known.facts.status === 'shipped' }] : [];
    expect(differenceOf(listed, subject(before, {}, 'manual'), newest)).toBe(difference);
  });

  const coupon = (amount: number) => item({ type: 'coupon', amount, transaction_id: '9' });
  it.each<[string, ListedDifference | null, ListedTransaction, number, ListedSubject]>([
    ['the second of two, which together bring the amount', null, item({ amount: 750 }), 750, paid],
    ['the first of them', null, item({ amount: 500, transaction_id: '9' }), 1_250, paid],
    ['a gift card, listed as such', null, coupon(500), 1_250, paid],
    ['one that is too much', 'amount-differs', item({ amount: 501, transaction_id: '9' }), 1_251, paid],
    ['the whole, beside a part', 'amount-differs', item(), 1_750, paid],
    ['the whole, paid twice', 'paid-there', item({ transaction_id: '18' }), 2_500, paid],
    ['one in another currency', 'amount-differs', item({ amount: 500, currency: 'USD' }), 500, paid],
    ['one of an order that is open', 'amount-differs', item({ amount: 500 }), 500, open],
    ['a gift card that pays all of an open one', 'paid-there', coupon(1_250), 1_250, open],
    ['a gift card of an order that is known to be paid', null, coupon(1_250), 2_500, paid],
  ])('a part of the money, %s: %s', (_what, difference, listed, brought, known) => {
    expect(differenceOf(listed, known, { ...newest, brought })).toBe(difference);
  });

  it('brings its amount where it is a payment that claims money', () => {
    const items = [item(), coupon(500), item({ status: 'declined' }), item({ type: 'refund' }), item({ status: 'x' })];
    expect(items.map(broughtBy)).toEqual([1_250, 500, 0, 0, 0]);
  });

  it('counts as given back the amount of a refund that did not fail', () => {
    expect([item({ type: 'refund' }), item({ type: 'refund', status: 'declined' }), item()].map(isReturned)).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('adds up refunds that the shop does not know', () => {
    const known = subject([transaction('completed')], { amountRefunded: 400 });
    const refund = item({ type: 'refund', amount: 200 });
    expect(differenceOf(refund, known, { ...newest, returned: 400 })).toBeNull();
    expect(differenceOf(refund, known, { ...newest, returned: 401 })).toBe('refunded-there');
    expect(differenceOf(refund, known, { ...newest, returned: 0, recorded: 500 })).toBeNull();
    expect(differenceOf(refund, known, { ...newest, returned: 100, recorded: 300 })).toBeNull();
    for (const recorded of [400, 500])
      expect(differenceOf(refund, known, { ...newest, returned: 1, recorded })).toBe('refunded-there');
  });

  it('reports a difference for what only a message said and the API has not confirmed', () => {
    const known = transaction('completed');
    const held = { ...known, held: { facts: known.facts, paid: true } };
    expect(differenceOf(item(), subject([held]), newest)).toBe('status-differs');
  });

  it('distinguishes items about orders from items about the account', () => {
    expect(
      ['payment', null, 'refund', 'chargeback', 'deposit', 'constructor'].map((type) => isOfOrder(item({ type }))),
    ).toEqual([true, true, true, true, false, false]);
  });
});
