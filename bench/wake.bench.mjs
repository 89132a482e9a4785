/**
 * The time from a notification to its effect after the commit, with web and worker in two processes: without a
 * doorbell, with one over PostgreSQL, and with one over Redis if redis-server is found.
 *
 *   npm run bench -- wake [NOTIFICATIONS] [--json]
 *
 * PostgreSQL as durable as a shop's; 50 notifications a second, each for its own order; all kinds within one run.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { findRedis } from '../test/support/find-servers.mjs';
import { startRedisServer } from '../test/support/server-redis.mjs';
import { startDurableEngine } from '../test/chaos/support/durable-engine.mjs';
import { orderBody, signedNotification } from '../dist/esm/testing/index.js';
import { atMost, figure, percentile } from './support/figures.mjs';
import { startProcess } from './support/processes.mjs';
import { writtenOrders } from './support/written-orders.mjs';

const HOST = fileURLToPath(new URL('wake/host.mjs', import.meta.url));
const PER_SECOND = 50;
/** Not counted: the time to compile code and open connections. */
const WARM_UP = 100;
const MEDIAN_MS = 20;
const P99_MS = 100;
const WITHIN_MS = 60_000;
const NAMES = { '': 'without', postgres: 'with a doorbell', redis: 'with a doorbell over Redis' };

export const title = 'From a notification to its effect, over two processes';

/** @returns {Promise<{ engines: string[], figures: import('./support/figures.mjs').Figure[] }>} */
export async function run([notifications = '1000'], progress) {
  const engine = await startDurableEngine('postgres');
  const binary = findRedis(process.env);
  const redis = binary && (await startRedisServer({ binary, folder: engine.folder }));
  try {
    const figures = [];
    for (const bus of ['', 'postgres', ...(redis ? ['redis'] : [])]) {
      const times = await measure(engine, { count: Number(notifications), bus, redis, progress });
      const name = NAMES[bus];
      const goals = bus ? [atMost(MEDIAN_MS), atMost(P99_MS)] : [];
      figures.push(
        figure(`${name}: notification to effect, median`, percentile(times, 0.5), 'ms', goals[0]),
        figure(`${name}: notification to effect, p99`, percentile(times, 0.99), 'ms', goals[1]),
      );
    }
    return { engines: [engine.title, ...(redis ? [`Redis ${redis.version}`] : [])], figures };
  } finally {
    await redis?.stop();
    await engine.stop();
  }
}

async function measure(engine, { count, bus, redis, progress }) {
  const { url } = await engine.createDatabase();
  const key = `bench-${randomBytes(12).toString('hex')}`;
  const environment = { BENCH_KEY: key, BENCH_DATABASE: url, BENCH_WAKE: bus, BENCH_REDIS: redis?.url ?? '' };
  const web = await startProcess(HOST, { environment: { ...environment, BENCH_WORKERS: 'off' } });
  const worker = await startProcess(HOST, { environment: { ...environment, BENCH_WORKERS: 'inline' } });
  try {
    await addOrders(url, count + WARM_UP);
    const sent = await sendAll(web.ready.url, { key, count: count + WARM_UP, progress });
    const seen = await effectsOf(worker, sent.size);
    const times = [...sent].map(([orderId, at]) => seen.get(orderId) - at);
    return times.slice(WARM_UP).sort((a, b) => a - b);
  } finally {
    await Promise.all([web.stop(), worker.stop()]);
  }
}

/** Orders as the module would have created them, inserted directly into its tables. */
async function addOrders(url, count) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const orders = { id: "'O-' || n", openedAt: Date.now(), rows: `FROM generate_series(0, ${count - 1}) AS n` };
  for (const statement of writtenOrders(orders)) await client.query(statement);
  await client.end();
}

/** @returns by order, when its notification was sent, in epoch milliseconds */
async function sendAll(url, { key, count, progress }) {
  const sent = new Map();
  const answers = [];
  const begun = performance.now();
  for (let index = 0; index < count; index += 1) {
    await pause(Math.max(0, begun + (index * 1_000) / PER_SECOND - performance.now()));
    if (index % (10 * PER_SECOND) === 0) progress(`${index} of ${count} notifications`);
    const [orderId, at] = [`O-${index}`, Date.now()];
    const { search, headers, body } = signedNotification({
      key,
      orderId,
      at,
      body: orderBody({ orderId, amount: 1250, at }),
    });
    sent.set(orderId, performance.timeOrigin + performance.now());
    answers.push(fetch(`${url}/payments/notifications/web${search}`, { method: 'POST', headers, body }));
  }
  const refused = (await Promise.all(answers)).filter(({ ok }) => !ok);
  if (refused.length > 0) throw new Error(`${refused.length} notifications were refused`);
  return sent;
}

async function effectsOf(worker, count) {
  const seen = new Map();
  const end = performance.now() + WITHIN_MS;
  while (seen.size < count) {
    if (performance.now() > end) throw new Error(`only ${seen.size} of ${count} effects ran`);
    for (const [orderId, at] of (await worker.ask({})).effects) seen.set(orderId, at);
    await pause(100);
  }
  return seen;
}
