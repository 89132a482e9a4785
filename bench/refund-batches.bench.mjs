/**
 * The duration of a batch of refunds, compared with the minimum by the service's rules, and the gaps between its
 * refunds.
 *
 *   npm run bench -- refund-batches [refunds]
 *
 * Plans of many mixes, by the planner alone; then one batch in each mode, really sent: the module on MariaDB, the
 * sandbox behind a proxy that records when each refund arrives, in real time (one second for each refund and mode).
 */
import { startDurableEngine } from '../test/chaos/support/durable-engine.mjs';
import { toRefundRules } from '../dist/modules/shop/core/index.js';
import { planLane, slotMs } from '../dist/modules/shop/refunds/sending/lane-plan.js';
import { openStage } from './refunds/stage.mjs';
import { atLeast, atMost, figure, median } from './support/figures.mjs';

const SECOND = 1_000;
const ROUND_TRIP_MS = 250;
/** The service's own rules (spec §8): no batch can end sooner. */
const SERVICE = { spacingMs: SECOND, equalAmountGapMs: 300 * SECOND };
const SIZES = [10, 100, 1_000];
const COPIES = [1, 2, 3, 5, 8, 13, 20];
const MOST = 1.05;
/** The narrowest setting of `paced` that the service allows. */
const NARROW_MS = 1_040;

export const title = 'How long batches of refunds take beside the least possible, and how far apart refunds come in';

/** @returns {Promise<{ engines: string[], figures: import('./support/figures.mjs').Figure[], tables: object[] }>} */
export async function run([refunds = '60'], progress) {
  const figures = planned();
  const rows = [];
  const engine = await startDurableEngine('mariadb');
  try {
    for (const mode of ['strict', 'paced']) {
      progress(`sending ${refunds} refunds, ${mode}`);
      const sent = await send(await engine.createDatabase(), mode, Number(refunds));
      figures.push(...toFigures(sent));
      rows.push([mode, sent.count, sent.gaps[0], median(sent.gaps), sent.gaps.at(-1), sent.spanMs / SECOND]);
    }
  } finally {
    await engine.stop();
  }
  const columns = ['mode', 'refunds', 'least gap, ms', 'median gap, ms', 'greatest gap, ms', 'from first to last, s'];
  return { engines: [engine.title], figures, tables: [{ title: 'Refunds as they came in', columns, rows }] };
}

/** All mixes of equal refunds: `copies` of each pair of order and amount, in a share of the batch. */
function mixes() {
  const shares = [0, 0.1, 0.3, 0.5, 0.8, 1];
  return SIZES.flatMap((size) => COPIES.flatMap((copies) => shares.map((share) => ({ size, copies, share }))));
}

const queueOf = ({ size, copies, share }) =>
  Array.from({ length: size }, (_, index) => ({
    id: `r${String(index).padStart(6, '0')}`,
    orderId: index < size * share ? `pair ${Math.floor(index / copies)}` : `single ${index}`,
    amount: 1_000,
    currency: 'EUR',
    batchId: 'b1',
    notBefore: 0,
  }));

/** The minimum from the first sending to the last: by the spacing of all refunds, and by the pair with most copies. */
function bound(queue, { spacingMs, equalAmountGapMs }) {
  const copies = new Map();
  for (const { orderId } of queue) copies.set(orderId, (copies.get(orderId) ?? 0) + 1);
  const most = Math.max(...copies.values());
  const many = [...copies.values()].filter((count) => count === most).length;
  return Math.max((queue.length - 1) * spacingMs, (most - 1) * equalAmountGapMs + (many - 1) * spacingMs);
}

function makespan(queue, rules) {
  const snapshot = { now: 0, nextSlotAt: 0, scope: 'order', roundTripMs: ROUND_TRIP_MS };
  const { plannedAt } = planLane({ queued: queue, earlier: [] }, rules, snapshot);
  if (plannedAt.size !== queue.length) throw new Error(`only ${plannedAt.size} of ${queue.length} were planned`);
  return Math.max(...plannedAt.values());
}

function planned() {
  const [strict, paced] = [toRefundRules(), toRefundRules({ mode: 'paced' })];
  const narrow = toRefundRules({ mode: 'paced', spacingMs: NARROW_MS });
  const queues = mixes().map(queueOf);
  const worst = (rules, least) => Math.max(...queues.map((queue) => makespan(queue, rules) / bound(queue, least)));
  const slot = slotMs(strict, ROUND_TRIP_MS) / SECOND;
  return [
    figure('mixes planned', queues.length, ''),
    figure(
      `plan, strict / bound and a round trip of ${ROUND_TRIP_MS} ms each`,
      worst(strict, SERVICE) / slot,
      '',
      atMost(1),
    ),
    figure('plan, paced / bound of its own slots', worst(paced, paced), '', atMost(MOST)),
    figure(`plan, paced at ${NARROW_MS} ms / bound`, worst(narrow, SERVICE), '', atMost(MOST)),
    figure('plan, paced as it is by default / bound', worst(paced, SERVICE), '', atMost(MOST)),
  ];
}

async function send(database, mode, count) {
  const stage = await openStage({ database, workers: 'inline', refunds: { mode } });
  try {
    const ids = Array.from({ length: count }, (_, index) => `B-${mode}-${index}`);
    await stage.paidOrders(ids);
    const { id } = await stage.refund(
      mode,
      ids.map((orderId) => ({ orderId, amount: 1_000 })),
    );
    await until(async () => (await stage.payments.refunds.batches.find(id)).counts.accepted === count, count);
    const { arrivals } = stage;
    if (arrivals.length !== count) throw new Error(`${arrivals.length} requests for ${count} refunds`);
    const gaps = arrivals.slice(1).map(({ at }, index) => Math.round((at - arrivals[index].at) * 10) / 10);
    const least = leastOf(mode, arrivals.slice(0, -1));
    return { mode, count, gaps: gaps.toSorted((a, b) => a - b), spanMs: arrivals.at(-1).at - arrivals[0].at, least };
  } finally {
    await stage.close();
  }
}

/** By the rules of the mode, with the round trips of the run. */
function leastOf(mode, arrivals) {
  if (mode === 'paced') return arrivals.length * toRefundRules({ mode }).spacingMs;
  return arrivals.reduce((sum, { at, answeredAt }) => sum + SECOND + answeredAt - at, 0);
}

const BOUNDS = { strict: 'bound and the round trips as they were', paced: 'bound of its own slots' };

function toFigures({ mode, gaps, spanMs, least }) {
  const near = gaps.filter((gap) => gap < SECOND).length;
  return [
    figure(`${mode}, least time between two arrivals`, gaps[0], 'ms', atLeast(SECOND)),
    figure(`${mode}, arrivals within a second of the one before`, near, '', atMost(0)),
    figure(`${mode}, from first to last / ${BOUNDS[mode]}`, spanMs / least, '', atMost(MOST)),
  ];
}

/** @throws if it takes three times as long as it should */
async function until(condition, count) {
  const deadline = performance.now() + 30_000 + 3 * SECOND * count;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error('the batch does not end');
    await new Promise((resolve) => void setTimeout(resolve, 200));
  }
}
