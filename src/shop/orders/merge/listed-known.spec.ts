import { expect, it } from '@jest/globals';
import { item, subject, transaction } from '../../../../test/support/listed-subject.js';
import type { ListedTransaction } from '../../../protocol/index.js';
import { differenceOf, type ListedDifference, type ListedSubject } from './listed-difference.js';
import type { KnownTransaction } from './merge.types.js';

/** Money at the price of a former attempt, and what is known to have become of it. */
const other = (standing: boolean, reported = 0): ListedSubject =>
  subject([transaction('completed', '18')], {
    received: [
      {
        attempt: 1,
        id: '17',
        kind: 'other',
        serviceOrderId: 'A',
        amount: 1_250,
        currency: 'EUR',
        reported,
        tip: 0,
        standing,
        modifiedAt: 1,
      },
    ],
  });
/** The service's word for it, and what it stands for. */
const meaning = (status: KnownTransaction['facts']['status'], word: string, held: KnownTransaction['held'] = null) => {
  const known = transaction(status);
  return subject([{ ...known, held, facts: { ...known.facts, word } }]);
};

const newest = { isNewest: true, returned: 400, recorded: 0, brought: 0 };

/** A payment that is not the one in best standing, of which so much went back. */
const second = (amountRefunded: number): ListedSubject => {
  const known = transaction('completed');
  return subject([{ ...known, facts: { ...known.facts, amountRefunded } }], { amountRefunded: 0 });
};
const REFUND = item({ type: 'refund', amount: 400 });

it.each<[string, ListedDifference | null, ListedTransaction, ListedSubject]>([
  ['money at a former price that is known', null, item(), other(true)],
  ['the same, taken back since', 'charged-back-there', item({ status: 'chargedback' }), other(true)],
  ['the same, as it is known to be taken back', null, item({ status: 'chargedback' }), other(false)],
  ['the same, given back again', 'status-differs', item(), other(false)],
  ['another one at this price', 'paid-there', item({ transaction_id: '19' }), other(true)],
  ['the released rest of a reservation', null, item({ status: 'void' }), meaning('completed', 'void')],
  ['the same in another spelling', null, item({ status: 'void' }), meaning('completed', 'canceled')],
  ['an end that no read has shown', 'status-differs', item({ status: 'void' }), meaning('completed', 'completed')],
  [
    'an end that waits for a second read',
    'status-differs',
    item({ status: 'void' }),
    meaning('completed', 'void', { facts: transaction('cancelled').facts, paid: false }),
  ],
  ['a refund of a second payment', null, REFUND, second(400)],
  ['more of it', 'refunded-there', REFUND, second(399)],
  ['a refund of money at a former price', 'refunded-there', REFUND, other(true)],
  ['the same, which is known', null, REFUND, other(true, 400)],
])('of an item of the list, what is known: %s: %s', (_title, difference, listed, known) => {
  expect(differenceOf(listed, known, newest)).toBe(difference);
});
