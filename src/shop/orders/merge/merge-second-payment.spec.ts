import { describe, expect, it } from '@jest/globals';
import { merge } from './merge.js';
import { summaryOf } from './merge.summary.js';
import { after, observedOrder, summary, type ObservedInput } from '../../../../test/support/observations.js';

/** The observations before, the one now, the expected outcome. */
type Case = [title: string, before: ObservedInput[], observed: ObservedInput, expected: string];

const check = (...[, before, observed, expected]: Case): void =>
  expect(summary(merge(after(...before), observedOrder(observed)))).toBe(expected);

describe('merge of a second payment', () => {
  it.each<Case>([
    [
      'a payment that had no id, once it has one',
      [{ status: 'completed', transactionId: null }],
      { status: 'completed', at: 1 },
      'update: facts',
    ],
    [
      'a second attempt under way',
      [{ status: 'completed' }],
      { status: 'uncleared', at: 1, transactionId: '99' },
      'update: facts',
    ],
    [
      'the API sees a second attempt under way',
      [{ status: 'completed' }],
      { status: 'uncleared', at: 1, transactionId: '99', authoritative: true },
      'update: facts',
    ],
    [
      'the same second payment with other facts',
      [{ status: 'completed' }, { status: 'completed', at: 1, transactionId: '99', authoritative: true }],
      { status: 'completed', financialStatus: 'uncleared', at: 2, transactionId: '99', authoritative: true },
      'update: facts',
    ],
    [
      'the second payment given back',
      [{ status: 'completed' }, { status: 'completed', at: 1, transactionId: '99', authoritative: true }],
      { status: 'refunded', amountRefunded: 1250, at: 2, transactionId: '99', authoritative: true },
      'update: facts',
    ],
    ...(['chargedback', 'void'] as const).map((status): Case => [
      `a payment anew, after the first was ${status}`,
      [{ status: 'completed' }, { status, at: 1, authoritative: true }],
      { status: 'completed', at: 2, transactionId: '99', authoritative: true },
      'paid_twice+restored',
    ]),
    [
      'a payment anew, after a part of the first was given back: nothing of that is undone',
      [{ status: 'completed' }, { status: 'partial_refunded', amountRefunded: 100, at: 1 }],
      { status: 'completed', at: 2, transactionId: '99', authoritative: true },
      'paid_twice',
    ],
    [
      'a third payment',
      [{ status: 'completed' }, { status: 'completed', at: 1, transactionId: '99', authoritative: true }],
      { status: 'completed', at: 2, transactionId: '100', authoritative: true },
      'paid_twice',
    ],
  ])('%s', check);

  it('keeps the facts of the first payment apart from those of the second', () => {
    const twice = after(
      { status: 'completed' },
      { status: 'completed', at: 1, transactionId: '99', authoritative: true },
      { status: 'refunded', amountRefunded: 1250, at: 2, transactionId: '99', authoritative: true },
    );
    expect(summaryOf(twice)).toMatchObject({ status: 'completed', amountRefunded: 0, payments: 2 });
  });
});

describe('merge of refunds, which show in the amount, in the status, or in one after the other (scenario R3)', () => {
  it.each<Case>([
    [
      'the status of a refund that the amount had shown',
      [{ status: 'completed' }, { status: 'completed', at: 1, amountRefunded: 100 }],
      { status: 'partial_refunded', at: 2, amountRefunded: 100 },
      'update: facts',
    ],
    [
      'the status of a full refund that the amount had shown',
      [{ status: 'completed' }, { status: 'completed', at: 1, amountRefunded: 1250 }],
      { status: 'refunded', at: 2, amountRefunded: 1250 },
      'update: facts',
    ],
    [
      'a refund of what was shipped',
      [{ status: 'completed' }, { status: 'shipped', at: 1 }],
      { status: 'shipped', at: 2, amountRefunded: 100 },
      'partial_refunded',
    ],
    [
      'a refund that only its status had shown, without an amount',
      [{ status: 'completed' }],
      { status: 'refunded', at: 1 },
      'refunded',
    ],
    [
      'the API calls a partly refunded order completed',
      [{ status: 'partial_refunded', amountRefunded: 100 }],
      { status: 'completed', at: 1, amountRefunded: 100, authoritative: true },
      'update: facts',
    ],
    [
      'a refund taken back',
      [{ status: 'partial_refunded', amountRefunded: 100 }],
      { status: 'completed', at: 1, authoritative: true },
      'restored',
    ],
    [
      'a chargeback that a message reported, and the API answers with other money than asked for',
      [
        { status: 'partial_refunded', amountRefunded: 100 },
        { status: 'chargedback', at: 1 },
      ],
      { status: 'chargedback', at: 2, amount: 1150, authoritative: true },
      'chargedback+amount_mismatch',
    ],
    [
      'a payment that was taken back and comes again',
      [{ status: 'completed' }, { status: 'void', at: 1, authoritative: true }],
      { status: 'completed', at: 2, authoritative: true },
      'restored',
    ],
  ])('%s', check);
});
