import { describe, expect, it } from '@jest/globals';
import { fresh } from '../../../../test/support/observations.js';
import { knownOfChief, paymentsOf, summaryOf } from './merge.summary.js';
import type { KnownTransaction, OrderState, TransactionFacts } from './merge.types.js';

const FACTS: TransactionFacts = {
  status: 'completed',
  financialStatus: null,
  amountRefunded: 0,
  modifiedAt: 1,
  fingerprint: 'f',
};
const paid = (id: string | null, facts: Partial<TransactionFacts> = {}, attempt = 1): KnownTransaction => ({
  attempt,
  id,
  facts: { ...FACTS, ...facts },
  paid: true,
  held: null,
});
const unpaid = (...about: Parameters<typeof paid>): KnownTransaction => ({ ...paid(...about), paid: false });
const stateOf = (...transactions: KnownTransaction[]): OrderState => ({ ...fresh, transactions });

describe('the payments of an order', () => {
  it.each<[string, KnownTransaction[], (string | null)[]]>([
    ['those that stand first', [paid('1', { status: 'cancelled' }), paid('2')], ['2', '1']],
    ['those that went least far first', [paid('1', { status: 'refunded' }), paid('2')], ['2', '1']],
    ['those of which least was given back first', [paid('1', { amountRefunded: 1 }), paid('2')], ['2', '1']],
    ['those of an earlier attempt first', [paid('1', {}, 2), paid('2')], ['2', '1']],
    ['those of an older id first, which is shorter', [paid('10'), paid('9')], ['9', '10']],
    ['those of an older id first', [paid('12'), paid('11')], ['11', '12']],
    ['one that came without an id once, with its id', [paid(null), paid('5')], ['5']],
    ['one without an id of another attempt, too', [paid(null, {}, 2), paid('5')], ['5', null]],
    ['nothing that was not paid', [unpaid('5')], []],
  ])('are %s', (_title, transactions, ids) => {
    expect(paymentsOf(stateOf(...transactions)).map(({ id }) => id)).toEqual(ids);
  });
});

describe('the summary of an order', () => {
  const declined = (...about: Parameters<typeof paid>): KnownTransaction => {
    const [id, facts, attempt] = about;
    return unpaid(id, { status: 'declined', ...facts }, attempt);
  };

  it.each<[string, KnownTransaction[], (string | number | null)[]]>([
    ['nothing yet', [], [null, null, 0]],
    ['its payment, with anything later', [paid('1'), declined('2', { modifiedAt: 9 })], ['completed', '1', 1]],
    ['its payment that was taken back', [paid('1', { status: 'cancelled' })], ['voided', '1', 1]],
    ['its payment that was promised and refused', [paid('1', { status: 'declined' })], ['voided', '1', 1]],
    ['an end without payment', [unpaid('1', { status: 'cancelled' })], ['cancelled', '1', 0]],
    [
      'the last word of its attempt',
      [declined('1', { modifiedAt: 2 }), unpaid('2', { status: 'initialized' })],
      ['declined', '1', 0],
    ],
    [
      'a try that was begun later, where an earlier one on the same page runs out',
      [unpaid('1', { status: 'expired', modifiedAt: 9 }), unpaid('2', { status: 'initialized' })],
      ['initialized', '2', 0],
    ],
    [
      'the end of the last try, where an earlier one runs out later',
      [unpaid('1', { status: 'expired', modifiedAt: 9 }), unpaid('2', { status: 'cancelled', modifiedAt: 8 })],
      ['cancelled', '2', 0],
    ],
    [
      'the last try, whatever ended since',
      [
        unpaid('1', { status: 'expired', modifiedAt: 9 }),
        unpaid('2', { status: 'cancelled', modifiedAt: 8 }),
        unpaid('3', { status: 'initialized', modifiedAt: 7 }),
      ],
      ['initialized', '3', 0],
    ],
    [
      'the end of the last try, where an earlier one is still open',
      [unpaid('2', { status: 'cancelled', modifiedAt: 9 }), unpaid('1', { status: 'initialized' })],
      ['cancelled', '2', 0],
    ],
    ...(['uncleared', 'reserved', 'authorised'] as const).flatMap((status) =>
      (['cancelled', 'expired', 'declined'] as const).map((end): [string, KnownTransaction[], (string | number)[]] => [
        `money on its way (${status}), whatever became of a later try (${end})`,
        [unpaid('1', { status }), unpaid('2', { status: end, modifiedAt: 9 })],
        [status, '1', 0],
      ]),
    ),
    [
      'the end of its session, which no try comes after',
      [unpaid(null, { status: 'cancelled', modifiedAt: 9 }), unpaid('1', { status: 'initialized' })],
      ['cancelled', null, 0],
    ],
    [
      'the last word of its own attempt',
      [declined('2', { modifiedAt: 9 }, 2), unpaid('1', { status: 'initialized' })],
      ['initialized', '1', 0],
    ],
    [
      'the payment that began in the second in which its page ran out',
      [unpaid(null, { status: 'expired' }), unpaid('1', { status: 'uncleared' })],
      ['uncleared', '1', 0],
    ],
    [
      'the end of the page that ran out in the second in which its payment was declined',
      [declined('1'), unpaid(null, { status: 'expired' })],
      ['expired', null, 0],
    ],
    [
      'the end of the page that was cancelled in the second in which its payment was declined',
      [declined('1'), unpaid(null, { status: 'cancelled' })],
      ['cancelled', null, 0],
    ],
    [
      'the payment that was declined in the second in which its page was opened',
      [unpaid(null, { status: 'initialized' }), declined('1')],
      ['declined', '1', 0],
    ],
    [
      'the end of a page that ran out later than its payment was last reported',
      [unpaid(null, { status: 'expired', modifiedAt: 2 }), unpaid('1', { status: 'uncleared' })],
      ['expired', null, 0],
    ],
    ['the newer of two that say the same', [declined('1'), declined('2')], ['declined', '2', 0]],
  ])('is %s', (_title, transactions, [status, transactionId, payments]) => {
    expect(summaryOf(stateOf(...transactions))).toMatchObject({ status, transactionId, payments });
  });

  it('had known facts of the payment that decides it now, and of no other', () => {
    const before = stateOf(paid('1'), paid('2', { amountRefunded: 1 }));
    const next = stateOf(paid('1', { status: 'cancelled' }), paid('2', { amountRefunded: 2 }));
    expect(knownOfChief(before, next)).toEqual(paid('2', { amountRefunded: 1 }));
    expect(knownOfChief(stateOf(unpaid('2')), next)).toBeNull();
    expect(knownOfChief(stateOf(paid('2', {}, 2)), next)).toBeNull();
  });
});
