/**
 * The effect of the pool size on one replica that receives and processes notifications.
 *
 *   npm run bench -- pool [NOTIFICATIONS [ROUNDS]] [--json]
 *
 * MariaDB and PostgreSQL as durable as a shop's; the given number of notifications, 50 at a time, each for its own
 * order, with an effect after the commit. The handlers use no connection. The sizes take turns; figures are medians
 * over the rounds.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DataSource } from 'typeorm';
import { orderBody, signedNotification } from '../dist/esm/testing/index.js';
import { startDurableEngine } from '../test/chaos/support/durable-engine.mjs';
import { figure, median, percentile } from './support/figures.mjs';
import { startProcess } from './support/processes.mjs';
import { writtenOrders } from './support/written-orders.mjs';

const HOST = fileURLToPath(new URL('pool/host.mjs', import.meta.url));
const SIZES = [1, 2, 3, 5, 10, 30];
const AT_ONCE = 50;
/** Not counted: the time to compile code and open connections. */
const WARM_UP = 200;
const WITHIN_MS = 120_000;
const ENGINES = {
  mariadb: { limit: (size) => ({ connectionLimit: size }), rows: (count) => `FROM seq_0_to_${count - 1}`, n: 'seq' },
  postgres: { limit: (size) => ({ max: size }), rows: (count) => `FROM generate_series(0, ${count - 1}) AS n`, n: 'n' },
};

export const title = 'What the size of its pool means to one replica';

/** @returns {Promise<{ engines: string[], figures: import('./support/figures.mjs').Figure[] }>} */
export async function run([notifications = '1000', rounds = '3'], progress) {
  const engines = [];
  const figures = [];
  for (const name of Object.keys(ENGINES)) {
    const engine = await startDurableEngine(name);
    engines.push(engine.title);
    const seen = new Map(SIZES.map((size) => [size, []]));
    try {
      for (let round = 1; round <= Number(rounds); round += 1) {
        for (const size of SIZES) seen.get(size).push(await measure(engine, { size, count: Number(notifications) }));
        progress(`${name}: round ${round} of ${rounds}`);
      }
    } finally {
      await engine.stop();
    }
    for (const [size, results] of seen) figures.push(...figuresOf(`${name}, pool of ${size}`, results));
  }
  return { engines, figures };
}

const figuresOf = (before, results) => {
  const of = (what) => median(results.map((result) => result[what]));
  return [
    figure(`${before}: acknowledged, median`, of('median'), 'ms'),
    figure(`${before}: acknowledged, p99`, of('p99'), 'ms'),
    figure(`${before}: received and worked off`, of('perSecond'), '/s'),
    figure(`${before}: connections, most`, Math.max(...results.map(({ most }) => most)), ''),
  ];
};

async function measure(engine, { size, count }) {
  const database = await engine.createDatabase();
  const key = `bench-${randomBytes(12).toString('hex')}`;
  const BENCH_DATABASE = JSON.stringify({ ...database, extra: ENGINES[engine.name].limit(size) });
  const shop = await startProcess(HOST, { environment: { BENCH_KEY: key, BENCH_DATABASE } });
  try {
    await addOrders(database, engine.name, count + WARM_UP);
    await send(shop, { key, from: 0, to: WARM_UP });
    const { times, seconds } = await send(shop, { key, from: WARM_UP, to: WARM_UP + count });
    const { most } = await shop.ask({});
    return { median: percentile(times, 0.5), p99: percentile(times, 0.99), perSecond: count / seconds, most };
  } finally {
    await shop.stop();
  }
}

/** Orders as the module would have created them, inserted directly into its tables. */
async function addOrders(database, name, count) {
  const { rows, n } = ENGINES[name];
  const source = await new DataSource(database).initialize();
  const id = `CONCAT('O-', ${n})`;
  for (const sql of writtenOrders({ id, openedAt: Date.now(), rows: rows(count) })) await source.query(sql);
  await source.destroy();
}

/** Sends notifications, and waits until the effect of each has run. */
async function send(shop, { key, from, to }) {
  const times = [];
  const startedAt = performance.now();
  let next = from;
  const sender = async () => {
    while (next < to) times.push(await sendOne(shop.ready.url, key, `O-${next++}`));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  while ((await shop.ask({})).effects < to) {
    if (performance.now() - startedAt > WITHIN_MS) throw new Error(`not all of ${to} effects ran`);
    await pause(10);
  }
  return { times: times.sort((a, b) => a - b), seconds: (performance.now() - startedAt) / 1_000 };
}

async function sendOne(url, key, orderId) {
  const at = Date.now();
  const { search, headers, body } = signedNotification({
    key,
    orderId,
    at,
    body: orderBody({ orderId, amount: 1250, at }),
  });
  const startedAt = performance.now();
  const response = await fetch(`${url}/payments/notifications/web${search}`, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`a notification was answered with ${response.status}`);
  await response.text();
  return performance.now() - startedAt;
}
