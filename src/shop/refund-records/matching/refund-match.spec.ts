import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { reading, refund, row, SINCE, TAG } from '../../../../test/support/refund-reading.js';
import { formatServiceTime, type RelatedTransaction } from '../../../protocol/index.js';
import { matchRefund } from './refund-match.js';
import { REFUND_STATES, type ReadEvidence } from '../protocol/refund-protocol.types.js';
import { isReturn, seenStatus, showsTags, type OwnRefund, type RefundReading } from './related-refunds.js';

const MINUTE = 60_000;
const DAY = 86_400_000;
const ABSENT: ReadEvidence = { kind: 'absent' };
const AMBIGUOUS: ReadEvidence = { kind: 'conflict', why: 'ambiguous' };

const found = (serviceRefundId: string, status = 'reserved'): unknown => ({ kind: 'found', serviceRefundId, status });

describe('matchRefund, by tag or identifier', () => {
  const marked = (changes: Partial<RelatedTransaction> = {}): Partial<RelatedTransaction> =>
    row({ refund_order_id: TAG, ...changes });

  it.each(['refund_order_id', 'order_id', 'description', 'var1', 'var2', 'var3'] as const)(
    'knows its tag in %s',
    (field) => {
      for (const tagsEchoed of [true, false, null]) {
        expect(
          matchRefund(refund(), reading([row({ transaction_id: '1' }), row({ [field]: TAG })], { tagsEchoed })),
        ).toEqual(found('77'));
      }
      expect(matchRefund(refund(), reading([row({ [field]: `${TAG}0` })], { tagsEchoed: true }))).toEqual(AMBIGUOUS);
    },
  );

  it('knows its identifier, in every state, whether or not there are tags', () => {
    for (const state of REFUND_STATES) {
      expect(matchRefund(refund({ state, serviceRefundId: '77' }), reading([row()]))).toEqual(found('77'));
      expect(matchRefund(refund({ state }), reading([marked()]))).toEqual(found('77'));
    }
    expect(matchRefund(refund({ serviceRefundId: '78' }), reading([row()]))).toEqual(ABSENT);
  });

  it('is found without an identifier too: absent it is not', () => {
    const nameless = { kind: 'found', serviceRefundId: null, status: 'reserved' };
    expect(matchRefund(refund(), reading([marked({ transaction_id: null })]))).toEqual(nameless);
  });

  it('is there twice only when money leaves twice', () => {
    const twice = { kind: 'conflict', why: 'twice' };
    expect(matchRefund(refund(), reading([marked(), marked({ transaction_id: '78', status: 'completed' })]))).toEqual(
      twice,
    );
    expect(matchRefund(refund({ serviceRefundId: '77' }), reading([row(), marked({ transaction_id: '78' })]))).toEqual(
      twice,
    );
    const nameless = marked({ transaction_id: null });
    expect(matchRefund(refund(), reading([nameless, nameless]))).toEqual(twice);
    const dead = marked({ transaction_id: '1', status: 'void' });
    expect(matchRefund(refund(), reading([dead, marked(), marked({ transaction_id: '78' })]))).toEqual(twice);
    for (const rows of [
      [dead, marked()],
      [marked(), dead],
      [marked(), marked()],
    ]) {
      expect(matchRefund(refund(), reading(rows))).toEqual(found('77'));
    }
    expect(matchRefund(refund(), reading([dead, marked({ status: 'declined' })]))).toEqual(found('77', 'declined'));
  });

  it('that is listed again under its id counts as listed last', () => {
    const as = (status: string): Partial<RelatedTransaction> => marked({ status });
    for (const [first, last, status] of [
      ['reserved', 'completed', 'completed'],
      ['completed', 'void', 'void'],
      ['void', 'reserved', 'reserved'],
    ] as const) {
      expect(matchRefund(refund(), reading([as(first), as(last)]))).toEqual(found('77', status));
    }
  });

  it('with another amount or currency is not reliable', () => {
    const other = { kind: 'conflict', why: 'other-amount' };
    expect(matchRefund(refund(), reading([marked({ amount: 10_000 })]))).toEqual(other);
    expect(matchRefund(refund(), reading([marked({ currency: 'USD' })]))).toEqual(other);
    expect(matchRefund(refund(), reading([marked({ amount: null, currency: 'eur' })]))).toEqual(found('77'));
    expect(matchRefund(refund(), reading([marked({ amount: 1, status: 'declined' })]))).toEqual(
      found('77', 'declined'),
    );
  });

  it('reads every status, and takes an odd one for money on its way', () => {
    const read = (status: string | null): string =>
      seenStatus({ ...reading([row()]).order.related_transactions[0]!, status });
    expect(['initialized', 'reserved', 'uncleared', 'quantum', null].map(read)).toEqual(
      Array.from({ length: 5 }, () => 'reserved'),
    );
    expect(['completed', 'declined', 'void', 'CANCELED'].map(read)).toEqual(['completed', 'declined', 'void', 'void']);
  });

  it('takes no capture or chargeback for a refund, but what has no type', () => {
    for (const type of ['capture', 'chargeback', 'reverse-chargeback', 'auth-cancellation']) {
      expect(matchRefund(refund(), reading([marked({ type })]))).toEqual(ABSENT);
      expect(matchRefund(refund(), reading([row({ type })]))).toEqual(ABSENT);
    }
    expect(matchRefund(refund(), reading([marked({ type: null })]))).toEqual(found('77'));
    expect(reading([row({ type: 'Chargeback' })]).order.related_transactions.map(isReturn)).toEqual([true]);
  });
});

describe('matchRefund, where tags do not come back', () => {
  const later = (ms: number): Partial<RelatedTransaction> => row({ created: formatServiceTime(SINCE + ms) });

  it('accepts the only similar refund', () => {
    const ofOrder = row({ refund_order_id: 'S10042' });
    for (const only of [row(), row({ created: null }), ofOrder, later(-2 * MINUTE), later(9 * MINUTE)]) {
      expect(matchRefund(refund(), reading([only]))).toEqual(found('77'));
    }
    expect(matchRefund(refund(), reading([]))).toEqual(ABSENT);
  });

  it.each<[string, Partial<RelatedTransaction>[], Partial<RefundReading>]>([
    ['two are similar', [row(), row({ transaction_id: '78' })], {}],
    ['another refund of ours may be meant', [row()], { own: [refund(), refund({ tag: 'r-2', state: 'manual' })] }],
    ['someone else refunds as well', [row(), row({ transaction_id: '78', amount: 700 })], {}],
    [
      'someone else refunds the amount of another own refund, which is identified',
      [row(), row({ transaction_id: '78', amount: 700 })],
      { own: [refund(), refund({ tag: 'r-2', amount: 700, serviceRefundId: '79' })] },
    ],
    ['someone else has refunded before', [row(), row({ transaction_id: '78' })], { elsewhere: new Set(['78']) }],
    ['it has an id from someone else', [row({ refund_order_id: 'desk-1' })], {}],
    [
      'one is too old by hours, and one is not',
      [row(), row({ transaction_id: '78', created: '2026-01-05T11:00:00' })],
      {},
    ],
    ['it is too old by hours, as where the zone is wrong', [later(-2 * 60 * MINUTE)], {}],
    ['it is too old by a day, and no more', [later(-2 * MINUTE - DAY)], {}],
  ])('leaves it to a person when %s', (_name, rows, changes) => {
    expect(matchRefund(refund(), reading(rows, changes))).toEqual(AMBIGUOUS);
  });

  it.each<[string, Partial<RelatedTransaction>, Partial<RefundReading>]>([
    ['over another amount', row({ amount: 501 }), {}],
    ['over another amount, and has no id either', row({ transaction_id: null, amount: 501 }), {}],
    ['in another currency', row({ currency: 'USD' }), {}],
    ['of another refund of ours', row(), { own: [refund(), refund({ tag: 'r-2', serviceRefundId: '77' })] }],
    ['on record as made elsewhere', row(), { elsewhere: new Set(['77']) }],
    ['from days before', later(-3 * DAY), {}],
    ['too old by more than a day', later(-2 * MINUTE - DAY - 1_000), {}],
  ])('passes over what is %s', (_name, other, changes) => {
    expect(matchRefund(refund(), reading([other], changes))).toEqual(ABSENT);
  });

  it.each<[string, Partial<OwnRefund>]>([
    ['over another amount', { amount: 700 }],
    ['in another currency', { currency: 'USD' }],
    ['that has its place', { serviceRefundId: '79' }],
    ['that was never sent', { attempts: 0 }],
    ['that was refused', { state: 'rejected' }],
    ['that was called off', { state: 'cancelled' }],
  ])('is not put off by another refund of ours %s', (_name, changes) => {
    const own = [refund(), refund({ tag: 'r-2', state: 'manual', ...changes })];
    const rows = changes.amount === undefined ? [row()] : [row(), row({ transaction_id: '78', ...changes })];
    expect(matchRefund(refund(), reading(rows, { own }))).toEqual(found('77'));
  });

  it('does not search for a refund that was never sent, or is over', () => {
    for (const own of [
      refund({ attempts: 0, state: 'queued' }),
      refund({ state: 'rejected' }),
      refund({ state: 'settled' }),
    ]) {
      expect(matchRefund(own, reading([row()], { own: [own] }))).toEqual(ABSENT);
    }
  });

  it('reads times in the zone of the service', () => {
    const utc = row({ created: formatServiceTime(SINCE - MINUTE, 'UTC') });
    expect(matchRefund(refund(), reading([utc], { timeZone: 'UTC' }))).toEqual(found('77'));
    expect(matchRefund(refund(), reading([utc]))).toEqual(AMBIGUOUS);
  });

  it('does not take the second pass of the repeated hour for a proof', () => {
    const since = Date.UTC(2026, 9, 25, 1, 30);
    const own = refund({ since });
    expect(matchRefund(own, reading([row({ created: '2026-10-25T02:30:00' })], { own: [own] }))).toEqual(AMBIGUOUS);
  });
});

describe('what is known of tags', () => {
  it('is learnt from refunds that are identified otherwise', () => {
    const known = refund({ state: 'accepted', serviceRefundId: '77' });
    expect(showsTags(reading([row()], { own: [known] }))).toBe(false);
    expect(showsTags(reading([row({ var2: TAG })], { own: [known] }))).toBe(true);
    expect([showsTags(reading([row()])), showsTags(reading([]))]).toEqual([null, null]);
    // Nothing shows that this one is ours: neither has an id, or each has another one.
    expect(showsTags(reading([row({ transaction_id: null })]))).toBeNull();
    expect(showsTags(reading([row({ transaction_id: '78' })], { own: [known] }))).toBeNull();
  });

  it('leaves a similar refund to a person where other refunds came back with their tags: not every method returns them', () => {
    expect(matchRefund(refund(), reading([row()], { tagsEchoed: true }))).toEqual(AMBIGUOUS);
    expect(matchRefund(refund(), reading([row({ amount: 1 })], { tagsEchoed: true }))).toEqual(ABSENT);
    const known = refund({ tag: 'r-2', state: 'accepted', serviceRefundId: '78' });
    const rows = [row(), row({ transaction_id: '78', var1: 'r-2', amount: 900 })];
    for (const tagsEchoed of [true, null])
      expect(matchRefund(refund(), reading(rows, { tagsEchoed, own: [refund(), known] }))).toEqual(AMBIGUOUS);
    expect(matchRefund(refund(), reading(rows, { tagsEchoed: false, own: [refund(), known] }))).not.toEqual(ABSENT);
  });

  it('makes a similar refund prove nothing while this is unknown', () => {
    expect(matchRefund(refund(), reading([row()], { tagsEchoed: null }))).toEqual({
      kind: 'failed',
      code: 'TAGS_NOT_KNOWN',
    });
    expect(matchRefund(refund(), reading([], { tagsEchoed: null }))).toEqual(ABSENT);
  });
});

describe('matchRefund, for any list of an order', () => {
  const listed = fc.record({
    transaction_id: fc.constantFrom('1', '2', '3', null),
    type: fc.constantFrom('refund', 'capture', null),
    status: fc.constantFrom('reserved', 'completed', 'declined', 'void', 'odd'),
    amount: fc.constantFrom(500, 700, null),
    created: fc.constantFrom(formatServiceTime(SINCE), formatServiceTime(SINCE - 10 * MINUTE), null),
  });

  it('never calls a refund absent that is there, with or without its tag', () => {
    fc.assert(
      fc.property(fc.array(listed, { maxLength: 5 }), fc.nat(5), fc.boolean(), (others, at, isTagged) => {
        const mine = row({ transaction_id: '77', ...(isTagged ? { var3: TAG } : {}) });
        const rows = [
          ...others.map((other) => row(other)).slice(0, at),
          mine,
          ...others.map((other) => row(other)).slice(at),
        ];
        const evidence = matchRefund(refund(), reading(rows, { tagsEchoed: isTagged }));
        expect(evidence.kind).not.toBe('absent');
        if (isTagged) expect(evidence).toEqual(found('77'));
      }),
    );
  });
});
