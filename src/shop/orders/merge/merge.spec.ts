import { describe, expect, it } from '@jest/globals';
import { merge } from './merge.js';
import { summaryOf } from './merge.summary.js';
import { after, fresh, observedOrder, summary, type ObservedInput } from '../../../../test/support/observations.js';

describe('merge', () => {
  it.each<[string, ObservedInput[], ObservedInput, string]>([
    ['the first sight of an open order', [], { status: 'initialized' }, 'initialized'],
    ['a payment', [{ status: 'initialized' }], { status: 'completed', at: 1 }, 'completed'],
    ['a payment seen before anything else', [], { status: 'completed' }, 'completed'],
    ['the same payment again', [{ status: 'completed' }], { status: 'completed' }, 'duplicate: same-facts'],
    ['the same facts, newer', [{ status: 'completed' }], { status: 'completed', at: 1 }, 'update: same-facts'],
    ['an older status after a newer', [{ status: 'completed', at: 5 }], { status: 'initialized' }, 'stale: older'],
    ['both in one second, lower last', [{ status: 'completed' }], { status: 'initialized' }, 'stale: older'],
    ['a decline, then a second try', [{ status: 'declined' }], { status: 'completed', at: 1 }, 'completed'],
    ['an unknown status', [{ status: 'completed' }], { status: 'quantum', at: 1 }, 'ignored: unknown-status'],
    ['another spelling', [{ status: 'initialized' }], { status: 'canceled', at: 1 }, 'cancelled'],
    [
      'a message that a paid order is cancelled',
      [{ status: 'completed' }],
      { status: 'cancelled', at: 1 },
      'ask: would-undo-payment',
    ],
    [
      'the API says the payment was voided',
      [{ status: 'completed' }],
      { status: 'void', at: 1, authoritative: true },
      'voided',
    ],
    [
      'a failed second attempt of a paid order',
      [{ status: 'completed' }],
      { status: 'expired', at: 1, transactionId: '99' },
      'update: facts',
    ],
    ['a payment after the end', [{ status: 'cancelled' }], { status: 'completed', at: 1 }, 'ask: paid-after-end'],
    [
      'the API confirms a payment after the end',
      [{ status: 'expired' }],
      { status: 'completed', at: 1, authoritative: true },
      'paid_after_cancel',
    ],
    [
      'a second payment, proved by its signature',
      [{ status: 'completed' }],
      { status: 'completed', at: 1, transactionId: '99' },
      'paid_twice',
    ],
    [
      'the API confirms a second payment',
      [{ status: 'completed' }],
      { status: 'completed', at: 1, transactionId: '99', authoritative: true },
      'paid_twice',
    ],
    ['a wrong amount', [{ status: 'initialized' }], { status: 'completed', at: 1, amount: 1 }, 'amount_mismatch'],
    [
      'a wrong currency',
      [{ status: 'initialized' }],
      { status: 'completed', at: 1, currency: 'USD' },
      'amount_mismatch',
    ],
    [
      'a wrong amount reported twice',
      [{ status: 'completed', amount: 1 }],
      { status: 'completed', at: 1, amount: 1, financialStatus: 'uncleared' },
      'duplicate: amount-mismatch',
    ],
    [
      'a wrong amount by another transaction',
      [{ status: 'completed', amount: 1 }],
      { status: 'completed', at: 1, amount: 1, transactionId: '2' },
      'amount_mismatch',
    ],
    [
      'a wrong amount of an unpaid order',
      [{ status: 'initialized' }],
      { status: 'declined', at: 1, amount: 1 },
      'declined',
    ],
    [
      'an authorisation',
      [],
      { status: 'completed', financialStatus: 'initialized', capture: 'manual', method: 'VISA' },
      'authorised',
    ],
    [
      'its capture',
      [{ status: 'completed', financialStatus: 'initialized', capture: 'manual', method: 'VISA' }],
      { status: 'completed', at: 1 },
      'completed',
    ],
    [
      'a first partial refund',
      [{ status: 'completed' }],
      { status: 'partial_refunded', at: 1, amountRefunded: 100 },
      'partial_refunded',
    ],
    [
      'a second one under the same status',
      [{ status: 'completed' }, { status: 'partial_refunded', at: 1, amountRefunded: 100 }],
      { status: 'partial_refunded', at: 2, amountRefunded: 200 },
      'partial_refunded',
    ],
    [
      'a refund that shows in the amount alone',
      [{ status: 'completed' }],
      { status: 'completed', at: 1, amountRefunded: 100 },
      'partial_refunded',
    ],
    [
      'a full refund that shows in the amount alone',
      [{ status: 'completed' }],
      { status: 'completed', at: 1, amountRefunded: 1250 },
      'refunded',
    ],
    [
      'a refund seen before its payment',
      [],
      { status: 'partial_refunded', amountRefunded: 100 },
      'completed+partial_refunded',
    ],
    [
      'a refunded amount that shrinks',
      [{ status: 'partial_refunded', amountRefunded: 200 }],
      { status: 'partial_refunded', at: 1, amountRefunded: 100 },
      'ask: refund-shrank',
    ],
    ['a chargeback', [{ status: 'completed' }], { status: 'chargedback', at: 1 }, 'chargedback'],
    [
      'a chargeback taken back',
      [{ status: 'completed' }, { status: 'chargedback', at: 1 }],
      { status: 'completed', at: 2, authoritative: true },
      'restored',
    ],
    ['a shipment', [{ status: 'completed' }], { status: 'shipped', at: 1 }, 'shipped'],
    [
      'settlement after shipment',
      [{ status: 'completed' }, { status: 'shipped', at: 1 }],
      { status: 'completed', at: 2 },
      'update: facts',
    ],
    [
      'no time of change',
      [{ status: 'initialized' }],
      { status: 'completed', fields: { modified: null } },
      'ask: no-modified-time',
    ],
    [
      'older by an hour but further on (summer time)',
      [{ status: 'initialized', at: 60 }],
      { status: 'completed', at: 0 },
      'ask: older-but-higher',
    ],
    [
      'a signed body without an order id',
      [{ status: 'initialized' }],
      { status: 'completed', at: 1, fields: { order_id: null } },
      'ask: order-id-missing',
    ],
    [
      'an answer about another order',
      [],
      { status: 'completed', authoritative: true, fields: { order_id: 'B-2' } },
      'ignored: order-id-differs',
    ],
    [
      'a payment without an amount',
      [{ status: 'initialized' }],
      { status: 'completed', at: 1, fields: { amount: null } },
      'ask: amount-missing',
    ],
  ])('%s', (_title, before, observed, expected) => {
    expect(summary(merge(after(...before), observedOrder(observed)))).toBe(expected);
  });

  it('cancels an abandoned session, unless the shop keeps such orders open', () => {
    const left = observedOrder({ status: 'canceled', transactionId: null, financialStatus: null });
    expect(summary(merge(fresh, left))).toBe('cancelled');
    expect(summary(merge(fresh, left, { onAbandoned: 'keep-open', readLagMs: 5_000 }))).toBe(
      'ignored: abandoned-kept-open',
    );
  });

  it('keeps the first payment as the order’s when a second one comes', () => {
    const later = { status: 'completed', at: 1, transactionId: '1756720990000456' };
    const twice = after({ status: 'completed' }, later);
    expect(twice.attention).toBe('paid_twice');
    expect(summaryOf(twice)).toMatchObject({
      status: 'completed',
      payments: 2,
      paidTransactionId: '1756720780000123',
    });
  });

  it('names the most serious reason for attention, in any sequence', () => {
    const paid = { status: 'completed' };
    const twice = { status: 'completed', at: 1, transactionId: '1756720990000456' };
    const odd = { status: 'completed', at: 2, transactionId: '1756721110000789', amount: 999 };
    for (const orders of [
      [paid, twice, odd],
      [paid, odd, twice],
      [odd, paid, twice],
    ])
      expect(after(...orders).attention).toBe('paid_twice');
  });

  it('never forgets that an order was paid', () => {
    const voided = after({ status: 'completed' }, { status: 'void', at: 1, authoritative: true });
    expect(summaryOf(voided)).toMatchObject({ status: 'voided', payments: 1 });
  });
});
