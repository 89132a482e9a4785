import { describe, expect, it } from '@jest/globals';
import { merge } from './merge.js';
import { summaryOf } from './merge.summary.js';
import { after, observedOrder, summary, type ObservedInput } from '../../../../test/support/observations.js';

const row = (id: number, type: string, amount: number | null, status = 'completed') => ({
  transaction_id: id,
  type,
  status,
  amount,
  currency: 'EUR',
});
const ALL = row(71, 'chargeback', 1250);
const withRows = (at: number, rows: readonly object[], besides: ObservedInput = {}): ObservedInput => ({
  status: 'completed',
  at,
  ...besides,
  fields: { related_transactions: rows },
});
const PAID: ObservedInput = { status: 'completed' };
const DAY = 1_440;

/** The observations before, the one now, the expected outcome. */
type Case = [title: string, before: ObservedInput[], observed: ObservedInput, expected: string];

describe('merge of a chargeback that shows in a related transaction alone', () => {
  it.each<Case>([
    ['all of the money', [PAID], withRows(60, [ALL]), 'chargedback'],
    ['one that does not say how much', [PAID], withRows(60, [row(71, 'chargeback', null)]), 'chargedback'],
    [
      'of an order that was shipped',
      [{ status: 'shipped' }],
      withRows(60, [ALL], { status: 'shipped' }),
      'chargedback',
    ],
    ['as the API tells', [PAID], withRows(60, [ALL], { authoritative: true }), 'chargedback'],
    ['seen again', [PAID, withRows(60, [ALL])], withRows(60, [ALL], { authoritative: true }), 'duplicate: same-facts'],
    ['seen in another word', [PAID, withRows(60, [ALL])], { status: 'chargedback', at: 90 }, 'update: facts'],
    ['money that is gone when it is first seen', [], withRows(60, [ALL]), 'completed+chargedback'],
    ['a part', [PAID], withRows(60, [row(71, 'chargeback', 1249)]), 'update: facts'],
    [
      'a part that raises the sum given back',
      [PAID],
      withRows(60, [row(71, 'chargeback', 400)], { amountRefunded: 400 }),
      'partial_refunded',
    ],
    [
      'a second part that completes it, reported once',
      [PAID, withRows(60, [row(71, 'chargeback', 400)], { amountRefunded: 400 })],
      withRows(DAY, [row(71, 'chargeback', 400), row(72, 'chargeback', 850)], { amountRefunded: 1250 }),
      'chargedback',
    ],
    ['one that came to nothing', [PAID], withRows(60, [row(71, 'chargeback', 1250, 'declined')]), 'update: facts'],
    [
      'one that is won',
      [PAID, withRows(60, [ALL])],
      withRows(DAY, [ALL, row(72, 'reverse-chargeback', 1250)]),
      'restored',
    ],
    [
      'one whose row stands no more',
      [PAID, withRows(60, [ALL])],
      withRows(DAY, [row(71, 'chargeback', 1250, 'void')]),
      'restored',
    ],
    [
      'one of the second in which it was won, coming late',
      [PAID, withRows(60, [ALL, row(72, 'reverse-chargeback', 1250)])],
      withRows(60, [ALL]),
      'ask: same-second',
    ],
    [
      'of money that is only promised, there is none to take back',
      [],
      withRows(60, [ALL], { capture: 'manual', financialStatus: 'initialized', method: 'VISA' }),
      'authorised',
    ],
  ])('%s', (_title, before, observed, expected) => {
    expect(summary(merge(after(...before), observedOrder(observed)))).toBe(expected);
  });

  it('keeps the word of the service beside it', () => {
    const state = after(PAID, withRows(60, [ALL]));
    expect(summaryOf(state)).toMatchObject({ status: 'chargedback', serviceStatus: 'completed', payments: 1 });
    expect(state.attention).toBeNull();
  });
});
