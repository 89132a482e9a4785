import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { parseOrder } from '../../../protocol/index.js';
import { chargebacksIn } from '../matching/chargebacks.js';
import { leftIn, unexplainedOf, type BookedReturn } from './money-book.js';
import { REFUND_STATES } from '../protocol/refund-protocol.types.js';

const PAID = 10_000;

describe('what is left in the book', () => {
  it('is what came in, less each return of money', () => {
    expect(leftIn({ paid: PAID, rows: [], reported: 0 })).toBe(10_000);
    expect(leftIn({ paid: PAID, rows: [{ amount: 4_000, state: 'settled' }], reported: 4_000 })).toBe(6_000);
    expect(leftIn({ paid: 0, rows: [], reported: 0 })).toBe(0);
  });

  it('is less by what the service has given back without a row', () => {
    expect(unexplainedOf({ rows: [{ amount: 1_000, state: 'accepted' }], reported: 4_000 })).toBe(3_000);
    expect(leftIn({ paid: PAID, rows: [{ amount: 1_000, state: 'accepted' }], reported: 4_000 })).toBe(6_000);
    expect(leftIn({ paid: PAID, rows: [], reported: 20_000 })).toBe(0);
  });

  it('counts an own refund with an open outcome in addition: it explains nothing of what was given back', () => {
    const open = REFUND_STATES.filter(
      (state) => leftIn({ paid: PAID, rows: [{ amount: 3_000, state }], reported: 3_000 }) === 4_000,
    );
    expect(open).toEqual(['queued', 'sending', 'unknown', 'manual']);
  });

  it('lets no refund explain a sum that was reported before it was sent, while the outcome of another is open', () => {
    const known = { paid: PAID, reported: 3_000, reportedAt: 100 };
    const left = (state: BookedReturn['state'], lastSentAt: number): number =>
      leftIn({
        ...known,
        rows: [
          { amount: 3_000, state },
          { amount: 2_000, state: 'accepted', lastSentAt },
        ],
      });
    const sentAfter = REFUND_STATES.map((state) => `${state} ${left(state, 101)} ${left(state, 100)}`);
    expect(sentAfter.filter((each) => /^(sending|unknown|manual) /.test(each))).toEqual([
      'sending 2000 4000',
      'unknown 2000 4000',
      'manual 2000 4000',
    ]);
    const isDecided = (state: string): boolean => !['sending', 'unknown', 'manual'].includes(state);
    for (const state of REFUND_STATES.filter(isDecided)) expect(left(state, 101)).toBe(left(state, 100));
  });
});

describe('chargebacks', () => {
  const row = (transaction_id: number, type: string, amount: number, status = 'completed') => ({
    transaction_id,
    type,
    amount,
    status,
    currency: 'EUR',
  });
  const standing = (...related_transactions: object[]): string[] =>
    chargebacksIn(parseOrder({ related_transactions }).order).map((each) => `${each.id} ${each.standing}`);

  it('stand until they are reversed, each by the reversal of its amount, or else the oldest first', () => {
    const [first, second] = [row(1, 'chargeback', 3_000), row(2, 'chargeback', 4_000)];
    expect(standing(first, second)).toEqual(['1 3000', '2 4000']);
    expect(standing(first, second, row(3, 'reverse-chargeback', 4_000))).toEqual(['1 3000', '2 0']);
    expect(standing(first, second, row(3, 'reverse_chargeback', 5_000))).toEqual(['1 0', '2 2000']);
    expect(standing(first, row(3, 'reverse-chargeback', 3_000, 'declined'))).toEqual(['1 3000']);
    expect(standing(row(1, 'chargeback', 3_000, 'void'), row(2, 'refund', 100))).toEqual(['1 0']);
  });
});

/** An event of an order at the service, and what the shop knows of it. */
type Step =
  | { readonly kind: 'ask'; readonly share: number; readonly fate: 'settled' | 'accepted' | 'rejected' | 'unknown' }
  | { readonly kind: 'elsewhere'; readonly share: number; readonly isListed: boolean }
  | { readonly kind: 'chargeback'; readonly share: number }
  | { readonly kind: 'reversal' };

const share = fc.integer({ min: 1, max: 100 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('ask' as const),
    share,
    fate: fc.constantFrom('settled' as const, 'accepted' as const, 'rejected' as const, 'unknown' as const),
  }),
  fc.record({ kind: fc.constant('elsewhere' as const), share, isListed: fc.boolean() }),
  fc.record({ kind: fc.constant('chargeback' as const), share }),
  fc.record({ kind: fc.constant('reversal' as const) }),
);

/** A service that keeps to its limit for requests; banks and other people keep to the available money. */
class ModelService {
  readonly rows: BookedReturn[] = [];
  readonly related: object[] = [];
  refunded = 0;
  taken = 0;

  get left(): number {
    return PAID - this.refunded - this.taken;
  }

  /** A chargeback of all of it is a status, not an amount. */
  get reported(): number {
    return this.refunded + (this.taken < PAID ? this.taken : 0);
  }

  bookLeft(): number {
    const bank = chargebacksIn(parseOrder({ related_transactions: this.related }).order).flatMap(({ standing }) =>
      standing > 0 ? [{ amount: standing, state: 'settled' as const }] : [],
    );
    return leftIn({ paid: PAID, rows: [...this.rows, ...bank], reported: this.reported });
  }

  relate(type: string, amount: number): void {
    this.related.push({ transaction_id: this.related.length + 1, type, amount, status: 'completed', currency: 'EUR' });
  }

  take(each: Step): void {
    const amount = 'share' in each ? Math.ceil((this.left * each.share) / 100) : 0;
    if (each.kind === 'reversal') {
      if (this.taken > 0) this.relate('reverse-chargeback', this.taken);
      this.taken = 0;
    } else if (amount > 0 && each.kind === 'chargeback') {
      this.taken += amount;
      this.relate('chargeback', amount);
    } else if (amount > 0 && each.kind === 'elsewhere') {
      this.refunded += amount;
      if (each.isListed) this.rows.push({ amount, state: 'settled' });
    } else if (each.kind === 'ask') this.ask(Math.ceil((this.bookLeft() * each.share) / 100), each.fate);
  }

  /** The service gives what the book says is left; of refunds with an unknown outcome every other one has arrived. */
  ask(amount: number, fate: (Step & { kind: 'ask' })['fate']): void {
    if (amount === 0) return;
    expect(amount).toBeLessThanOrEqual(this.left);
    const hasArrived = fate === 'unknown' ? this.rows.length % 2 === 0 : fate !== 'rejected';
    if (hasArrived) this.refunded += amount;
    this.rows.push({ amount, state: fate });
  }
}

describe('the book, for any events', () => {
  it('lets nothing leave beyond what came, and loses nothing where every outcome is known', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const service = new ModelService();
        for (const each of steps) {
          service.take(each);
          expect(service.left).toBeGreaterThanOrEqual(0);
          expect(service.bookLeft()).toBeLessThanOrEqual(service.left);
          const isKnown = service.rows.every(({ state }) => state !== 'unknown');
          if (isKnown) expect(service.bookLeft()).toBe(service.left);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
