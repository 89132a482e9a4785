/**
 * The response times of the sandbox's pages with a history: 1,000 orders, 10,000 notifications, over HTTP.
 *
 *   npm run bench -- sandbox-pages [requests per page]
 */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { cpus } from 'node:os';
import { startSandbox } from '../dist/esm/sandbox/index.js';
import { timePages } from './support/page-times.mjs';

const ORDERS = 1_000;
const NOTIFICATIONS_PER_ORDER = 10;
const AT_ONCE = 25;
const LIMIT_MS = 100;
const OUTCOMES = ['pay', 'decline', 'cancel', 'hold', null];

export const title = 'How long the pages of the sandbox take with 1,000 orders and 10,000 notifications behind them';

/** Fills a sandbox through the interfaces of a shop and a shopper, then times its pages. */
export async function run([requests = '100'], progress) {
  const shop = await startShop();
  const apiKey = `bench-${randomBytes(9).toString('hex')}`;
  const { url, sandbox, close } = await startSandbox({
    terminalGroups: [{ name: 'web', apiKey }],
    // A separate clock, so that the bench decides when resends take place.
    clock: { now: () => now },
    deliveryPlan: { resends: NOTIFICATIONS_PER_ORDER, intervalMs: 1_000 },
  });
  try {
    await seed({ url, sandbox, apiKey, shop, progress });
    return { engines: [], figures: await report(url, Number(requests)) };
  } finally {
    await close();
    await new Promise((resolve) => void shop.server.close(resolve));
  }
}

let now = Date.UTC(2026, 0, 1);

/** A shop that refuses most notifications, so that each is sent several times. */
async function startShop() {
  let notifications = 0;
  const server = createServer((request, response) => {
    notifications += 1;
    request.resume().on('end', () => response.writeHead(500).end('Not now'));
  });
  await new Promise((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return { server, notifications: () => notifications, url: `http://127.0.0.1:${server.address().port}/hook` };
}

async function seed({ url, sandbox, apiKey, shop, progress }) {
  const startedAt = performance.now();
  const payment_options = { notification_url: shop.url, redirect_url: shop.url };
  for (let first = 0; first < ORDERS; first += AT_ONCE) {
    now += 1;
    await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, index) => {
        const order_id = `B-${String(first + index).padStart(5, '0')}`;
        const body = {
          type: 'redirect',
          order_id,
          currency: 'EUR',
          amount: 4_599,
          description: 'Bench',
          payment_options,
        };
        await fetch(`${url}/v1/json/orders`, {
          method: 'POST',
          headers: { api_key: apiKey },
          body: JSON.stringify(body),
        });
        const outcome = OUTCOMES[index % OUTCOMES.length];
        if (outcome !== null) await sandbox[outcome](order_id);
      }),
    );
  }
  await sandbox.idle();
  while (shop.notifications() < ORDERS * NOTIFICATIONS_PER_ORDER) {
    now += 1_000;
    await sandbox.runDue();
  }
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  progress(
    `${ORDERS} orders, ${shop.notifications()} notifications, seeded in ${seconds} s; ${cpus().length} cores, Node ${process.version}`,
  );
}

async function report(url, requests) {
  const list = await (await fetch(`${url}/merchant/transactions`)).text();
  const one = /href="(\/merchant\/transactions\/[\w-]{36})"/.exec(list)?.[1];
  const next = /rel="next" href="([^"]+)"/.exec(list)?.[1];
  const paying = /href="([^"]+\/pay\/[\w-]+)"/.exec(list)?.[1]?.replace(url, '');
  const pages = {
    'payment page': paying,
    overview: '/',
    transactions: '/merchant/transactions',
    'transactions, next page': next,
    'transactions, by status': '/merchant/transactions?status=declined',
    'transactions, by order id': '/merchant/transactions?search=B-005',
    'one transaction': one,
    notifications: '/merchant/notifications',
    'notifications, by verdict': '/merchant/notifications?verdict=refused',
    'terminal groups': '/merchant/groups',
    faults: '/merchant/faults',
    clock: '/merchant/clock',
  };
  return timePages(url, pages, { requests, limitMs: LIMIT_MS });
}
