import { describe, expect, it } from '@jest/globals';
import type { OrderStanding } from '../../../protocol/index.js';
import type { AttemptEntity } from '../entities/attempt.entity.js';
import type { PaymentOrderEntity } from '../entities/payment-order.entity.js';
import { agrees, decidePart, isAnyRefunded } from '../merge/captured-part.js';
import type { KnownTransaction, MergeObservation, OrderState, ReceivedMoney } from '../merge/merge.types.js';
import type { PaymentStatus } from '../merge/payment-status.js';
import { paidAttemptsOf } from './paid-attempts.js';

const attempt = (number: number, change: Partial<AttemptEntity> = {}): AttemptEntity =>
  ({
    number,
    serviceOrderId: number === 1 ? 'A' : `A-${number}`,
    amount: 1_000,
    currency: 'EUR',
    ...change,
  }) as AttemptEntity;

const seen = (
  number: number,
  id: string,
  facts: { status?: PaymentStatus; amountRefunded?: number; modifiedAt?: number | null } = {},
): KnownTransaction => ({
  attempt: number,
  id,
  facts: { status: 'completed', financialStatus: null, amountRefunded: 0, modifiedAt: 1, fingerprint: id, ...facts },
  paid: true,
  held: null,
  recordedAt: 7,
});

const money = (change: Partial<ReceivedMoney>): ReceivedMoney => ({
  attempt: 1,
  id: null,
  kind: 'part',
  serviceOrderId: 'A-p1',
  amount: 400,
  currency: 'EUR',
  tip: 0,
  reported: 0,
  standing: true,
  modifiedAt: 5,
  ...change,
});

const order = (transactions: KnownTransaction[], received: ReceivedMoney[] = []): PaymentOrderEntity =>
  ({
    amount: 1_000,
    currency: 'EUR',
    attempt: 1,
    transactions,
    received,
    attention: null,
    updatedAt: 0,
  }) as Partial<PaymentOrderEntity> as PaymentOrderEntity;

describe('the payments that refunds are taken from', () => {
  const paid = (...about: Parameters<typeof order>) =>
    paidAttemptsOf(order(...about), [attempt(1), attempt(2)]).map(
      ({ serviceOrderId, amount, reported }) => `${serviceOrderId} ${amount} back ${reported}`,
    );

  it('are each one order at the service, for any transactions seen of it', () => {
    expect(paid([seen(1, '1')])).toEqual(['A 1000 back 0']);
    expect(paid([seen(1, '1'), seen(1, '2', { amountRefunded: 300 }), seen(1, '3', { amountRefunded: 200 })])).toEqual([
      'A 1000 back 300',
    ]);
    expect(paid([seen(1, '1'), seen(2, '2', { amountRefunded: 300 })])).toEqual(['A 1000 back 0', 'A-2 1000 back 300']);
    expect(paid([seen(3, '1')])).toEqual([]);
    expect(paid([])).toEqual([]);
  });

  it('show that a part of them went back, of which nothing says how much', () => {
    const unknownIn = (known: KnownTransaction[], parts: ReceivedMoney[] = []) =>
      paidAttemptsOf(order(known, parts), [attempt(1)]).map(({ isPartUnknown }) => isPartUnknown ?? false);
    expect(unknownIn([seen(1, '1', { status: 'partial_refunded' })])).toEqual([true]);
    expect(unknownIn([seen(1, '1', { status: 'partial_refunded', amountRefunded: 1 })])).toEqual([false]);
    expect(unknownIn([seen(1, '1')])).toEqual([false]);
    expect(unknownIn([], [money({ isPartUnknown: true }), money({ serviceOrderId: 'A-p2' })])).toEqual([true, false]);
  });

  it('show since when a refunded amount is known: of two equal ones, the first', () => {
    const later = { ...seen(1, '2', { amountRefunded: 300 }), recordedAt: 9 };
    const all = [seen(1, '1', { amountRefunded: 300 }), later];
    expect(paidAttemptsOf(order(all), [attempt(1)]).map(({ reportedAt }) => reportedAt)).toEqual([7]);
  });

  it('stand by the newest report about their attempt', () => {
    const gone = (modifiedAt: number | null) => seen(1, '2', { status: 'chargedback', modifiedAt });
    expect(paid([seen(1, '1'), gone(2)])).toEqual([]);
    expect(paid([gone(2), seen(1, '1')])).toEqual([]);
    expect(paid([seen(1, '1'), gone(null)])).toEqual(['A 1000 back 0']);
    // Within one second, the better status counts.
    expect(paid([seen(1, '1'), gone(1)])).toEqual(['A 1000 back 0']);
    expect(paid([seen(1, '1', { modifiedAt: 3 }), gone(2)])).toEqual(['A 1000 back 0']);
    expect(paid([seen(1, '1', { status: 'cancelled' })])).toEqual([]);
  });

  it('of which a part names no order cannot be given back yet', () => {
    const parts = [money({}), money({ id: '8', serviceOrderId: '', amount: 300 })];
    expect(paid([seen(1, '1')], parts)).toEqual(['A-p1 400 back 0']);
    expect(paid([seen(1, '1')], parts.slice(1))).toEqual([]);
  });

  it('are as much as was received: tips, parts that stand, or the last of another amount', () => {
    const tip = money({ kind: 'tip', id: '1', serviceOrderId: 'A', amount: 1_150, tip: 150 });
    expect(paid([seen(1, '1')], [tip])).toEqual(['A 1150 back 0']);
    const parts = [money({}), money({ serviceOrderId: 'A-p2', amount: 300, reported: 50 })];
    expect(paid([seen(1, '1')], parts)).toEqual(['A-p1 400 back 0', 'A-p2 300 back 50']);
    expect(paid([seen(1, '1')], [money({ standing: false })])).toEqual([]);
    const other = (id: string, amount: number, standing = true) =>
      money({ kind: 'other', id, serviceOrderId: 'A', amount, standing });
    expect(paid([], [other('1', 700), other('2', 800), other('3', 900, false)])).toEqual(['A 800 back 0']);
    expect(paid([seen(1, '1')], [other('2', 800)])).toEqual(['A 1000 back 0']);
    expect(paid([seen(1, '1')], [money({ attempt: 2, serviceOrderId: 'B' })])).toEqual([
      'A 1000 back 0',
      'B 400 back 0',
    ]);
  });
});

describe('a part that was captured, seen as an order of its own', () => {
  const state = {
    transactions: [],
    received: [money({}), money({ kind: 'other', id: '9' })],
  } as Partial<OrderState> as OrderState;
  const decide = (change: Partial<OrderStanding>, modifiedAt: number | null = 6) =>
    decidePart(state, {
      order: { order_id: 'A-p1', status: 'completed', amount_refunded: 0, related_transactions: [], ...change },
      attempt: { number: 1, capture: null, letGoAt: null },
      modifiedAt,
    } as MergeObservation);
  const part = (...about: Parameters<typeof decide>) => {
    const decision = decide(...about);
    if (!('next' in decision)) return decision.kind;
    const { reported, standing } = decision.next.received!.find(({ kind }) => kind === 'part')!;
    return `${reported} ${standing ? 'stands' : 'gone'}`;
  };

  it('shows what was given back of it, and whether it stands', () => {
    expect(part({})).toBe('ignored');
    expect(part({ amount_refunded: 100 })).toBe('100 stands');
    expect(part({ status: 'chargedback' })).toBe('0 gone');
    expect(part({ status: 'cancelled' })).toBe('0 gone');
    expect(decide({ amount_refunded: 100 })).toMatchObject({ kind: 'update', reason: 'captured-part' });
    expect(decide({})).toMatchObject({ kind: 'ignored', reason: 'captured-part' });
  });

  it('changes nothing when it is older, unreadable, or not known', () => {
    expect(part({ amount_refunded: 100 }, 4)).toBe('ignored');
    expect(part({ amount_refunded: 100 }, null)).toBe('ignored');
    expect(part({ amount_refunded: 100, status: 'what?' })).toBe('ignored');
    expect(part({ amount_refunded: 100, order_id: 'A-p2' })).toBe('ignored');
    // Within one second, the worse report counts.
    expect(part({ amount_refunded: 100 }, 5)).toBe('100 stands');
  });

  it('has its refunds in its own record, another payment in its own, and others in their transaction', () => {
    const row = {
      transactions: [seen(1, '1', { amountRefunded: 200 })],
      received: [money({ reported: 50 }), money({ kind: 'other', id: '9', reported: 70 })],
    };
    const is = (isPart: boolean, id: string | null, refunded: number, serviceId = 'A-p1') =>
      agrees(row, { attempt: attempt(1), isPart }, {
        order_id: serviceId,
        transaction_id: id,
        amount_refunded: refunded,
      } as OrderStanding);
    expect([is(true, '1', 50), is(true, '1', 200), is(true, null, 0, 'A-p2')]).toEqual([true, false, true]);
    const second = { attempt: attempt(2), isPart: false };
    const nothingBack = (id: string) => ({ transaction_id: id, amount_refunded: 0 }) as OrderStanding;
    expect(['1', '9'].map((id) => agrees(row, second, nothingBack(id)))).toEqual([true, true]);
    expect([is(false, '9', 70), is(false, '9', 0)]).toEqual([true, false]);
    expect([is(false, '1', 200), is(false, '1', 50), is(false, '2', 0), is(false, '2', 1)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  it('counts as money that went back', () => {
    const of = (refunded: number, reported: number) =>
      isAnyRefunded({ transactions: [seen(1, '1', { amountRefunded: refunded })], received: [money({ reported })] });
    expect([of(0, 0), of(1, 0), of(0, 1)]).toEqual([false, true, true]);
    expect(isAnyRefunded({ transactions: null, received: null })).toBe(false);
  });
});
