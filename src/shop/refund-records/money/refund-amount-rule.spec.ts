import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { checkRefundAmount, remainingOf, type RefundableCase } from './refund-amount-rule.js';
import { REFUND_STATES } from '../protocol/refund-protocol.types.js';

const PAID: RefundableCase = { paid: 10_000, currency: 'EUR', own: [], elsewhere: [] };
const eur = (amount: unknown): { amount: unknown; currency: unknown } => ({ amount, currency: 'EUR' });

describe('checkRefundAmount', () => {
  it('gives back what was paid, and not a cent more', () => {
    expect(checkRefundAmount(eur(10_000), PAID)).toEqual({ ok: true, amount: 10_000, remaining: 0 });
    expect(checkRefundAmount(eur(10_001), PAID)).toEqual({ ok: false, reason: 'exceeds-remaining', remaining: 10_000 });
  });

  it('lets the second of two clerks have what the first one left', () => {
    const after: RefundableCase = { ...PAID, own: [{ amount: 6_000, state: 'queued' }] };
    expect(checkRefundAmount(eur(6_000), after)).toEqual({ ok: false, reason: 'exceeds-remaining', remaining: 4_000 });
    expect(checkRefundAmount(eur(4_000), after)).toMatchObject({ ok: true, remaining: 0 });
  });

  it('counts every refund that may cost money, and only those', () => {
    const left = REFUND_STATES.map((state) => [state, remainingOf({ ...PAID, own: [{ amount: 1, state }] })]);
    const free = left.filter(([, remaining]) => remaining === 10_000).map(([state]) => state);
    expect(free).toEqual(['rejected', 'cancelled']);
    const statuses = ['reserved', 'completed', 'declined', 'void'] as const;
    const elsewhere = statuses.map((status) => remainingOf({ ...PAID, elsewhere: [{ amount: 1, status }] }));
    expect(elsewhere).toEqual([9_999, 9_999, 10_000, 10_000]);
  });

  it.each([0, -0, -1, 0.5, 99.999, Number.NaN, Infinity, 2 ** 53, '100', 100n, null, undefined, [100], {}, true])(
    'refuses %p as an amount: the service would give back all that is left',
    (amount) => {
      expect(checkRefundAmount(eur(amount), PAID)).toEqual({ ok: false, reason: 'invalid-amount', remaining: 10_000 });
    },
  );

  it('refuses another currency, and an order that nothing was paid of', () => {
    for (const currency of ['USD', 'eur', undefined, null]) {
      expect(checkRefundAmount({ amount: 1, currency }, PAID)).toMatchObject({ ok: false, reason: 'other-currency' });
    }
    expect(checkRefundAmount(eur(1), { ...PAID, paid: 0 })).toEqual({ ok: false, reason: 'not-paid', remaining: 0 });
  });

  it('leaves nothing to give back where more than all is gone, or a number makes no sense', () => {
    const elsewhere = [{ amount: 20_000, status: 'completed' as const }];
    expect(remainingOf({ ...PAID, elsewhere })).toBe(0);
    for (const amount of [Number.NaN, -5, 0.5, 2 ** 53, 0]) {
      expect(remainingOf({ ...PAID, own: [{ amount, state: 'settled' }] })).toBe(0);
    }
    expect(remainingOf({ ...PAID, paid: 2 ** 53, own: [{ amount: 5_000, state: 'settled' }] })).toBe(0);
    expect([Number.NaN, 0.5, -1, 2 ** 53].map((paid) => remainingOf({ ...PAID, paid }))).toEqual([0, 0, 0, 0]);
  });
});

describe('any split of a total into parts', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 60 });

  it('can be given back to the last cent, in any sequence, and never beyond', () => {
    fc.assert(
      fc.property(parts, fc.integer({ min: 1, max: 1_000 }), (amounts, extra) => {
        const paid = amounts.reduce((sum, amount) => sum + amount, 0);
        const own: { amount: number; state: 'queued' }[] = [];
        for (const amount of amounts) {
          const { remaining } = checkRefundAmount(eur(amount), { ...PAID, paid, own });
          expect(checkRefundAmount(eur(remaining + amount + extra), { ...PAID, paid, own })).toMatchObject({
            ok: false,
          });
          own.push({ amount, state: 'queued' });
          expect(remainingOf({ ...PAID, paid, own })).toBe(remaining);
        }
        expect(remainingOf({ ...PAID, paid, own })).toBe(0);
        expect(checkRefundAmount(eur(1), { ...PAID, paid, own })).toMatchObject({
          ok: false,
          reason: 'exceeds-remaining',
        });
      }),
    );
  });

  it('never exceeds what was paid, for any requests and cancellations', () => {
    const state = fc.constantFrom(...REFUND_STATES);
    const request = fc.record({ amount: fc.integer({ min: 1, max: 5_000 }), state, isElsewhere: fc.boolean() });
    fc.assert(
      fc.property(fc.array(request, { maxLength: 30 }), (requests) => {
        let order: RefundableCase = PAID;
        for (const { amount, state, isElsewhere } of requests) {
          if (!checkRefundAmount(eur(amount), order).ok) continue;
          order = isElsewhere
            ? { ...order, elsewhere: [...order.elsewhere, { amount, status: 'reserved' }] }
            : { ...order, own: [...order.own, { amount, state }] };
        }
        const live = order.own.filter((refund) => refund.state !== 'rejected' && refund.state !== 'cancelled');
        const sum = [...live, ...order.elsewhere].reduce((total, { amount }) => total + amount, 0);
        expect(sum).toBeLessThanOrEqual(PAID.paid);
        expect(remainingOf(order)).toBe(PAID.paid - sum);
      }),
    );
  });
});
