/** The service's side of an attack: authentic notifications at a constant rate, each by a connection of its own. */
import { request } from 'node:http';
import { percentile } from '../../bench/support/figures.mjs';
import { serveParent } from '../../bench/support/processes.mjs';
import { orderBody, signedNotification } from '../../dist/esm/testing/index.js';

const key = process.env.ATTACKED_KEY;
/** The service itself gives up after that long (protocol §5.3). */
const PATIENCE_MS = 10_000;
/** Brings a body to the size of a real one. */
const CART = '<ul><li>1 x Mug</li><li>1 x Saucer</li></ul>'.repeat(8);

function notification(orderId, number) {
  const at = Date.now();
  const transactionId = String(1_700_000_000_000_000 + number);
  return signedNotification({
    key,
    orderId,
    at,
    body: orderBody({ orderId, amount: 1250, at, transactionId, fields: { items: CART } }),
  });
}

/** @returns how long it took from when it was due, and what was answered */
function sendOne(url, { orderId, number }, dueAt) {
  const { search, headers, body } = notification(orderId, number);
  const length = Buffer.byteLength(body);
  return new Promise((resolve) => {
    const end = (outcome) => resolve({ ms: performance.now() - dueAt, outcome });
    const outgoing = request(
      url + search,
      { method: 'POST', agent: false, headers: { ...headers, 'content-length': length }, timeout: PATIENCE_MS },
      (response) => {
        let text = '';
        response.on('data', (chunk) => (text += chunk));
        response.on('error', () => end('broken off'));
        response.on('end', () => end(response.statusCode === 200 && text === 'OK' ? 'OK' : `${response.statusCode}`));
      },
    );
    outgoing.on('timeout', () => outgoing.destroy(new Error('timeout')));
    outgoing.on('error', (error) => end(error.code ?? error.message));
    outgoing.end(body);
  });
}

/** At a constant rate, whatever the answers do; `orders` in turn, or one for each. */
async function send({ url, rate, count, prefix, orders = count }) {
  const startedAt = performance.now();
  const results = [];
  for (let next = 0; next < count;) {
    const due = Math.min(count, Math.floor(((performance.now() - startedAt) * rate) / 1_000) + 1);
    for (; next < due; next += 1) {
      const number = next % orders;
      results.push(sendOne(url, { orderId: `${prefix}${number}`, number }, startedAt + (next * 1_000) / rate));
    }
    await new Promise((resolve) => void setTimeout(resolve, 1));
  }
  const all = await Promise.all(results);
  const times = all.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const failures = all.filter(({ outcome }) => outcome !== 'OK').map(({ outcome }) => outcome);
  const [p50, p99, p999] = [0.5, 0.99, 0.999].map((share) => percentile(times, share));
  return { acknowledged: count - failures.length, failures: [...new Set(failures)], p50, p99, p999 };
}

serveParent({ ready: true }, send, () => process.exit());
