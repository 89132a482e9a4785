import { describe, expect, it } from '@jest/globals';
import { merge } from './merge.js';
import { summaryOf } from './merge.summary.js';
import { after, observedOrder, summary, type ObservedInput } from '../../../../test/support/observations.js';

/** The observations before, the one now, the expected outcome. */
type Case = [title: string, before: ObservedInput[], observed: ObservedInput, expected: string];

const check = (...[, before, observed, expected]: Case): void =>
  expect(summary(merge(after(...before), observedOrder(observed)))).toBe(expected);

const CHARGED_BACK: ObservedInput = {
  status: 'void',
  fields: { related_transactions: [{ type: 'chargeback', transaction_id: '90', status: 'completed', amount: 1250 }] },
};
const PAID: ObservedInput = { status: 'completed' };
const OTHER = { transactionId: '99', authoritative: true };
const soon = { authoritative: true, readAtMs: 4_000 };

const ROWS = {
  refund: { type: 'refund', transaction_id: '90', status: 'completed', amount: 500 },
  chargeback: { type: 'chargeback', transaction_id: '91', status: 'completed', amount: 750 },
  reversal: { type: 'reverse-chargeback', transaction_id: '92', status: 'completed', amount: 750 },
};
const SHIPPED: ObservedInput = { status: 'shipped' };
const withRows = (...statuses: string[]): Pick<ObservedInput, 'fields'> => {
  const rows = statuses.map((status, index) => ({
    type: 'refund',
    transaction_id: `${90 + index}`,
    amount: 500,
    status,
  }));
  return { fields: { related_transactions: rows } };
};
const PART: ObservedInput = { status: 'partial_refunded', at: 1, amountRefunded: 500, ...withRows('initialized') };
const CALLED_OFF: ObservedInput = { ...SHIPPED, at: 1, ...withRows('void') };
const TWO_CALLED_OFF: ObservedInput = { ...SHIPPED, at: 1, ...withRows('void', 'void') };

const DISPUTED: ObservedInput = {
  status: 'chargedback',
  at: 1,
  amountRefunded: 500,
  fields: { related_transactions: [ROWS.refund, ROWS.chargeback] },
};
const WON: ObservedInput = {
  ...DISPUTED,
  status: 'partial_refunded',
  authoritative: true,
  fields: { related_transactions: [ROWS.refund, ROWS.chargeback, ROWS.reversal] },
};
const VOIDED: ObservedInput = {
  ...WON,
  fields: { related_transactions: [ROWS.refund, { ...ROWS.chargeback, status: 'void' }] },
};
const LOST: ObservedInput = { status: 'chargedback', at: 1, fields: { related_transactions: [ROWS.chargeback] } };
const SENT: ObservedInput = {
  ...LOST,
  status: 'shipped',
  authoritative: true,
  fields: { related_transactions: [{ ...ROWS.chargeback, status: 'void' }] },
};
const AGAIN: ObservedInput = {
  ...DISPUTED,
  fields: { related_transactions: [...Object.values(ROWS), { ...ROWS.chargeback, transaction_id: '93' }] },
};

describe('a dispute that is won within the second in which it began', () => {
  it.each<Case>([
    ['the message of its beginning, late', [PAID, DISPUTED, WON], DISPUTED, 'ask: same-second'],
    ['the same, where the row of the chargeback only stands no more', [PAID, VOIDED], DISPUTED, 'ask: same-second'],
    ['the same, of an order that was shipped', [PAID, SENT], LOST, 'ask: same-second'],
    ['the answer that places it', [PAID, WON, DISPUTED], WON, 'update: same-facts'],
    ['a copy that shows how things stood before', [PAID, VOIDED], { ...DISPUTED, ...soon }, 'ask: read-too-soon'],
    ['the same, of an order that was shipped', [PAID, SENT], { ...LOST, ...soon }, 'ask: read-too-soon'],
    ['a second dispute, by a message', [PAID, WON], AGAIN, 'ask: same-second'],
    ['and by an answer, read late enough', [PAID, WON, AGAIN], { ...AGAIN, authoritative: true }, 'chargedback'],
    ['one of a later second is reported at once', [PAID, WON], { ...AGAIN, at: 2 }, 'chargedback'],
  ])('%s', check);
});

describe('merge of what contradicts itself', () => {
  it.each<Case>([
    ['a void that a chargeback explains, before anything else is seen', [], CHARGED_BACK, 'completed+chargedback'],
    [
      'the same of an order that was begun: a message of it is confirmed',
      [{ status: 'initialized' }],
      { ...CHARGED_BACK, at: 1 },
      'ask: unusual-change',
    ],
    [
      'the end of a transaction, by answers without a time, after a session that a message reported',
      [{ status: 'initialized', transactionId: null }],
      { status: 'expired', authoritative: true, fields: { modified: null } },
      'expired',
    ],
    [
      'a payment that a message reported, and an answer with an unknown status',
      [{ status: 'void' }, { ...PAID, at: 1 }],
      { status: 'quantum', at: 1, authoritative: true },
      'paid_after_cancel',
    ],
    [
      'a new try that a message reported, and a copy that shows how things stood before',
      [{ status: 'initialized' }, { status: 'declined', at: 5 }, { status: 'initialized', at: 5 }],
      { status: 'initialized', ...soon },
      'ask: read-too-soon',
    ],
    [
      'an end that a message reported, and an answer of a later second, read at once',
      [PAID, { status: 'void' }],
      { status: 'shipped', at: 1, ...soon },
      'shipped',
    ],
    [
      'an end that a message reported later, and an answer of before, read late',
      [PAID, { status: 'void', at: 2 }],
      { status: 'shipped', at: 1, authoritative: true },
      'ask: older-than-message',
    ],
    [
      'an end that a message without a time reported, and an answer of a later second, read at once',
      [PAID, { status: 'void', fields: { modified: null } }],
      { status: 'shipped', at: 1, ...soon },
      'ask: read-too-soon',
    ],
    [
      'an end that a message reported, and an answer that says the same of before, read at once',
      [
        { ...PAID, at: 1 },
        { status: 'void', at: 2 },
      ],
      { status: 'void', at: 1, ...soon },
      'ask: read-too-soon',
    ],
    [
      'the same, read late enough',
      [
        { ...PAID, at: 1 },
        { status: 'void', at: 2 },
      ],
      { status: 'void', at: 1, authoritative: true },
      'voided',
    ],
    [
      'a payment that can only have come before its end, of one second, and an answer about another',
      [{ status: 'void' }, { status: 'shipped' }],
      { status: 'uncleared', at: 1, ...OTHER },
      'paid_after_cancel+voided',
    ],
    [
      'a second payment that was taken back, where nothing is left of the first',
      [PAID, { status: 'void', at: 1, authoritative: true }],
      { status: 'chargedback', at: 2, ...OTHER },
      'paid_twice+chargedback',
    ],
    [
      'the end of a second payment: what was given back of the first was reported before',
      [PAID, { ...PAID, at: 1, amountRefunded: 100 }, { ...PAID, at: 2, ...OTHER }],
      { status: 'expired', at: 3, ...OTHER },
      'update: facts',
    ],
  ])('%s', check);

  it.each<Case>([
    ['what was given back is there no more: a message', [SHIPPED, PART], CALLED_OFF, 'ask: refund-shrank'],
    [
      'the same, where the row of the refund is gone, too',
      [SHIPPED, PART],
      { ...SHIPPED, at: 1 },
      'ask: refund-shrank',
    ],
    ['an answer, read at once', [SHIPPED, PART], { ...CALLED_OFF, ...soon }, 'ask: read-too-soon'],
    ['an answer, read late enough', [SHIPPED, PART, CALLED_OFF], { ...CALLED_OFF, authoritative: true }, 'restored'],
    ['the message of before, after that of the end', [SHIPPED, CALLED_OFF], PART, 'ask: same-second'],
    ['the same, after two that were called off', [SHIPPED, TWO_CALLED_OFF], PART, 'ask: same-second'],
    ['a copy that shows how things stood before', [SHIPPED, CALLED_OFF], { ...PART, ...soon }, 'ask: read-too-soon'],
    ['the same, where the row is gone since', [SHIPPED, { ...SHIPPED, at: 1 }], PART, 'ask: same-second'],
    ['and where none is listed', [{ ...SHIPPED, at: 1 }], { ...PART, fields: {} }, 'ask: same-second'],
    ['a second one', [SHIPPED, CALLED_OFF], { ...PART, ...withRows('void', 'initialized') }, 'ask: same-second'],
    ['such a copy, where the row is gone since', [{ ...SHIPPED, at: 1 }], { ...PART, ...soon }, 'ask: read-too-soon'],
    [
      'a refund that is new, by an answer',
      [{ ...SHIPPED, at: 1 }],
      { ...PART, authoritative: true },
      'partial_refunded',
    ],
    ['one of a later second is reported at once', [SHIPPED], PART, 'partial_refunded'],
  ])('of a refund that was called off within its second: %s', check);

  it('takes from an answer what the same facts are called now, where a row of an earlier release calls them otherwise', () => {
    const state = after({ status: 'void' });
    const called = (status: 'expired') => ({
      ...state,
      transactions: state.transactions.map((each) => ({ ...each, facts: { ...each.facts, status } })),
    });
    const again: ObservedInput = { status: 'void', authoritative: true };
    expect(summary(merge(state, observedOrder(again)))).toBe('duplicate: same-facts');
    expect(summary(merge(called('expired'), observedOrder(again)))).toBe('cancelled');
  });

  it('does not lose a payment that only a copy of the service showed, after the message of its end', () => {
    const stale: ObservedInput = { ...PAID, at: 1, ...soon };
    const before: ObservedInput[] = [{ status: 'uncleared' }, { status: 'void', at: 2 }];
    check('', before, stale, 'ask: read-too-soon');
    check('', [...before, stale], { status: 'void', at: 2, authoritative: true }, 'paid_after_cancel+voided');
    const state = after(...before, stale, { status: 'void', at: 2, authoritative: true });
    expect(summaryOf(state)).toMatchObject({ status: 'voided', payments: 1 });
    expect(state.attention).toBe('paid_after_cancel');
  });
});
