import { describe, expect, it } from '@jest/globals';
import { reading, refund, row } from '../../../../test/support/refund-reading.js';
import type { Cost } from '../../../protocol/index.js';
import { matchRefund } from './refund-match.js';
import type { OwnRefund, RefundReading } from './related-refunds.js';

const OTHER = '1747219123451369';

/** A cost of the second in which the refund was sent: noon, UTC. */
const WITHDRAWN: Cost = {
  transaction_id: OTHER,
  type: 'withdraw',
  status: 'completed',
  amount: '0',
  description: 'Refund order 1158044712',
  created: '2026-01-05T13:00:00',
};

/** What a read shows of a refund whose answer was lost, where the order has one cost. */
function seenWith(cost: Partial<Cost>, changes: Partial<RefundReading> = {}): string {
  const known = reading([], changes);
  const order = { ...known.order, costs: [{ ...WITHDRAWN, ...cost }] };
  const seen = matchRefund(known.own[0]!, { ...known, order });
  return seen.kind === 'failed' ? seen.code : seen.kind;
}

describe('of a refund that is among the costs of an order only', () => {
  it.each<[string, Partial<Cost>]>([
    ['a withdrawal', {}],
    ['one that waits', { status: 'reserved' }],
    ['an internal one', { type: 'internal' }],
    ['one of a type that is not known yet', { type: 'payout' }],
    ['one of no type', { type: null }],
    ['one without a status', { status: null }],
    ['one without an id', { transaction_id: null }],
    ['one of a time that cannot be read', { created: '14 May 2025' }],
    ['one made in another zone', { created: '2026-01-05T01:00:00' }],
  ])('absence is not proved by %s', (_title, cost) => {
    expect(seenWith(cost)).toBe('REFUNDED_UNEXPLAINED');
  });

  it.each<[string, Partial<Cost>, Partial<RefundReading>]>([
    ['a fee', { type: 'SYSTEM', created: null, status: null }, {}],
    ['a fee that has a time', { type: 'system' }, {}],
    ['a cost without a time', { created: null }, {}],
    ['a cost with an empty time', { created: '' }, {}],
    ['one that was called off', { status: 'void' }, {}],
    ['one that was refused', { status: 'declined' }, {}],
    ['one from long before', { created: '2026-01-04T12:00:00' }, {}],
    ['another refund of this shop', {}, { own: [refund(), refund({ tag: 'r-2', serviceRefundId: OTHER })] }],
    ['a refund known from elsewhere', {}, { elsewhere: new Set([OTHER]) }],
  ])('absence is proved in spite of %s', (_title, cost, changes) => {
    expect(seenWith(cost, changes)).toBe('absent');
  });

  it('absence is proved in spite of one that the order lists, if that is another one', () => {
    const listed = reading([row({ transaction_id: OTHER, amount: 300 })]);
    expect(seenWith({}, { order: listed.order })).toBe('absent');
  });
});

describe('of an accepted refund that is among the costs of its order only', () => {
  const shown = (costs: readonly Partial<Cost>[], known: Partial<OwnRefund> = {}) => {
    const own = refund({ state: 'accepted', serviceRefundId: OTHER, ...known });
    const read = reading([], { own: [own] });
    return matchRefund(own, {
      ...read,
      order: { ...read.order, costs: costs.map((cost) => ({ ...WITHDRAWN, ...cost })) },
    });
  };

  it.each<[string, string | null]>([
    ['completed', 'completed'],
    ['reserved', 'reserved'],
    ['reserved', null],
  ])('its row shows it as %s where it says %s', (status, written) => {
    expect(shown([{ status: written }])).toEqual({ kind: 'found', serviceRefundId: OTHER, status });
  });

  it.each<[string, readonly Partial<Cost>[], Partial<OwnRefund>]>([
    ['the fee for it', [{ type: 'SYSTEM', created: null, status: null }], {}],
    ['the row of another one', [{ transaction_id: '2' }], {}],
    ['a row without an id', [{ transaction_id: null }], { serviceRefundId: null }],
    ['rows that contradict one another', [{}, { status: 'reserved' }], {}],
    ['one that was called off', [{ status: 'void' }], {}],
    ['one that was refused', [{ status: 'declined' }], {}],
  ])('it is not shown by %s', (_title, costs, known) => {
    expect(shown(costs, known).kind).toBe('absent');
  });
});
