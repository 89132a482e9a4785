import { describe, expect, it } from '@jest/globals';
import { merge } from './merge.js';
import { after, observedOrder, summary, type ObservedInput } from '../../../../test/support/observations.js';

/** The observations before, the one now, the expected outcome. */
type Case = [title: string, before: ObservedInput[], observed: ObservedInput, expected: string];

const check = (...[, before, observed, expected]: Case): void =>
  expect(summary(merge(after(...before), observedOrder(observed)))).toBe(expected);

describe('merge, where only the API can decide: its answer counts', () => {
  it.each<Case>([
    [
      'a payment of a lender that expired, as nothing was shipped: it was annulled',
      [{ status: 'completed' }],
      { status: 'expired', at: 40_000, authoritative: true },
      'voided',
    ],
    [
      'a payment of a lender that was promised and refused: it was annulled',
      [{ status: 'completed' }],
      { status: 'declined', at: 40_000, authoritative: true },
      'voided',
    ],
    [
      'a loan that was given back whole, which is void then: it was refunded',
      [{ status: 'completed' }],
      { status: 'void', at: 40_000, amountRefunded: 1_250, authoritative: true },
      'refunded',
    ],
    [
      'the same, of which a message tells: it is a void until the API confirms it',
      [{ status: 'completed' }],
      { status: 'void', at: 40_000, amountRefunded: 1_250 },
      'ask: would-undo-payment',
    ],
    [
      'a loan of which a part was given back before it was annulled',
      [{ status: 'completed' }],
      { status: 'void', at: 40_000, amountRefunded: 1_249, authoritative: true },
      'voided',
    ],
    [
      'a void with as much given back, of which no payment is known',
      [],
      { status: 'void', at: 40_000, amountRefunded: 1_250, authoritative: true },
      'cancelled',
    ],
    [
      'the API confirms what is older by an hour but further on',
      [{ status: 'initialized', at: 60 }],
      { status: 'completed', at: 0, authoritative: true },
      'completed',
    ],
    [
      'unknown money, older by days than the end of the order',
      [{ status: 'initialized' }, { status: 'expired', at: 5000 }],
      { status: 'completed', at: 1 },
      'ask: older-but-higher',
    ],
    [
      'an answer that is older than what a message has said: a copy of the service lags behind',
      [{ status: 'completed' }, { status: 'completed', at: 9, amountRefunded: 100 }, { status: 'completed', at: 20 }],
      { status: 'completed', at: 9, amountRefunded: 100, authoritative: true },
      'ask: older-than-message',
    ],
    [
      'the next answer, which has caught up',
      [{ status: 'completed' }, { status: 'completed', at: 9, amountRefunded: 100 }, { status: 'completed', at: 20 }],
      { status: 'completed', at: 20, authoritative: true },
      'restored',
    ],
    [
      'a chargeback that seems to be won within two hours, when an hour may have been written twice',
      [{ status: 'completed' }, { status: 'chargedback', at: 60 }],
      { status: 'completed', at: 120 },
      'ask: newer-but-back',
    ],
    [
      'one that is won a day later',
      [{ status: 'completed' }, { status: 'chargedback', at: 60 }],
      { status: 'completed', at: 90_000 },
      'restored',
    ],
    [
      'the API confirms that money',
      [{ status: 'initialized' }, { status: 'expired', at: 5000 }],
      { status: 'completed', at: 1, authoritative: true },
      'paid_after_cancel',
    ],
    [
      'a second refund of the second of the first, by an answer that was read at once',
      [{ status: 'partial_refunded', amountRefunded: 100 }],
      { status: 'partial_refunded', amountRefunded: 200, authoritative: true, readAtMs: 0 },
      'ask: read-too-soon',
    ],
    [
      'the same, by an answer that was read later',
      [{ status: 'partial_refunded', amountRefunded: 100 }],
      { status: 'partial_refunded', amountRefunded: 200, authoritative: true },
      'partial_refunded',
    ],
    [
      'the status of a refund of one cent, which its amount had shown',
      [{ status: 'completed' }, { status: 'completed', at: 1, amountRefunded: 1 }],
      { status: 'partial_refunded', at: 2, amountRefunded: 1 },
      'update: facts',
    ],
    [
      'a part of a refund that is taken back, as an answer tells',
      [{ status: 'refunded', amountRefunded: 1250 }],
      { status: 'completed', at: 5000, amountRefunded: 300, authoritative: true },
      'restored',
    ],
    [
      'one that is won two hours later',
      [{ status: 'completed' }, { status: 'chargedback', at: 60 }],
      { status: 'completed', at: 180 },
      'ask: newer-but-back',
    ],
    [
      'and a minute after that',
      [{ status: 'completed' }, { status: 'chargedback', at: 60 }],
      { status: 'completed', at: 181 },
      'restored',
    ],
    [
      'the void by which a chargeback shows that is known',
      [{ status: 'completed' }, { status: 'chargedback', at: 60 }],
      { status: 'void', at: 90, fields: { related_transactions: [{ type: 'chargeback', status: 'completed' }] } },
      'update: facts',
    ],
    [
      'an answer that takes back a payment of which no time is known, asked for at once',
      [{ status: 'completed', fields: { modified: null } }],
      { status: 'void', at: 1, authoritative: true, readAtMs: 0 },
      'ask: read-too-soon',
    ],
    [
      'an answer without a time, asked for when a message had just said something else',
      [
        { status: 'completed', at: 1 },
        { status: 'void', at: 2 },
      ],
      { status: 'completed', authoritative: true, readAtMs: 0, fields: { modified: null } },
      'ask: read-too-soon',
    ],
    [
      'an answer with an unknown status settles nothing: what a message has said stands',
      [
        { status: 'completed', at: 1 },
        { status: 'void', at: 2 },
      ],
      { status: 'quantum', at: 3, authoritative: true },
      'voided',
    ],
    [
      'older by days, of an order already paid',
      [{ status: 'completed', at: 5000 }],
      { status: 'partial_refunded', at: 1, amountRefunded: 100 },
      'stale: older',
    ],
    [
      'an answer of the same second, asked for before the payment was known',
      [{ status: 'completed' }],
      { status: 'initialized', authoritative: true, readAt: -1 },
      'ask: read-before-change',
    ],
    [
      'an answer without a time, asked for before the payment was known',
      [{ status: 'completed' }],
      { status: 'initialized', authoritative: true, readAt: -1, fields: { modified: null } },
      'ask: read-before-change',
    ],
    [
      'older but further on, asked for before the last change was known',
      [{ status: 'initialized', at: 60 }],
      { status: 'declined', authoritative: true, readAt: -1 },
      'ask: read-before-change',
    ],
    [
      'an hour older and less far along, as a copy of the service that lags behind would say',
      [{ status: 'completed', at: 60 }],
      { status: 'void', at: 5, authoritative: true, readAt: 119 },
      'stale: older',
    ],
    [
      'the same long after the last change: no copy lags so far behind, but an hour is written twice in autumn',
      [{ status: 'completed', at: 60 }],
      { status: 'void', at: 5, authoritative: true, readAt: 121 },
      'voided',
    ],
    [
      'a refund of the hour that was written twice',
      [{ status: 'completed' }, { status: 'partial_refunded', at: 60, amountRefunded: 100 }],
      { status: 'partial_refunded', at: 5, amountRefunded: 200, authoritative: true, readAt: 121 },
      'partial_refunded',
    ],
    [
      'older than an hour that is written twice can make it, however long ago the last change was',
      [{ status: 'completed', at: 180 }],
      { status: 'void', at: 5, authoritative: true, readAt: 9_000 },
      'stale: older',
    ],
    [
      'the API takes a payment back within its second',
      [{ status: 'completed' }],
      { status: 'void', authoritative: true },
      'voided',
    ],
    ['two of one rank in one second', [{ status: 'completed' }], { status: 'shipped' }, 'ask: same-second'],
    [
      'a wrong amount put right',
      [{ status: 'completed', amount: 1 }],
      { status: 'completed', authoritative: true },
      'completed',
    ],
    [
      'a payment without a currency',
      [{ status: 'initialized' }],
      { status: 'completed', at: 1, fields: { currency: null } },
      'ask: amount-missing',
    ],
  ])('%s', check);
});
