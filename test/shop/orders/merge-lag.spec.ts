import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { merge } from '../../../src/shop/orders/merge/merge.js';
import { summaryOf } from '../../../src/shop/orders/merge/merge.summary.js';
import { after, fresh, observedOrder, stateAfter, summary, type ObservedInput } from '../../support/observations.js';

/** What was seen before, what is seen now, what is decided. */
type Case = [title: string, before: ObservedInput[], observed: ObservedInput, expected: string];

const check = (...[, before, observed, expected]: Case): void =>
  expect(summary(merge(after(...before), observedOrder(observed)))).toBe(expected);

const SENT = { status: 'shipped', financialStatus: 'uncleared' } as const;

const related = (...types: string[]): Pick<ObservedInput, 'fields'> => ({
  fields: {
    related_transactions: types.map((type, index) => ({
      type,
      transaction_id: `9${index}`,
      status: 'completed',
      amount: 1250,
    })),
  },
});

const soon = { authoritative: true, readAtMs: 4_999 };
const late = { authoritative: true, readAtMs: 5_000 };
const PAID = { status: 'completed' };

describe('merge of an answer of the same second, which may come from a copy that lags behind', () => {
  it.each<Case>([
    ['less far along, read too soon', [PAID], { ...soon, status: 'uncleared' }, 'ask: read-too-soon'],
    ['the same, read late enough', [PAID], { ...late, status: 'uncleared' }, 'uncleared'],
    ['annulled, read too soon', [PAID], { ...soon, status: 'void' }, 'ask: read-too-soon'],
    ['annulled, read late enough', [PAID], { ...late, status: 'void' }, 'voided'],
    [
      'less given back, read too soon',
      [{ ...PAID, amountRefunded: 300 }],
      { ...PAID, ...soon, amountRefunded: 100 },
      'ask: read-too-soon',
    ],
    [
      'fewer related transactions',
      [{ ...PAID, ...related('refund', 'refund') }],
      { ...PAID, ...soon, ...related('refund') },
      'ask: read-too-soon',
    ],
    [
      'more related transactions, however soon',
      [{ ...PAID, ...related('refund') }],
      { ...PAID, ...soon, ...related('refund', 'refund') },
      'update: facts',
    ],
    [
      'a full refund after a chargeback',
      [PAID, { status: 'chargedback' }],
      { ...soon, status: 'refunded', amountRefunded: 1250 },
      'ask: read-too-soon',
    ],
    [
      'further along, however soon',
      [{ status: 'uncleared' }],
      { ...PAID, authoritative: true, readAtMs: 0 },
      'completed',
    ],
    ['of a later second, however soon', [PAID], { ...soon, status: 'void', at: 1 }, 'voided'],
    [
      'without a time, read too soon',
      [{ status: 'uncleared' }],
      { ...PAID, ...soon, fields: { modified: null } },
      'ask: read-too-soon',
    ],
    [
      'without a time, read late enough',
      [{ status: 'uncleared' }],
      { ...PAID, ...late, fields: { modified: null } },
      'completed',
    ],
    [
      'that passes over what a message has said, read too soon',
      [PAID, { status: 'void' }],
      { ...PAID, ...soon },
      'ask: read-too-soon',
    ],
    [
      'that passes over it still, read late enough',
      [PAID, { status: 'void' }],
      { ...PAID, ...late },
      'update: same-facts',
    ],
    [
      'that says what a message has said, read late enough',
      [PAID, { status: 'void' }],
      { status: 'void', ...soon, readAtMs: 5_000 },
      'voided',
    ],
  ])('%s', check);

  it('names the time from which on a read decides, and the read that begins then does', () => {
    const state = after(PAID);
    const first = merge(state, observedOrder({ ...soon, status: 'declined' }));
    expect(first).toMatchObject({ kind: 'ask', notBefore: fresh.changedAt + 5_000 });
    expect(summary(merge(stateAfter(state, first), observedOrder({ ...late, status: 'declined' })))).toBe('voided');
  });

  it('never tells a payment twice, nor forgets one, whatever stale answers of one second come in between', () => {
    const stale = fc.array(
      fc.record({ status: fc.constantFrom('initialized', 'uncleared', 'void', 'completed'), readAtMs: fc.nat(4_999) }),
    );
    fc.assert(
      fc.property(stale, (answers) => {
        let state = after(PAID);
        for (const answer of answers) {
          const decision = merge(state, observedOrder({ ...answer, authoritative: true }));
          expect(decision.kind).not.toBe('transition');
          state = stateAfter(state, decision);
        }
        expect(summaryOf(state)).toMatchObject({ status: 'completed', payments: 1 });
      }),
    );
  });
});

describe('merge of payments that stay completed/initialized', () => {
  const stays = { status: 'completed', financialStatus: 'initialized' };
  const readOf = (capture: string): Pick<ObservedInput, 'fields'> => ({
    fields: { payment_details: { type: 'VISA', capture } },
  });

  it.each<Case>([
    ...['PAYPAL', 'AMEX', 'AMAZONBTN', 'BIZUM', 'EINVOICE', 'ZINIA'].map((method): Case => [
      `${method} is paid`,
      [],
      { ...stays, method },
      'completed',
    ]),
    [
      'PayPal is paid though the shop asked to capture by itself',
      [],
      { ...stays, method: 'PAYPAL', capture: 'manual' },
      'completed',
    ],
    ...['VISA', 'MASTERCARD', 'MAESTRO', 'CREDITCARD', 'AMEX', 'APPLEPAY', 'GOOGLEPAY'].map((method): Case => [
      `${method} awaits the capture that the shop asked for`,
      [],
      { ...stays, method, capture: 'manual' },
      'authorised',
    ]),
    ['a read that says manual decides', [], { ...stays, ...readOf('manual') }, 'authorised'],
    [
      'a read that says otherwise decides, too',
      [],
      { ...stays, ...readOf('automatic'), capture: 'manual' },
      'completed',
    ],
    ['shipped and not cleared is paid where a lender pays', [], { ...SENT, method: 'KLARNA' }, 'completed+shipped'],
    ['shipped and not cleared is not paid by a method of which nothing is said', [], SENT, 'uncleared'],
  ])('%s', check);

  it('tells once of a payment that release 0.1 had taken for an authorisation, when the order is read', () => {
    const old = after({ ...stays, method: 'PAYPAL' });
    const [known] = old.transactions;
    const row = {
      ...old,
      transactions: [{ ...known!, paid: false, facts: { ...known!.facts, status: 'authorised' as const } }],
    };
    expect(summary(merge(row, observedOrder({ ...stays, method: 'PAYPAL' })))).toBe('ask: means-more');
    const read = merge(row, observedOrder({ ...stays, method: 'PAYPAL', authoritative: true }));
    expect(summary(read)).toBe('completed');
    expect(summary(merge(stateAfter(row, read), observedOrder({ ...stays, method: 'PAYPAL' })))).toBe(
      'duplicate: same-facts',
    );
  });
});

describe('merge of a read that says nothing of the capture, of money that is known to be promised', () => {
  const stays = { status: 'completed', financialStatus: 'initialized' };
  const [known] = after({ ...stays, method: 'VISA', capture: 'manual' }).transactions;
  /** As release 0.1 wrote it, which knew neither what was asked for nor the service's word. */
  const { word: _word, related: _related, ...facts } = known!.facts;
  const old = { ...fresh, transactions: [{ ...known!, facts }] };
  const CARDS = ['VISA', 'MASTERCARD', 'MAESTRO', 'CREDITCARD', 'APPLEPAY', 'GOOGLEPAY'];

  it.each(CARDS)('%s waits on: no one has said that it was captured', (method) => {
    for (const authoritative of [false, true])
      for (const at of [0, 1]) {
        const decision = merge(old, observedOrder({ ...stays, method, at, authoritative }));
        expect(decision.kind).not.toBe('transition');
        expect(summaryOf(stateAfter(old, decision))).toMatchObject({ status: 'authorised', payments: 0 });
      }
  });

  it('waits on where the method is not said either', () => {
    const decision = merge(old, observedOrder({ ...stays, authoritative: true, fields: { payment_details: null } }));
    expect(summaryOf(stateAfter(old, decision))).toMatchObject({ status: 'authorised', payments: 0 });
  });

  it.each([
    ['VISA that is captured', { ...PAID, method: 'VISA', at: 1 }],
    ['AMEX, which may stay so for good', { ...stays, method: 'AMEX' }],
    ['PayPal, which does', { ...stays, method: 'PAYPAL' }],
    [
      'a read that says it is not captured by hand',
      { ...stays, fields: { payment_details: { type: 'VISA', capture: 'automatic' } } },
    ],
  ])('%s is paid', (_title, seen) => {
    expect(summary(merge(old, observedOrder({ ...seen, authoritative: true })))).toBe('completed');
  });

  it('is paid where nothing was promised before', () => {
    expect(summary(merge(fresh, observedOrder({ ...stays, method: 'VISA', authoritative: true })))).toBe('completed');
  });
});

describe('merge of a read that says nothing of the money, of a payment that was captured by hand', () => {
  const manual = { method: 'VISA', capture: 'manual' } as const;
  const promised: ObservedInput = { ...PAID, ...manual, financialStatus: 'initialized' };
  const captured: ObservedInput = { ...PAID, ...manual, financialStatus: 'completed', at: 1 };
  const read: ObservedInput = { ...PAID, ...manual, at: 2, authoritative: true };

  it.each([
    ['nothing', null],
    ['an empty word', ''],
    ['a word that no one knows', 'settled_out'],
  ])('%s takes nothing back', (_title, financialStatus) => {
    const known = after(promised, captured);
    const decision = merge(known, observedOrder({ ...read, financialStatus }));
    expect(decision.kind).toBe('update');
    expect(summaryOf(stateAfter(known, decision))).toMatchObject({ status: 'completed', payments: 1 });
    // Nor does a message of it need to be asked about.
    expect(summary(merge(known, observedOrder({ ...read, financialStatus, authoritative: false })))).toBe(
      'update: facts',
    );
  });

  it('is paid where a message that came late says that it was captured, and reads say nothing of it', () => {
    const silent = { ...read, financialStatus: null };
    const known = after(promised, { ...silent, authoritative: false });
    const asked = merge(known, observedOrder(captured));
    expect(asked.kind).toBe('ask');
    for (const answer of [silent, { status: 'initialized', at: 3, authoritative: true, transactionId: '99' }]) {
      const decision = merge(stateAfter(known, asked), observedOrder(answer));
      expect(summary(decision)).toBe('completed');
      expect(summaryOf(stateAfter(known, decision))).toMatchObject({ status: 'completed', payments: 1 });
    }
  });

  it('is a promise again where the service says so', () => {
    check('', [promised, captured], { ...read, financialStatus: 'initialized' }, 'authorised');
  });

  it('waits on where no one has said that it was captured, or where that was another transaction', () => {
    check('', [promised], { ...read, financialStatus: null }, 'update: facts');
    const other = after({ ...captured, transactionId: '98' });
    const decision = merge(other, observedOrder({ ...read, financialStatus: null, transactionId: '99' }));
    expect(summaryOf(stateAfter(other, decision))).toMatchObject({ status: 'completed', payments: 1 });
  });
});

describe('merge of orders that end unpaid', () => {
  const ends = ['void', 'cancelled', 'canceled'];
  const paidVoid = { status: 'void', at: 1, authoritative: true };

  it.each(ends)('%s is one outcome, and what comes after it in another word is no news', (status) => {
    for (const before of ['initialized', 'uncleared', 'reserved'])
      check('', [{ status: before }], { status, at: 1 }, 'cancelled');
    for (const again of ends)
      expect(merge(after({ status }), observedOrder({ status: again, at: 1 })).kind).not.toBe('transition');
    expect(summaryOf(after({ status }))).toMatchObject({ status: 'cancelled', serviceStatus: status });
  });

  it.each<Case>([
    [
      'an authorisation',
      [{ ...PAID, financialStatus: 'initialized', method: 'VISA', capture: 'manual' }],
      { status: 'void', at: 1 },
      'cancelled',
    ],
    ['a paid one: a message has to be confirmed', [PAID], { status: 'void', at: 1 }, 'ask: would-undo-payment'],
    ['a paid one, charged back', [PAID], { ...paidVoid, ...related('chargeback') }, 'chargedback'],
    [
      'a message of it has to be confirmed',
      [PAID],
      { status: 'void', at: 1, ...related('chargeback') },
      'ask: would-undo-payment',
    ],
    [
      'a chargeback that was taken back explains nothing',
      [PAID],
      { ...paidVoid, ...related('chargeback', 'reverse-chargeback') },
      'voided',
    ],
    ['expired stays its own', [{ status: 'initialized' }], { status: 'expired', at: 1 }, 'expired'],
    ['declined stays its own', [{ status: 'initialized' }], { status: 'declined', at: 1 }, 'declined'],
  ])('%s', check);

  it('asks for a person when a payment is annulled, unless the shop has let go of it', () => {
    expect(merge(after(PAID), observedOrder(paidVoid))).toMatchObject({
      events: ['voided'],
      next: { attention: 'voided' },
    });
    expect(merge(after(PAID), observedOrder({ ...paidVoid, letGoAt: 1 }))).toMatchObject({
      events: ['voided'],
      next: { attention: null },
    });
  });
});

describe('a time that has not come yet', () => {
  const future = { ...PAID, at: 60, seenAt: 1 };

  it('does not delay a refund that a notification reports meanwhile', () => {
    check('', [future], { ...PAID, at: 2, amountRefunded: 300, seenAt: 3 }, 'partial_refunded');
  });

  it('puts in order what came with it', () => {
    check('', [future], { status: 'initialized', at: 50, seenAt: 3 }, 'stale: older');
  });

  it('is a time like any other once it has come', () => {
    check('', [future], { ...PAID, at: 2, amountRefunded: 300, seenAt: 120 }, 'stale: older');
  });
});
