import { beforeEach, expect, test } from '@jest/globals';
import { Random } from '../../../../test/support/random.js';
import { leftIn, unexplainedOf } from './money-book.js';
import type { PaidAttempt } from '../matching/observed-order.js';
import { REFUND_STATES } from '../protocol/refund-protocol.types.js';
import { chooseSource, leftOfEach, type CountedRefund, type WantedRefund } from './refund-source.js';
import { uncoveredIn } from '../matching/uncovered-refunds.js';

const random = new Random(48);
beforeEach(() => random.restart(48, 0));
const STATES = [...REFUND_STATES, 'accepted', 'settled', 'queued'] as const;

const sourceOf = (serviceOrderId: string): PaidAttempt => ({
  serviceOrderId,
  amount: random.pick([1_000, 1_000, 600, 0]),
  currency: random.pick(['EUR', 'EUR', 'EUR', 'USD']),
  reported: random.pick([0, 0, 100, 300]),
  reportedAt: random.pick([null, 10, 11]),
});
const refundOf = (index: number): CountedRefund & { id: string } => ({
  id: `R${9 - index}`,
  serviceOrderId: random.pick(['A', 'A', 'A-2']),
  amount: random.pick([100, 300, 500, 600]),
  state: random.pick(STATES),
  lastSentAt: random.pick([null, 10, 11, 12]),
});
const some = <Made>(most: number, make: (index: number) => Made): Made[] =>
  Array.from({ length: random.between(0, most) }, (_, index) => make(index));
const namesOf = (rows: readonly CountedRefund[]): string =>
  rows
    .map(({ serviceOrderId, amount, state, lastSentAt }) => [serviceOrderId, amount, state, lastSentAt].join(' '))
    .join(' | ');

test('the payment that a refund is taken from, what is left of each, and what is left untold', () => {
  const lines = Array.from({ length: 130 }, () => {
    const sources = ['A', 'A-2'].slice(0, random.pick([0, 1, 1, 2, 2, 2])).map(sourceOf);
    const refunds = some(3, refundOf);
    const left = leftOfEach(sources, refunds).map((each) => each.left);
    const amount = random.pick([100, 0, 1.5, ...left, ...left.map((each) => each + 1)]);
    const wanted: WantedRefund = random.chance(0.3)
      ? 'remaining'
      : { amount, currency: random.pick(['EUR', 'EUR', 'EUR', 'USD']) };
    const choice = chooseSource(wanted, sources, refunds);
    const chosen = choice.ok
      ? `${choice.amount} of ${choice.source.serviceOrderId}`
      : `${choice.reason}, at most ${choice.left} ${choice.currency}`;
    const untold = sources.map((source) => unexplainedOf({ ...source, rows: refunds }));
    const asked = typeof wanted === 'string' ? wanted : `${wanted.amount} ${wanted.currency}`;
    const paid = sources.map((each) => Object.values(each).join(' ')).join(' | ');
    return `${asked} / ${paid} / ${namesOf(refunds)} = ${chosen}; left ${left.join()}; untold ${untold.join()}`;
  });
  expect(`\n${lines.join('\n')}\n`).toMatchSnapshot();
});

test.each([
  ['a part of a cent', { paid: 10, rows: [{ amount: 1.5, state: 'queued' as const }], reported: 0 }, 0],
  ['nothing that was paid', { paid: 0, rows: [], reported: 0 }, 0],
  ['a number that is not safe', { paid: 2 ** 53, rows: [], reported: 0 }, 0],
  ['all of it', { paid: 10, rows: [{ amount: 10, state: 'settled' as const }], reported: 10 }, 0],
  ['all but one', { paid: 10, rows: [{ amount: 9, state: 'settled' as const }], reported: 9 }, 1],
])('what is left of an order with %s', (_what, book, left) => {
  expect(leftIn(book)).toBe(left);
});

test('refunds that wait, and whose money has left by another way', () => {
  const lines = Array.from({ length: 80 }, () => {
    const rows = some(5, refundOf).map((each) => ({
      ...each,
      state: random.pick(['queued', 'queued', 'accepted', 'settled', 'unknown'] as const),
      origin: random.pick(['shop', 'shop', 'elsewhere', 'chargeback'] as const),
      serviceRefundId: random.pick(['77', null]),
    }));
    const sources = ['A', 'A-2'].slice(0, random.between(0, 2)).map(sourceOf);
    const isChargedBack = random.chance(0.2);
    const known = isChargedBack ? 'all' : sources.map(({ serviceOrderId }) => serviceOrderId);
    const found = uncoveredIn(rows, { sources, known }).map(({ id }) => id);
    const given = rows.map((each) => Object.values(each).join(' ')).join(' | ');
    const paid = sources.map(({ serviceOrderId, amount }) => `${serviceOrderId} ${amount}`).join();
    return `${given} / ${paid}${isChargedBack ? ' charged back' : ''} = ${found.join()}`;
  });
  expect(`\n${lines.join('\n')}\n`).toMatchSnapshot();
});
