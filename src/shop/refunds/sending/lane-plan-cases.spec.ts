import { describe, expect, it } from '@jest/globals';
import type { EarlierRefund } from '../../refund-records/index.js';
import {
  planLane,
  planLaneInSteps,
  slotMs,
  type LaneSnapshot,
  type PlanRules,
  type QueuedRefund,
} from './lane-plan.js';

let made = 0;

function refund(change: Partial<QueuedRefund> = {}): QueuedRefund {
  made += 1;
  const id = `r${String(made).padStart(6, '0')}`;
  return { id, orderId: 'S1', amount: 1_000, currency: 'EUR', batchId: 'b1', notBefore: 0, ...change };
}

/** Equal amounts, of one order for each number; the number is the count of copies. */
const copies = (...counts: readonly number[]): QueuedRefund[] =>
  counts.flatMap((count, order) => Array.from({ length: count }, () => refund({ orderId: `S${order}` })));

const snapshot: LaneSnapshot = { now: 0, nextSlotAt: 0, scope: 'order', roundTripMs: 0 };
const slots = (gap: number): PlanRules => ({ mode: 'paced', spacingMs: 1, equalAmountGapMs: gap, quietMs: 10 });

describe('a plan, case by case', () => {
  const at = (changes: Partial<LaneSnapshot>): LaneSnapshot => ({ ...snapshot, ...changes });
  const strict: PlanRules = { ...slots(5), mode: 'strict' };
  const gone = (lastSentAt: number, change: Partial<EarlierRefund> = {}): EarlierRefund => ({
    ...refund({ orderId: 'S0' }),
    state: 'accepted',
    arrivedBy: null,
    lastSentAt,
    ...change,
  });

  it.each<[string, QueuedRefund[], number[], LaneSnapshot, PlanRules?, EarlierRefund[]?]>([
    ['begins now where its slot has been free for long', copies(1), [9], at({ now: 9, nextSlotAt: 3 })],
    ['begins with its next slot', copies(1), [9], at({ now: 3, nextSlotAt: 9 })],
    [
      'sends one after the other is answered, where it is strict',
      copies(1, 1, 1),
      [0, 4, 8],
      at({ roundTripMs: 3 }),
      strict,
    ],
    ['sends at its pace, where it is not', copies(1, 1, 1), [0, 1, 2], at({ roundTripMs: 3 })],
    ['counts the gap of equal amounts from the answer', copies(2), [0, 8], at({ roundTripMs: 3 })],
    [
      'waits for the soonest of a pile of which none is due',
      [refund({ notBefore: 7 }), refund({ notBefore: 6 })],
      [6, 11],
      at({}),
    ],
    ['passes over what is not due', [refund({ notBefore: 9 }), refund()], [0, 9], at({})],
    [
      'waits for the order of one that is due',
      [refund({ orderId: 'S0' })],
      [10],
      at({}),
      slots(5),
      [gone(0, { state: 'unknown' })],
    ],
    [
      'waits for one that is due, where its order is free before',
      [refund({ orderId: 'S0', notBefore: 12 })],
      [12],
      at({}),
      slots(5),
      [gone(0, { state: 'unknown' })],
    ],
  ])('%s', (_title, queued, times, state, rules = slots(5), earlier = []) => {
    const { next, plannedAt } = planLane({ queued, earlier }, rules, state);
    expect([...plannedAt.values()]).toEqual(times);
    expect(next === null).toBe(times[0]! > state.now);
  });

  it('sends refused refunds after all others, the longest ago first, of a batch or not', () => {
    const [late, early, batched, single] = [
      refund({ orderId: 'S1', refusedAt: 20, batchId: null }),
      refund({ orderId: 'S2', refusedAt: 10 }),
      refund({ orderId: 'S3', refusedAt: null }),
      refund({ orderId: 'S4', batchId: null }),
    ];
    const ids = [single, batched, early, late].map(({ id }) => id);
    const { plannedAt } = planLane({ queued: [late, early, batched, single], earlier: [] }, slots(5), snapshot);
    expect([...plannedAt.keys()]).toEqual(ids);
  });

  it.each([
    ['strict', 300, 1_300],
    ['paced', 300, 1_000],
  ] as const)('keeps the lane, where it is %s and an answer takes %d ms, for %d ms', (mode, roundTripMs, expected) => {
    expect(slotMs({ mode, spacingMs: 1_000 }, roundTripMs)).toBe(expected);
  });

  it('of thousands is made in steps, and other work runs between them', async () => {
    const queue = { queued: copies(...Array<number>(600).fill(1)), earlier: [] };
    let steps = 0;
    const step = (): void => {
      steps += 1;
      next = setImmediate(step);
    };
    let next = setImmediate(step);
    const plan = await planLaneInSteps(queue, slots(5), snapshot);
    clearImmediate(next);
    expect(plan).toEqual(planLane(queue, slots(5), snapshot));
    expect([plan.plannedAt.size, steps]).toEqual([600, 2]);
  });
});
