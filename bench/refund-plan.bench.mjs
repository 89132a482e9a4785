/**
 * The time to plan a lane of many refunds: their order, and the time of each.
 *
 *   npm run bench -- refund-plan [refunds]
 */
import { planLane } from '../dist/modules/shop/refunds/sending/lane-plan.js';
import { atMost, figure, median } from './support/figures.mjs';

const LIMIT_MS = 1_000;
const RUNS = 15;
const RULES = { mode: 'strict', spacingMs: 1_000, equalAmountGapMs: 301_000, quietMs: 900_000 };
const MIXES = {
  'no two equal': (index) => index,
  'pairs among them': (index) => (index % 3 === 0 ? Math.floor(index / 6) : -index),
  'all of twenty amounts': (index) => index % 20,
};

const queueOf = (size, numberOf) =>
  Array.from({ length: size }, (_, index) => ({
    id: `r${String(index).padStart(6, '0')}`,
    orderId: `S${numberOf(index)}`,
    amount: 1_000,
    currency: 'EUR',
    batchId: 'b1',
    notBefore: 0,
  }));

export const title = 'How long it takes to plan a lane of many refunds';

/** Plans each mix several times. */
export async function run([refunds = '10000'], progress) {
  const size = Number(refunds);
  const snapshot = { now: 0, nextSlotAt: 0, scope: 'order', roundTripMs: 300 };
  const figures = Object.entries(MIXES).map(([mix, numberOf]) => {
    progress(`planning ${size} refunds, ${mix}`);
    const queued = queueOf(size, numberOf);
    const times = Array.from({ length: RUNS }, () => {
      const begun = performance.now();
      const { plannedAt } = planLane({ queued, earlier: [] }, RULES, snapshot);
      if (plannedAt.size !== size) throw new Error(`only ${plannedAt.size} of ${size} refunds were planned`);
      return performance.now() - begun;
    });
    return figure(`planning ${size} refunds, ${mix}`, median(times), 'ms', atMost(LIMIT_MS));
  });
  return { engines: [], figures };
}
