/**
 * How long a refund is in doubt if its answer or its request was lost.
 *
 *   npm run bench -- refund-doubt [refunds]
 *
 * The module on SQLite and the sandbox on one clock that the bench moves second by second. For two refunds in three the
 * answer to the first request is lost, for the third the first request itself; reads are always answered.
 */
import { ManualClock } from '../dist/esm/testing/index.js';
import { toRefundRules } from '../dist/modules/shop/core/index.js';
import { openStage } from './refunds/stage.mjs';
import { atMost, figure, median } from './support/figures.mjs';

const SECOND = 1_000;
const NOON = Date.UTC(2026, 0, 15, 11);
/** The quiet time, and five minutes. */
const MOST_S = toRefundRules().quietMs / SECOND + 300;
const FATES = ['lose answer', 'lose answer', 'lose request'];
const numberOf = (orderId) => Number(orderId.slice(2));
const fateOf = (orderId, nth) => (nth === 1 ? FATES[numberOf(orderId) % FATES.length] : 'pass');

export const title = 'How long a refund is in doubt whose answer, or whose request, was lost';

/** @returns {Promise<{ engines: string[], figures: import('./support/figures.mjs').Figure[], violations: string[] }>} */
export async function run([refunds = '120'], progress) {
  const clock = new ManualClock(NOON);
  const database = { type: 'better-sqlite3', database: ':memory:' };
  // This process may be busy for longer than a send slot waits.
  const stage = await openStage({ database, clock, workers: 'off', fateOf, refunds: { sendWithinMs: SECOND } });
  try {
    const ids = Array.from({ length: Number(refunds) }, (_, index) => `D-${index}`);
    await stage.paidOrders(ids);
    await stage.refund(
      'doubt',
      ids.map((orderId) => ({ orderId, amount: 1_000 })),
    );
    const ends = await play(stage, clock, { ids, progress });
    const [{ version }] = await stage.query('SELECT sqlite_version() AS version');
    const violations = await wrong(stage, ids);
    return { engines: [`SQLite ${version}`], figures: toFigures(ends), violations };
  } finally {
    await stage.close();
  }
}

/** Second by second, until all are accepted. @returns for how many seconds each was in doubt */
async function play(stage, clock, { ids, progress }) {
  const [since, ends] = [new Map(), new Map()];
  const lastAt = NOON + 2 * SECOND * ids.length + 2 * MOST_S * SECOND;
  while (ends.size < ids.length) {
    if (clock.now() > lastAt) throw new Error(`only ${ends.size} of ${ids.length} came to an end`);
    clock.advance(SECOND);
    await stage.service.runDue();
    await stage.drain();
    for (const { order_id: id, state, unknown_since: at } of await stage.query(
      'SELECT order_id, state, unknown_since FROM tillbridge_refund',
    )) {
      if (state === 'unknown' && !since.has(id)) since.set(id, Number(at));
      if (state === 'accepted' && !ends.has(id)) ends.set(id, (clock.now() - since.get(id)) / SECOND);
      if (state === 'manual') throw new Error(`${id} waits for a person`);
    }
    if (clock.now() % (300 * SECOND) === 0) progress(`${ends.size} of ${ids.length} are certain`);
  }
  return ends;
}

/** Orders for which the service does not have exactly one refund. */
async function wrong(stage, ids) {
  const refunded = await Promise.all(ids.map(async (id) => [id, (await stage.service.order(id)).amountRefunded]));
  return refunded
    .filter(([, amount]) => amount !== 1_000)
    .map(([id, amount]) => `${id}: ${amount} went back, not 1000`);
}

function toFigures(ends) {
  const of = (fate) => [...ends].filter(([id]) => fateOf(id, 1) === fate).map(([, seconds]) => seconds);
  const [answers, requests] = [of('lose answer'), of('lose request')];
  return [
    figure('refunds whose answer was lost', answers.length, ''),
    figure('answer lost, in doubt for, median', median(answers), 's', atMost(20)),
    figure('answer lost, in doubt for, at most', Math.max(...answers), 's'),
    figure('refunds whose request was lost', requests.length, ''),
    figure('request lost, in doubt for, median', median(requests), 's'),
    figure('in doubt for, at most', Math.max(...answers, ...requests), 's', atMost(MOST_S)),
  ];
}
