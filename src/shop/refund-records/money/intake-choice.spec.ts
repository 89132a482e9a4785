import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import type { PaidAttempt } from '../matching/observed-order.js';
import { chooseSource, leftOfEach, type CountedRefund } from './refund-source.js';

const chief: PaidAttempt = { serviceOrderId: 'S1', amount: 1_000, currency: 'EUR', reported: 0 };
const surplus: PaidAttempt = { serviceOrderId: 'S1-2', amount: 1_000, currency: 'EUR', reported: 0 };
const eur = (amount: number) => ({ amount, currency: 'EUR' });
const counted = (serviceOrderId: string, amount: number): CountedRefund => ({
  serviceOrderId,
  amount,
  state: 'queued',
});

describe('the payment that a refund is taken from', () => {
  it('is the surplus first, and the chief one when the surplus cannot give as much (scenario D8)', () => {
    expect(chooseSource(eur(600), [chief, surplus], [])).toEqual({ ok: true, source: surplus, amount: 600 });
    const refunds = [counted('S1-2', 600)];
    expect(chooseSource(eur(600), [chief, surplus], refunds)).toEqual({ ok: true, source: chief, amount: 600 });
    expect(chooseSource(eur(400), [chief, surplus], refunds)).toMatchObject({ source: surplus });
    expect(leftOfEach([chief, surplus], refunds).map(({ left }) => left)).toEqual([1_000, 400]);
  });

  it('is one: the sum of two is not', () => {
    const choice = chooseSource(eur(1_001), [chief, surplus], [counted('S1', 300)]);
    expect(choice).toEqual({ ok: false, reason: 'exceeds-remaining', left: 1_000, currency: 'EUR' });
  });

  it('gives all that is left of it, until nothing is', () => {
    const refunds = [counted('S1-2', 250)];
    expect(chooseSource('remaining', [chief, surplus], refunds)).toMatchObject({ source: surplus, amount: 750 });
    refunds.push(counted('S1-2', 750));
    expect(chooseSource('remaining', [chief, surplus], refunds)).toMatchObject({ source: chief, amount: 1_000 });
    refunds.push(counted('S1', 1_000));
    expect(chooseSource('remaining', [chief, surplus], refunds)).toMatchObject({
      reason: 'exceeds-remaining',
      left: 0,
    });
  });

  it('is in the requested currency', () => {
    const dollars = { ...surplus, currency: 'USD' };
    expect(chooseSource(eur(100), [chief, dollars], [])).toMatchObject({ source: chief });
    const none = { ok: false, reason: 'other-currency', left: 0, currency: 'EUR' };
    expect(chooseSource({ amount: 100, currency: 'JPY' }, [chief, dollars], [])).toEqual(none);
    expect(chooseSource(eur(100), [], [])).toMatchObject({ reason: 'not-paid' });
  });

  it('gives any parts of it to the last cent, and not a cent more', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(parts, fc.nat(), (wanted, dropped) => {
        const amount = wanted.reduce((sum, part) => sum + part, 0);
        const sources = [{ serviceOrderId: 'S1', amount, currency: 'EUR', reported: 0 }];
        const taken: CountedRefund[] = [];
        for (const part of wanted) {
          expect(chooseSource(eur(part), sources, taken)).toMatchObject({ ok: true, amount: part });
          taken.push(counted('S1', part));
        }
        expect(chooseSource(eur(1), sources, taken)).toMatchObject({ ok: false, left: 0 });
        // A refund without effect can be given back again, and no more than that.
        const at = dropped % taken.length;
        taken[at] = { ...taken[at]!, state: 'rejected' };
        expect(chooseSource('remaining', sources, taken)).toMatchObject({ amount: wanted[at] });
        expect(chooseSource(eur(wanted[at]! + 1), sources, taken)).toMatchObject({ ok: false, left: wanted[at] });
      }),
    );
  });
});
