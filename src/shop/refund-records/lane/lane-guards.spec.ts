import { describe, expect, it } from '@jest/globals';
import { isOpen, LaneGuards, pairOf, type EarlierRefund, type GuardScope } from './lane-guards.js';

const NOW = 1_000_000;
const RULES = { equalAmountGapMs: 300_000, quietMs: 60_000 };
const like = { id: 'new', orderId: 'A', amount: 500, currency: 'EUR' };

const earlier = (change: Partial<EarlierRefund>): EarlierRefund => ({
  ...like,
  id: 'old',
  state: 'accepted',
  lastSentAt: NOW - 10_000,
  arrivedBy: NOW - 10_000,
  ...change,
});

const guards = (rows: readonly EarlierRefund[], scope: GuardScope = 'order'): LaneGuards =>
  new LaneGuards(rows, RULES, { now: NOW, scope, roundTripMs: 400 });

describe('what keeps a refund from being sent', () => {
  it('is nothing at first', () => {
    expect([guards([]).orderFreeAt('A'), guards([]).pairFreeAt(like)]).toEqual([0, 0]);
    expect(guards([earlier({ arrivedBy: null })]).pairFreeAt(like)).toBe(0);
  });

  it('is an equal amount of its order for five minutes, or of any order where that is known', () => {
    const until = NOW - 10_000 + 300_000;
    const one = guards([earlier({})]);
    expect([one.pairFreeAt(like), one.orderFreeAt('A')]).toEqual([until, 0]);
    for (const other of [{ amount: 501 }, { currency: 'USD' }, { orderId: 'B' }])
      expect(one.pairFreeAt({ ...like, ...other })).toBe(0);
    const all = guards([earlier({})], 'group');
    expect([all.pairFreeAt({ ...like, orderId: 'B' }), all.pairFreeAt({ ...like, amount: 501 })]).toEqual([until, 0]);
  });

  it('is one of its order that is under way, for an answer, and its equals five minutes more', () => {
    const one = guards([earlier({ state: 'sending', lastSentAt: NOW - 100 })]);
    expect([one.orderFreeAt('A'), one.orderFreeAt('B')]).toEqual([NOW + 300, 0]);
    expect(one.pairFreeAt(like)).toBe(NOW + 300 + 300_000);
  });

  it('is one of its order whose outcome is open, for the quiet time', () => {
    const one = guards([earlier({ state: 'unknown' })]);
    expect([one.orderFreeAt('A'), one.pairFreeAt(like)]).toEqual([NOW + 50_000, NOW + 50_000]);
  });

  it('is never over while it is open', () => {
    expect(guards([earlier({ state: 'unknown', lastSentAt: NOW - 99_000 })]).orderFreeAt('A')).toBe(NOW + 1);
    expect(guards([earlier({ state: 'sending', lastSentAt: NOW - 99_000 })]).orderFreeAt('A')).toBe(NOW + 1);
    expect(guards([earlier({ state: 'sending', lastSentAt: null })]).orderFreeAt('A')).toBe(NOW + 400);
  });

  it('is the one that lasts longest of several', () => {
    const open = (id: string, ago: number) => earlier({ id, state: 'unknown', lastSentAt: NOW - ago });
    expect(guards([open('a', 10_000), open('b', 20_000)]).orderFreeAt('A')).toBe(NOW + 50_000);
    expect(guards([open('b', 20_000), open('a', 10_000)]).orderFreeAt('A')).toBe(NOW + 50_000);
    const over = (id: string, ago: number) => earlier({ id, arrivedBy: NOW - ago });
    expect(guards([over('a', 10_000), over('b', 20_000)]).pairFreeAt(like)).toBe(NOW + 290_000);
    expect(guards([over('b', 20_000), over('a', 10_000)]).pairFreeAt(like)).toBe(NOW + 290_000);
  });

  it('is not its own past, but that of its equals', () => {
    const own = earlier({ id: 'new', arrivedBy: NOW - 10_000 });
    const other = (id: string, ago: number) => earlier({ id, arrivedBy: NOW - ago });
    expect(guards([own]).pairFreeAt(like)).toBe(0);
    const all = [other('x', 30_000), own, other('y', 20_000)];
    for (const rows of [all, all.toReversed(), [own, ...all], [other('y', 20_000), other('x', 30_000), own]])
      expect(guards(rows).pairFreeAt(like)).toBe(NOW + 280_000);
    expect(guards([own, { ...own, arrivedBy: NOW - 5_000 }]).pairFreeAt({ ...like, id: 'other' })).toBe(NOW + 295_000);
  });

  it('is what was planned before it', () => {
    const plan = guards([]);
    plan.sent(earlier({}), NOW + 700);
    expect([plan.orderFreeAt('A'), plan.pairFreeAt(like)]).toEqual([NOW + 700, NOW + 300_700]);
  });
});

it('what is under way or in doubt is open, and nothing else', () => {
  const states = ['queued', 'sending', 'unknown', 'manual', 'accepted', 'settled', 'rejected', 'cancelled'] as const;
  expect(states.filter((state) => isOpen({ state }))).toEqual(['sending', 'unknown']);
  expect([pairOf(like, 'order'), pairOf(like, 'group')]).toEqual(['EUR 500 A', 'EUR 500 ']);
});
