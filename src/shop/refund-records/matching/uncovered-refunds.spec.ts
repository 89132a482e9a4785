import { describe, expect, it } from '@jest/globals';
import { uncoveredIn, type Cover } from './uncovered-refunds.js';

type Row = Parameters<typeof uncoveredIn>[0][number];
const row = (id: string, amount: number, change: Partial<Row> = {}): Row => ({
  id,
  amount,
  serviceOrderId: 'A-1',
  origin: 'shop',
  state: 'queued',
  serviceRefundId: null,
  ...change,
});
const bank = (amount: number): Row =>
  row('bank', amount, { origin: 'chargeback', state: 'settled', serviceRefundId: '9' });
const paid = (amount: number, known: Cover['known'] = ['A-1']): Cover => ({
  sources: [{ serviceOrderId: 'A-1', amount, currency: 'EUR', reported: 0 }],
  known,
});
const idsOf = (rows: readonly Row[], cover: Cover): string[] => uncoveredIn(rows, cover).map(({ id }) => id);

describe('refunds that wait, and whose money has left', () => {
  it('are those for which not enough is there, the oldest covered first', () => {
    const [second, first] = [row('2', 400), row('1', 400)];
    expect(idsOf([second, first], paid(1_000))).toEqual([]);
    expect(idsOf([second, first, bank(300)], paid(1_000))).toEqual(['2']);
    expect(idsOf([second, first, bank(700)], paid(1_000))).toEqual(['1', '2']);
    expect(idsOf([row('3', 300), second, first, bank(300)], paid(1_000))).toEqual(['2']);
  });

  it('are all of a payment that was taken back, and none of one of which it is unknown whether it stands', () => {
    expect(idsOf([row('1', 1)], { sources: [], known: 'all' })).toEqual(['1']);
    expect(idsOf([row('1', 1)], { sources: [], known: ['A-1'] })).toEqual(['1']);
    expect(idsOf([row('1', 1)], { sources: [], known: ['A-1_2'] })).toEqual([]);
    // Another payment of the order was taken back: this one stands.
    expect(idsOf([row('1', 1_000)], paid(1_000, 'all'))).toEqual([]);
  });

  it('are judged by what has left for certain: not by what may be one of ours, or by another payment', () => {
    const unnamed = row('x', 1_000, { origin: 'elsewhere', state: 'accepted' });
    const unknown = row('y', 1_000, { state: 'unknown' });
    const other = row('z', 1_000, { state: 'settled', serviceOrderId: 'A-1_2' });
    expect(idsOf([row('1', 1_000), unnamed, unknown, other], paid(1_000))).toEqual([]);
    expect(idsOf([row('1', 1_000), row('w', 1, { state: 'accepted' })], paid(1_000))).toEqual(['1']);
    // It is not our own refund: it is not sent, in any state.
    expect(idsOf([row('1', 1_000), row('2', 1_000, { origin: 'elsewhere' })], paid(1_000))).toEqual([]);
  });
});
