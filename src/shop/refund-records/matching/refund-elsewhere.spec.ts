import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { formatServiceTime, parseOrder } from '../../../protocol/index.js';
import { refundTag } from './refund-tag.js';
import { findElsewhere, type ElsewhereFindings } from './refund-elsewhere.js';
import { REFUND_STATES, type RefundState } from '../protocol/refund-protocol.types.js';
import type { OwnRefund, RefundReading } from './related-refunds.js';

const NOON = Date.UTC(2026, 0, 5, 12);

const own = (changes: Partial<OwnRefund> = {}): OwnRefund => ({
  tag: 'r-1',
  amount: 500,
  currency: 'EUR',
  state: 'accepted',
  attempts: 1,
  serviceRefundId: '77',
  since: NOON,
  ...changes,
});

/** An own refund whose id at the service is unknown. */
const lost = (state: RefundState = 'accepted'): OwnRefund => own({ tag: `r-${state}`, state, serviceRefundId: null });

const row = (transaction_id: string | null, amount: number | null, changes: object = {}): object => ({
  transaction_id,
  amount,
  type: 'refund',
  status: 'reserved',
  currency: 'EUR',
  created: formatServiceTime(NOON),
  ...changes,
});

/** An order of 100.00 with so much refunded, as the service shows it. */
const reading = (
  amountRefunded: number,
  rows: readonly object[],
  changes: Partial<RefundReading> = {},
): RefundReading => ({
  order: parseOrder({
    order_id: 'S10042',
    amount: 10_000,
    amount_refunded: amountRefunded,
    currency: 'EUR',
    related_transactions: rows,
  }).order,
  own: [],
  elsewhere: new Set<string>(),
  tagsEchoed: true,
  createdSlackMs: 120_000,
  ...changes,
});

const NOTHING: ElsewhereFindings = { refunds: [], unexplained: 0, grown: 0 };
const idsOf = ({ refunds }: ElsewhereFindings): string[] => refunds.map(({ serviceRefundId }) => serviceRefundId);

describe('findElsewhere, among the related transactions', () => {
  it('finds refunds that are not ours, with all their facts', () => {
    const refund = { serviceRefundId: '90', amount: 700, status: 'reserved' };
    expect(findElsewhere(reading(1_200, [row('77', 500), row('90', 700)], { own: [own()] }), 0)).toEqual({
      refunds: [{ ...refund, tag: null, isNew: true, alreadyRecorded: 0 }],
      unexplained: 0,
      grown: 0,
    });
  });

  it('names our mark on one that is not on record, in any field', () => {
    const tag = refundTag('S10042', 'return-1');
    for (const marked of [{ var3: tag }, { description: tag }, { refund_order_id: tag }]) {
      const { refunds } = findElsewhere(reading(700, [row('90', 700, marked)]), 0);
      expect(refunds).toEqual([expect.objectContaining({ serviceRefundId: '90', tag })]);
    }
  });

  it('does not find ours a second time, by tag or by identifier, pending or paid out', () => {
    for (const status of ['reserved', 'completed']) {
      for (const mine of [row('77', 500, { status }), row('78', 500, { status, var1: 'r-1' })]) {
        expect(findElsewhere(reading(500, [mine], { own: [own()] }), 0)).toEqual(NOTHING);
      }
    }
  });

  it('follows stored ones to their end, and adds none that failed', () => {
    const rows = [row('90', 700, { status: 'void' }), row('91', 300, { status: 'declined' })];
    expect(findElsewhere(reading(0, rows), 0)).toEqual(NOTHING);
    const { refunds } = findElsewhere(reading(0, rows, { elsewhere: new Set(['90']) }), 0);
    expect(refunds).toEqual([expect.objectContaining({ serviceRefundId: '90', status: 'void', isNew: false })]);
  });

  it('passes over captures, chargebacks, and what has no identifier or amount', () => {
    const rows = [
      row('1', 700, { type: 'capture' }),
      row('2', 700, { type: 'chargeback' }),
      row('3', null),
      row('4', 0),
    ];
    expect(findElsewhere(reading(700, rows), 0)).toEqual(NOTHING);
    expect(findElsewhere(reading(700, [row(null, 700)]), 0)).toEqual(NOTHING);
  });

  it.each(['sending', 'unknown', 'manual', 'queued', 'accepted'] as const)(
    'leaves alone what may be ours, while one of ours over as much is %s and has no identifier',
    (state) => {
      const lost = own({ state, serviceRefundId: null });
      const rows = [row('90', 500), row('91', 700)];
      for (const tagsEchoed of [false, null, true]) {
        expect(idsOf(findElsewhere(reading(1_200, rows, { own: [lost], tagsEchoed }), 0))).toEqual(['91']);
      }
      // That another refund of the order came back with its tag proves nothing for this one: its method may differ.
      const [known, tagged] = [own({ tag: 'r-9', serviceRefundId: '99' }), row('99', 1, { var1: 'r-9' })];
      const shown = reading(1_201, [...rows, tagged], { own: [lost, known] });
      expect(idsOf(findElsewhere(shown, 0))).toEqual(['91']);
    },
  );

  it('is not put off by one of ours over as much that has its place, nor by how little it is', () => {
    const shown = reading(1_001, [row('77', 500), row('90', 500), row('91', 1)], { own: [own()], tagsEchoed: false });
    expect(idsOf(findElsewhere(shown, 0))).toEqual(['90', '91']);
  });

  it('leaves alone what may be ours beside one that came back with its tag, which may be of another payment method', () => {
    const lost = own({ tag: 'r-2', state: 'unknown', serviceRefundId: null });
    const shown = reading(1_000, [row('77', 500, { var1: 'r-1' }), row('90', 500)], {
      own: [own(), lost],
      tagsEchoed: null,
    });
    expect(idsOf(findElsewhere(shown, 0))).toEqual([]);
  });
});

describe('findElsewhere, of what no transaction shows', () => {
  it('is the difference, once', () => {
    expect(findElsewhere(reading(1_500, [row('77', 500)], { own: [own()] }), 0)).toEqual({
      refunds: [],
      unexplained: 1_000,
      grown: 1_000,
    });
    expect(findElsewhere(reading(1_500, [row('77', 500)], { own: [own()] }), 1_000)).toMatchObject({ grown: 0 });
    expect(findElsewhere(reading(1_700, [row('77', 500)], { own: [own()] }), 1_000)).toMatchObject({
      unexplained: 1_200,
      grown: 200,
    });
  });

  it('shrinks when a refund is cancelled, and is never less than nothing', () => {
    expect(findElsewhere(reading(0, []), 1_000)).toEqual(NOTHING);
    expect(findElsewhere(reading(0, [row('77', 500)], { own: [own()] }), 0)).toEqual(NOTHING);
  });

  it('is not found a second time when a transaction gives it an id', () => {
    const found = findElsewhere(reading(1_000, [row('90', 600), row('91', 400)]), 700);
    expect(found.refunds.map(({ alreadyRecorded }) => alreadyRecorded)).toEqual([600, 100]);
    expect([found.unexplained, found.grown]).toEqual([0, 0]);
    const known = findElsewhere(reading(1_000, [row('90', 600)], { elsewhere: new Set(['90']) }), 700);
    expect([known.unexplained, known.refunds[0]?.alreadyRecorded]).toEqual([400, 0]);
  });

  it('leaves room for each of ours that may have been carried out', () => {
    const grown = (state: RefundState, attempts = 1): number =>
      findElsewhere(reading(500, [], { own: [own({ state, attempts, serviceRefundId: null })] }), 0).grown;
    const suspected = REFUND_STATES.filter((state) => grown(state) === 0);
    expect(suspected).toEqual(['queued', 'sending', 'accepted', 'settled', 'unknown', 'manual']);
    expect(grown('queued', 0)).toBe(500);
  });

  it('does not count one of ours twice because its identifier is not known', () => {
    const booked = own({ serviceRefundId: null });
    const shown = reading(1_500, [row('90', 500)], { own: [booked], tagsEchoed: false });
    expect(findElsewhere(shown, 0)).toEqual({ refunds: [], unexplained: 1_000, grown: 1_000 });
    const two = reading(1_000, [row('90', 500)], {
      own: [booked, own({ tag: 'r-2', serviceRefundId: null })],
      tagsEchoed: false,
    });
    expect(findElsewhere(two, 0).grown).toBe(0);
    const placed = reading(1_000, [row('77', 500)], { own: [own({ tag: 'r-2' }), booked], tagsEchoed: false });
    expect(findElsewhere(placed, 0).grown).toBe(0);
  });

  it.each<[string, number, object[], OwnRefund[], number]>([
    ['a captured part explains nothing', 700, [row('1', 700, { type: 'capture' })], [], 700],
    ['ours that is listed without an amount', 500, [row('77', null)], [own()], 0],
    ['ours, and one that was declined', 500, [row('90', 500, { status: 'declined' })], [lost()], 0],
    ['ours that is not known to be booked, and another one', 1_000, [row('90', 500)], [lost('unknown')], 0],
    ['ours under its own identifier, and another one', 1_000, [row('90', 500)], [own()], 0],
    ['two of ours without a name, and more', 1_500, [row('90', 500), row('91', 500)], [lost(), lost('settled')], 500],
  ])('is what is left: %s', (_title, amount, rows, ours, left) => {
    expect(findElsewhere(reading(amount, rows, { own: ours, tagsEchoed: false }), 0).grown).toBe(left);
  });

  it('does not include what the bank took back', () => {
    expect(findElsewhere(reading(10_000, [row('5', 10_000, { type: 'chargeback' })]), 0)).toEqual(NOTHING);
  });
});

describe('findElsewhere, for any events of an order', () => {
  const made = fc.record({
    amount: fc.integer({ min: 1, max: 900 }),
    isOurs: fc.boolean(),
    /** The read from which on a transaction shows it; the sum shows it at once. */
    listedFrom: fc.nat(3),
  });

  it('finds all that others gave back, to the cent, exactly once', () => {
    fc.assert(
      fc.property(fc.array(made, { maxLength: 6 }), (refunds) => {
        const named = refunds.map((refund, index) => ({ ...refund, id: `${index + 1}` }));
        const ours = named
          .filter(({ isOurs }) => isOurs)
          .map(({ id, amount }) => own({ tag: `r-${id}`, amount, serviceRefundId: id }));
        const total = named.reduce((sum, { amount }) => sum + amount, 0);
        const elsewhere = new Set<string>();
        let [recorded, unexplained] = [0, 0];
        for (const at of [0, 1, 2, 3, 3]) {
          const rows = named.filter(({ listedFrom }) => listedFrom <= at).map(({ id, amount }) => row(id, amount));
          const found = findElsewhere(reading(total, rows, { own: ours, elsewhere }), unexplained);
          for (const { amount, isNew, alreadyRecorded } of found.refunds)
            recorded += isNew ? amount - alreadyRecorded : 0;
          recorded += found.grown;
          unexplained = found.unexplained;
          for (const { serviceRefundId } of found.refunds) elsewhere.add(serviceRefundId);
          expect(recorded).toBe(named.reduce((sum, { amount, isOurs }) => sum + (isOurs ? 0 : amount), 0));
        }
        expect(unexplained).toBe(0);
      }),
    );
  });
});
