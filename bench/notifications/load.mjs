/**
 * The service's side of the notifications bench: signs notifications in advance, then sends them at the requested rate.
 */
import { Pool } from 'undici';
import { orderBody, signedNotification } from '../../dist/esm/testing/index.js';
import { percentile } from '../support/figures.mjs';
import { serveParent } from '../support/processes.mjs';

const key = process.env.BENCH_KEY;
/** Extends a body to a realistic size, 1.2 to 1.5 kB. */
const CART = '<ul><li>1 x Mug</li><li>1 x Saucer</li></ul>'.repeat(8);
let notifications = [];

/** Signs notifications of `orders` orders in turn; no two are equal. */
function prepare({ count, orders, first = 0 }) {
  const at = Date.now();
  notifications = Array.from({ length: count }, (_, index) => {
    const orderId = `B-${first + (index % orders)}`;
    const transactionId = String(1_700_000_000_000_000 + first + index);
    const body = orderBody({ orderId, amount: 1250, at, transactionId, fields: { items: CART } });
    const { search, headers, body: bytes } = signedNotification({ key, orderId, at, body });
    return { search, headers, body: bytes };
  });
  return { prepared: count, bytes: Buffer.byteLength(notifications[0].body) };
}

/** Sends one notification and returns the time since it was due. */
function sendOne(pool, path, { search, headers, body }, dueAt) {
  return new Promise((resolve) => {
    let status = 0;
    let text = '';
    const end = (isGood) => resolve({ ms: performance.now() - dueAt, isGood });
    pool.dispatch(
      { path: path + search, method: 'POST', headers, body },
      {
        onRequestStart() {},
        onResponseStart(_controller, statusCode) {
          status = statusCode;
        },
        onResponseData(_controller, chunk) {
          text += chunk;
        },
        onResponseEnd: () => end(status === 200 && text === 'OK'),
        onResponseError: () => end(false),
      },
    );
  });
}

/** As many at a time as there are connections; each connection sends the next one at once. */
async function closedLoop(pool, { path, connections, count }) {
  const results = [];
  let next = 0;
  const work = async () => {
    while (next < count) results.push(await sendOne(pool, path, notifications[next++], performance.now()));
  };
  await Promise.all(Array.from({ length: connections }, work));
  return results;
}

/** At a constant rate, independent of the answers: the wait for a connection counts as latency. */
async function openLoop(pool, { path, rate, count }) {
  const startedAt = performance.now();
  const results = [];
  for (let next = 0; next < count;) {
    const due = Math.min(count, Math.floor(((performance.now() - startedAt) * rate) / 1_000) + 1);
    for (; next < due; next += 1) {
      results.push(sendOne(pool, path, notifications[next], startedAt + (next * 1_000) / rate));
    }
    await new Promise((resolve) => void setTimeout(resolve, 1));
  }
  return Promise.all(results);
}

async function send({ url, ...job }) {
  const pool = new Pool(url, { connections: job.connections, pipelining: 1 });
  const startedAt = performance.now();
  const results = await (job.rate ? openLoop(pool, job) : closedLoop(pool, job));
  const seconds = (performance.now() - startedAt) / 1_000;
  await pool.close();
  const times = results.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return {
    perSecond: results.length / seconds,
    failed: results.filter(({ isGood }) => !isGood).length,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    p999: percentile(times, 0.999),
  };
}

serveParent(
  { ready: true },
  (job) => (job.prepare ? prepare(job.prepare) : send(job.send)),
  () => process.exit(),
);
