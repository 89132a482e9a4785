import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { leftIn } from './money-book.js';
import { checkRefundAmount, type RefundableCase } from './refund-amount-rule.js';
import { REFUND_STATES } from '../protocol/refund-protocol.types.js';

const PAID: RefundableCase = { paid: 10_000, currency: 'EUR', rows: [], reported: 0 };
const eur = (amount: unknown): { amount: unknown; currency: unknown } => ({ amount, currency: 'EUR' });

describe('checkRefundAmount', () => {
  it('gives back what was paid, and not a cent more', () => {
    expect(checkRefundAmount(eur(10_000), PAID)).toEqual({ ok: true, amount: 10_000 });
    expect(checkRefundAmount(eur(10_001), PAID)).toEqual({ ok: false, reason: 'exceeds-remaining' });
  });

  it('lets the second of two clerks have what the first one left', () => {
    const after: RefundableCase = { ...PAID, rows: [{ amount: 6_000, state: 'queued' }] };
    expect(checkRefundAmount(eur(6_000), after)).toEqual({ ok: false, reason: 'exceeds-remaining' });
    expect(checkRefundAmount(eur(4_000), after)).toEqual({ ok: true, amount: 4_000 });
  });

  it('counts every refund that may cost money, and only those', () => {
    const left = REFUND_STATES.map((state) => [state, leftIn({ ...PAID, rows: [{ amount: 1, state }] })]);
    const free = left.filter(([, remaining]) => remaining === 10_000).map(([state]) => state);
    expect(free).toEqual(['rejected', 'cancelled']);
  });

  it.each([0, -0, -1, 0.5, 99.999, Number.NaN, Infinity, 2 ** 53, '100', 100n, null, undefined, [100], {}, true])(
    'refuses %p as an amount: the service would give back all that is left',
    (amount) => {
      expect(checkRefundAmount(eur(amount), PAID)).toEqual({ ok: false, reason: 'invalid-amount' });
    },
  );

  it('refuses another currency, and an order that nothing was paid of', () => {
    for (const currency of ['USD', 'eur', undefined, null]) {
      expect(checkRefundAmount({ amount: 1, currency }, PAID)).toMatchObject({ ok: false, reason: 'other-currency' });
    }
    expect(checkRefundAmount(eur(1), { ...PAID, paid: 0 })).toEqual({ ok: false, reason: 'not-paid' });
  });

  it('leaves nothing to give back where more than all is gone, or a number makes no sense', () => {
    expect(leftIn({ ...PAID, rows: [{ amount: 20_000, state: 'settled' }] })).toBe(0);
    for (const amount of [Number.NaN, -5, 0.5, 2 ** 53, 0]) {
      expect(leftIn({ ...PAID, rows: [{ amount, state: 'settled' }] })).toBe(0);
    }
    expect(leftIn({ ...PAID, paid: 2 ** 53, rows: [{ amount: 5_000, state: 'settled' }] })).toBe(0);
    expect([Number.NaN, 0.5, -1, 2 ** 53].map((paid) => leftIn({ ...PAID, paid }))).toEqual([0, 0, 0, 0]);
  });
});

describe('any split of a total into parts', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 60 });

  it('can be given back to the last cent, in any sequence, and never beyond', () => {
    fc.assert(
      fc.property(parts, fc.integer({ min: 1, max: 1_000 }), (amounts, extra) => {
        const paid = amounts.reduce((sum, amount) => sum + amount, 0);
        const rows: { amount: number; state: 'queued' }[] = [];
        for (const amount of amounts) {
          const left = leftIn({ ...PAID, paid, rows });
          expect(checkRefundAmount(eur(left + extra), { ...PAID, paid, rows })).toMatchObject({ ok: false });
          expect(checkRefundAmount(eur(amount), { ...PAID, paid, rows })).toEqual({ ok: true, amount });
          rows.push({ amount, state: 'queued' });
          expect(leftIn({ ...PAID, paid, rows })).toBe(left - amount);
        }
        expect(leftIn({ ...PAID, paid, rows })).toBe(0);
        expect(checkRefundAmount(eur(1), { ...PAID, paid, rows })).toMatchObject({
          ok: false,
          reason: 'exceeds-remaining',
        });
      }),
    );
  });

  it('never exceeds what was paid, for any requests and cancellations', () => {
    const state = fc.constantFrom(...REFUND_STATES);
    const request = fc.record({ amount: fc.integer({ min: 1, max: 5_000 }), state });
    fc.assert(
      fc.property(fc.array(request, { maxLength: 30 }), (requests) => {
        let order: RefundableCase = PAID;
        for (const row of requests)
          if (checkRefundAmount(eur(row.amount), order).ok) order = { ...order, rows: [...order.rows, row] };
        const live = order.rows.filter((refund) => refund.state !== 'rejected' && refund.state !== 'cancelled');
        const sum = live.reduce((total, { amount }) => total + amount, 0);
        expect(sum).toBeLessThanOrEqual(PAID.paid);
        expect(leftIn(order)).toBe(PAID.paid - sum);
      }),
    );
  });
});
