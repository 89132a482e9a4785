import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { toRefundRules } from '../../core/index.js';
import type { EarlierRefund, GuardScope } from '../../refund-records/index.js';
import { planLane, slotMs, type LaneQueue, type PlanRules, type QueuedRefund } from './lane-plan.js';

const EUR = 'EUR';
let made = 0;

function refund(change: Partial<QueuedRefund> = {}): QueuedRefund {
  made += 1;
  const id = `r${String(made).padStart(6, '0')}`;
  return { id, orderId: 'S1', amount: 1_000, currency: EUR, batchId: 'b1', notBefore: 0, ...change };
}

/** Equal amounts, of one order for each number; the number is the count of copies. */
const copies = (...counts: readonly number[]): QueuedRefund[] =>
  counts.flatMap((count, order) => Array.from({ length: count }, () => refund({ orderId: `S${order}` })));

const snapshot = { now: 0, nextSlotAt: 0, scope: 'order' as GuardScope, roundTripMs: 0 };
const slots = (gap: number): PlanRules => ({ mode: 'paced', spacingMs: 1, equalAmountGapMs: gap, quietMs: 10 });
const order = (queue: LaneQueue, rules: PlanRules = slots(5)): string[] => [
  ...planLane(queue, rules, snapshot).plannedAt.keys(),
];
const lastOf = (plan: ReadonlyMap<string, number>): number => Math.max(...plan.values());

/** The shortest possible time: tries every sequence, with waits. A pile is the number left, and the time of its next one. */
function shortest(piles: readonly (readonly [left: number, freeAt: number])[], gap: number): number {
  const known = new Map<string, number>();
  const search = (at: number, state: readonly (readonly [number, number])[]): number => {
    const left = state.filter(([count]) => count > 0).map(([count, free]) => [count, Math.max(0, free - at)] as const);
    if (left.length === 0) return -1;
    const name = JSON.stringify(left.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]));
    const before = known.get(name);
    if (before !== undefined) return before;
    const choices = left.flatMap(([count, free], index) =>
      free > 0
        ? []
        : [
            1 +
              search(
                1,
                left.map((each, other) => (other === index ? [count - 1, gap] : each)),
              ),
          ],
    );
    if (choices.length < left.length) choices.push(1 + search(1, left));
    const best = Math.min(...choices);
    known.set(name, best);
    return best;
  };
  return search(0, piles);
}

const bound = (counts: readonly number[], gap: number): number => {
  const [n, most] = [counts.reduce((sum, count) => sum + count, 0), Math.max(...counts)];
  return Math.max(n - 1, (most - 1) * gap + counts.filter((count) => count === most).length - 1);
};

/** All combinations of up to four amounts with up to three copies each, regardless of their sequence. */
const MULTISETS = [1, 2, 3, 4].flatMap((groups) =>
  Array.from({ length: 3 ** groups }, (_, index) =>
    Array.from({ length: groups }, (__, group) => 1 + (Math.floor(index / 3 ** group) % 3)),
  ).filter((counts) => counts.every((count, at) => at === 0 || count <= counts[at - 1]!)),
);

describe('the plan of a lane', () => {
  it('takes as few slots as its lower bound says, for every small mix of equal amounts', () => {
    expect(MULTISETS).toHaveLength(34);
    for (const counts of MULTISETS) {
      for (const gap of [1, 2, 3, 4, 5]) {
        const { plannedAt } = planLane({ queued: copies(...counts), earlier: [] }, slots(gap), snapshot);
        expect([counts, gap, lastOf(plannedAt)]).toEqual([counts, gap, bound(counts, gap)]);
      }
    }
  });

  it('is never longer than the best of all, also when some amounts must wait at first', () => {
    const pile = fc.record({ count: fc.integer({ min: 1, max: 3 }), wait: fc.integer({ min: 0, max: 6 }) });
    const cases = fc.record({
      piles: fc.array(pile, { minLength: 1, maxLength: 4 }),
      gap: fc.integer({ min: 1, max: 5 }),
    });
    fc.assert(
      fc.property(cases, ({ piles, gap }) => {
        const queued = copies(...piles.map(({ count }) => count));
        const earlier = piles.map(({ wait }, index) => past({ orderId: `S${index}`, arrivedBy: wait - gap }));
        const { plannedAt } = planLane({ queued, earlier }, slots(gap), snapshot);
        const best = shortest(
          piles.map(({ count, wait }) => [count, wait] as const),
          gap,
        );
        expect(lastOf(plannedAt)).toBe(best);
      }),
      { numRuns: 300 },
    );
  });

  it('sends single refunds before those of batches, then of the amount with most copies left, then the oldest', () => {
    const [old, twice, again, single] = [
      refund({ orderId: 'S1' }),
      refund({ orderId: 'S2' }),
      refund({ orderId: 'S2' }),
      refund({ orderId: 'S3', batchId: null }),
    ];
    const young = refund({ orderId: 'S4' });
    const ids = [single, twice, old, young, again].map(({ id }) => id);
    expect(order({ queued: [young, again, single, twice, old], earlier: [] })).toEqual(ids);
  });

  it('waits for what is open on the same order, and for equal amounts on it, but not for other orders', () => {
    const [same, equal, other] = [
      refund({ orderId: 'S1', amount: 5 }),
      refund({ orderId: 'S2' }),
      refund({ orderId: 'S3' }),
    ];
    const earlier = [
      past({ orderId: 'S1', state: 'unknown', arrivedBy: null, lastSentAt: -2 }),
      past({ orderId: 'S2', arrivedBy: -1 }),
    ];
    const plan = planLane({ queued: [same, equal, other], earlier }, slots(5), snapshot);
    expect(plan.next).toBe(other.id);
    expect([...plan.plannedAt]).toEqual([
      [other.id, 0],
      [equal.id, 4],
      [same.id, 8],
    ]);
  });

  it('keeps equal amounts of different orders apart once the guard is known to be of the whole site', () => {
    const queued = copies(1, 1, 1);
    const { plannedAt } = planLane({ queued, earlier: [] }, slots(5), { ...snapshot, scope: 'group' });
    expect([...plannedAt.values()]).toEqual([0, 5, 10]);
  });

  it('does not let a refund that was proved absent stand in its own way, but in that of its equals', () => {
    const [first, second] = copies(2);
    const earlier = [{ ...first!, state: 'queued' as const, lastSentAt: -10, arrivedBy: 0 }];
    const { plannedAt } = planLane({ queued: [first!, second!], earlier }, slots(5), snapshot);
    expect([...plannedAt]).toEqual([
      [first!.id, 0],
      [second!.id, 5],
    ]);
  });

  it('includes refunds that are not due, and shows that nothing can be sent now', () => {
    const later = refund({ notBefore: 7 });
    expect(planLane({ queued: [later], earlier: [] }, slots(5), snapshot)).toEqual({
      next: null,
      plannedAt: new Map([[later.id, 7]]),
    });
    expect(planLane({ queued: [], earlier: [] }, slots(5), snapshot)).toEqual({ next: null, plannedAt: new Map() });
    expect(planLane({ queued: copies(1), earlier: [] }, slots(5), { ...snapshot, nextSlotAt: 3 }).next).toBeNull();
  });
});

describe('the estimates of a plan', () => {
  const queues = fc.array(
    fc.record({
      orderId: fc.constantFrom('S1', 'S2', 'S3', 'S4'),
      amount: fc.constantFrom(500, 700),
      batchId: fc.constantFrom('b1', null),
      notBefore: fc.constantFrom(0, 0, 0, 400_000),
    }),
    { minLength: 1, maxLength: 14 },
  );
  const lanes = fc.record({
    mode: fc.constantFrom('strict' as const, 'paced' as const),
    scope: fc.constantFrom('order' as const, 'group' as const),
    roundTripMs: fc.constantFrom(1, 300, 4_000),
  });

  it('equal what is done later, slot by slot', () => {
    fc.assert(
      fc.property(queues, lanes, (wanted, { mode, scope, roundTripMs }) => {
        const queued = wanted.map((each) => refund(each));
        const rules = toRefundRules({ mode });
        const first = planLane({ queued, earlier: [] }, rules, { ...snapshot, scope, roundTripMs });
        expect(doneWith(queued, rules, { scope, roundTripMs })).toEqual([...first.plannedAt]);
        expect(first.plannedAt.size).toBe(queued.length);
      }),
      { numRuns: 200 },
    );
  });
});

/** Sends like the lane: what may be sent at each slot, without the later plan. */
function doneWith(
  all: readonly QueuedRefund[],
  rules: PlanRules,
  { scope, roundTripMs }: { scope: GuardScope; roundTripMs: number },
): (readonly [string, number])[] {
  const done: (readonly [string, number])[] = [];
  const sent: (QueuedRefund & { at: number })[] = [];
  let [now, queued] = [0, all];
  while (queued.length > 0) {
    const earlier = sent.map((each) => {
      const isBack = each.at + roundTripMs <= now;
      const facts = { lastSentAt: each.at, arrivedBy: isBack ? each.at + roundTripMs : null };
      return { ...each, ...facts, state: isBack ? ('accepted' as const) : ('sending' as const) };
    });
    const { next, plannedAt } = planLane({ queued, earlier }, rules, { now, nextSlotAt: now, scope, roundTripMs });
    const chosen = queued.find(({ id }) => id === next);
    if (chosen) {
      done.push([chosen.id, now]);
      sent.push({ ...chosen, at: now });
      queued = queued.filter(({ id }) => id !== next);
      now += slotMs(rules, roundTripMs);
    } else now = Math.min(...plannedAt.values());
  }
  return done;
}

function past(change: Partial<EarlierRefund>): EarlierRefund {
  return { ...refund(), state: 'accepted', lastSentAt: null, arrivedBy: null, ...change };
}
