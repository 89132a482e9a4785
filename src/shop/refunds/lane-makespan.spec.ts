import { expect, it } from '@jest/globals';
import { toRefundRules } from '../core/index.js';
import { planLane, slotMs, type QueuedRefund } from './sending/lane-plan.js';

const SECOND = 1_000;
const ROUND_TRIP_MS = 250;
/** The service's own rules (spec §8): no plan can be shorter. */
const SERVICE = { spacingMs: SECOND, equalAmountGapMs: 300 * SECOND };
const SIZES = [10, 100, 1_000, 10_000];
/** The order and amount of the refund with this number. */
const MIXES: Readonly<Record<string, (index: number, size: number) => string>> = {
  'no two equal': (index) => `${index}`,
  'every tenth one of three equal': (index) => (index % 10 < 3 ? `three ${Math.floor(index / 10)}` : `${index}`),
  'five equal among them': (index) => (index < 5 ? 'five' : `${index}`),
  'a third of them pairs': (index, size) => (index < size / 3 ? `pair ${index % Math.ceil(size / 6)}` : `${index}`),
  'all of twenty amounts': (index) => `of twenty ${index % 20}`,
};

const queueOf = (size: number, nameOf: (index: number, size: number) => string): QueuedRefund[] =>
  Array.from({ length: size }, (_, index) => ({
    id: `r${String(index).padStart(6, '0')}`,
    orderId: nameOf(index, size),
    amount: 1_000,
    currency: 'EUR',
    batchId: 'b1',
    notBefore: 0,
  }));

/** The least time from the first request to the last: one after the other, or by the amount with the most copies. */
function bound(queue: readonly QueuedRefund[], { spacingMs, equalAmountGapMs }: typeof SERVICE): number {
  const copies = new Map<string, number>();
  for (const { orderId } of queue) copies.set(orderId, (copies.get(orderId) ?? 0) + 1);
  const most = Math.max(...copies.values());
  const many = [...copies.values()].filter((count) => count === most).length;
  return Math.max((queue.length - 1) * spacingMs, (most - 1) * equalAmountGapMs + (many - 1) * spacingMs);
}

const makespan = (queue: readonly QueuedRefund[], mode: 'strict' | 'paced', spacingMs?: number): number => {
  const rules = toRefundRules({ mode, spacingMs });
  const snapshot = { now: 0, nextSlotAt: 0, scope: 'order' as const, roundTripMs: ROUND_TRIP_MS };
  const { plannedAt } = planLane({ queued: queue, earlier: [] }, rules, snapshot);
  expect(plannedAt.size).toBe(queue.length);
  return Math.max(...plannedAt.values());
};

it('a batch takes hardly longer than the rules of the service require, for any equal amounts', () => {
  const paced = toRefundRules({ mode: 'paced' });
  const strictFactor = slotMs(toRefundRules(), ROUND_TRIP_MS) / SECOND;
  const lines = Object.entries(MIXES).flatMap(([mix, nameOf]) =>
    SIZES.map((size) => {
      const queue = queueOf(size, nameOf);
      const least = bound(queue, SERVICE);
      const [strict, steady, tight] = [
        makespan(queue, 'strict'),
        makespan(queue, 'paced'),
        makespan(queue, 'paced', 1_040),
      ];
      expect([mix, size, strict <= least * strictFactor]).toEqual([mix, size, true]);
      // Compared with its own, wider slots; with narrower ones the service's bound is met as well.
      expect([mix, size, steady <= bound(queue, paced) * 1.05]).toEqual([mix, size, true]);
      expect([mix, size, tight <= least * 1.05]).toEqual([mix, size, true]);
      const seconds = [least, strict, steady, tight].map((ms) =>
        Math.round(ms / SECOND)
          .toString()
          .padStart(7),
      );
      return `${mix.padEnd(32)} ${String(size).padStart(6)} ${seconds.join(' ')}`;
    }),
  );
  const head = `${'batch, seconds'.padEnd(32)} ${'n'.padStart(6)}   bound  strict   paced paced at 1,040 ms`;
  process.stdout.write(`${[head, ...lines].join('\n')}\n`);
});
