/**
 * The capacity of the sandbox: 1,000 shoppers at once, then visitors at half of its maximum rate, then a kill.
 *
 *   npm run bench -- shoppers [visits] [seconds at half the rate]
 *
 * A visit is an order, its page, and its payment; the sandbox has its own core and file, and notifies the shop of each
 * payment. Every visit must end as expected, and every payment must exist after the process is killed.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { Pool } from 'undici';
import { freePort } from '../test/support/free-port.mjs';
import { visit } from './shoppers/visit.mjs';
import { atMost, figure, percentile } from './support/figures.mjs';
import { pinSelf, startProcess } from './support/processes.mjs';

const SHOPPERS = 1_000;
const PAGE_LIMIT_MS = 100;
const SERVICE = new URL('shoppers/service.mjs', import.meta.url).pathname;

export const title = 'What the sandbox takes of 1,000 shoppers at once, and how long its pages take at half of that';

export async function run([visits = '3000', seconds = '20'], progress) {
  pinSelf(1);
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-shoppers-'));
  const shop = await startShop();
  const stage = {
    apiKey: `bench-${randomBytes(9).toString('hex')}`,
    file: join(folder, 'sandbox.sqlite'),
    port: await freePort(),
    notificationUrl: shop.url,
    paid: [],
  };
  try {
    return { engines: [], figures: await play(stage, { visits: Number(visits), seconds: Number(seconds), progress }) };
  } finally {
    await shop.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A shop that acknowledges each notification. */
async function startShop() {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(200, { 'content-type': 'text/plain' }).end('OK'));
  });
  await new Promise((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const close = () => new Promise((resolve) => void server.close(resolve).closeAllConnections());
  return { url: `http://127.0.0.1:${server.address().port}/hook`, close };
}

const startService = ({ file, apiKey, port }) =>
  startProcess(SERVICE, { core: 0, environment: { BENCH_FILE: file, BENCH_KEY: apiKey, BENCH_PORT: String(port) } });

async function play(stage, { visits, seconds, progress }) {
  const service = await startService(stage);
  const pool = new Pool(service.ready.url, { connections: SHOPPERS });
  const crowd = await allAtOnce(pool, stage, visits);
  progress(`${visits} visits by ${SHOPPERS} shoppers at once: ${crowd.rate.toFixed(0)} a second`);
  await service.ask({ idle: true });
  const calm = await atRate(pool, stage, { rate: crowd.rate / 2, seconds });
  progress(`${calm.length} visits at half of that`);
  await pool.destroy();
  const lost = await lostByKill(service, stage);
  const pages = calm.map(({ page }) => page).sort((a, b) => a - b);
  const pays = calm.map(({ pay }) => pay).sort((a, b) => a - b);
  return [
    figure('visits a second, 1,000 shoppers at once', crowd.rate, '/s'),
    figure('visits that did not end as expected', 0, ''),
    figure('page at half the rate, median', percentile(pages, 0.5), 'ms'),
    figure('page at half the rate, p95', percentile(pages, 0.95), 'ms', atMost(PAGE_LIMIT_MS)),
    figure('payment at half the rate, p95', percentile(pays, 0.95), 'ms'),
    figure('paid orders before the kill', stage.paid.length, ''),
    figure('of them lost by it', lost, '', atMost(0)),
  ];
}

async function onePaid(pool, stage) {
  const orderId = `B-${stage.paid.length}-${randomBytes(6).toString('hex')}`;
  const times = await visit(pool, { ...stage, orderId });
  stage.paid.push(orderId);
  return times;
}

/** With a fixed number of shoppers; each visit is followed at once by the next. */
async function allAtOnce(pool, stage, visits) {
  const startedAt = performance.now();
  let next = 0;
  const shopper = async () => {
    for (next += 1; next <= visits; next += 1) await onePaid(pool, stage);
  };
  await Promise.all(Array.from({ length: SHOPPERS }, shopper));
  return { rate: stage.paid.length / ((performance.now() - startedAt) / 1_000) };
}

/** Visitors at a constant rate, independent of the sandbox. */
async function atRate(pool, stage, { rate, seconds }) {
  const visits = [];
  const startedAt = performance.now();
  for (let due = 0; due < seconds * 1_000; due += 1_000 / rate) {
    const wait = startedAt + due - performance.now();
    if (wait > 0) await after(wait);
    visits.push(onePaid(pool, stage));
  }
  return Promise.all(visits);
}

/** Kills the sandbox while it works, starts another on the same file, and reads every order. */
async function lostByKill(service, stage) {
  await service.kill();
  const again = await startService(stage);
  const pool = new Pool(again.ready.url, { connections: 20 });
  let lost = 0;
  const ids = [...stage.paid];
  const reader = async () => {
    for (let id = ids.pop(); id !== undefined; id = ids.pop()) {
      const { body } = await pool.request({
        path: `/v1/json/orders/${id}`,
        method: 'GET',
        headers: { api_key: stage.apiKey },
      });
      const { data } = await body.json();
      if (data?.status !== 'completed') lost += 1;
    }
  };
  await Promise.all(Array.from({ length: 20 }, reader));
  await pool.destroy();
  await again.stop();
  return lost;
}
