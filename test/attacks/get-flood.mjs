/**
 * Notifications by GET (reference F5): no one has signed them, so none may tell who asks anything, nor make the shop ask the
 * service more than its budget allows. Nine in ten name orders that there are not, one in fifty one that is finished; each
 * comes from another address, through a proxy of the shop's own.
 */
import { Pool } from 'undici';
import { atMost, figure } from '../../bench/support/figures.mjs';
import { orderBody } from '../../dist/esm/testing/index.js';
import { startOrderService } from '../support/order-service.mjs';
import { onEngines, openArena } from './flood-arena.mjs';

const CONNECTIONS = 64;
const KNOWN = 400;
const FINISHED = 100;
const RATE = 50;
const WARM_UP = { rate: 200, count: 600 };
/** Budget of calls of the group: the default (docs/configuration.md). */
const BUDGET = { perSecond: 20, burst: 40 };
/** Two looks at one order that strangers may ask for are at least this far apart (design §6, B1). */
const LEAST_GAP_MS = 10_000;
const GOAL_P99 = 250;
const COLUMNS = 'order named|asked|different answers'.split('|');

/** What the one at `index` names: an order that waits, one that is finished, or none. */
function nameOf(index, random) {
  if (random < 0.08) return { kind: 'known', orderId: `KNOWN-${index % KNOWN}` };
  if (random < 0.1) return { kind: 'finished', orderId: `DONE-${index % FINISHED}` };
  return { kind: 'unknown', orderId: `NONE-${index}` };
}

/** The same numbers for the same seed. */
function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const addressOf = (index) => `198.18.${(index >> 8) % 256}.${index % 256}`;

/** Everything of an answer but the time of day. */
const bytesOf = ({ statusCode, headers }, text) => {
  const { date: _date, ...others } = headers;
  return JSON.stringify([statusCode, others, text]);
};

async function ask(pool, plan) {
  const random = randomOf(plan.seed);
  const answers = { known: new Map(), finished: new Map(), unknown: new Map() };
  let next = 0;
  const work = async () => {
    while (next < plan.requests) {
      const index = next++;
      const { kind, orderId } = nameOf(index, random());
      const path = `/payments/notifications/web?transactionid=${orderId}&timestamp=1`;
      const answer = await pool.request({ path, method: 'GET', headers: { 'x-forwarded-for': addressOf(index) } });
      const bytes = bytesOf(answer, await answer.body.text());
      answers[kind].set(bytes, (answers[kind].get(bytes) ?? 0) + 1);
      plan.progress(`${index} of ${plan.requests}`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  return answers;
}

/** Keeps authentic ones coming until `work` has ended. */
async function beside(arena, work) {
  const state = { isOver: false };
  const times = [];
  const send = async () => {
    for (let round = 0; !state.isOver; round += 1) {
      const prefix = `P${round}-`;
      await arena.addOrders(prefix, RATE);
      times.push(await arena.sender.ask({ url: arena.route, rate: RATE, count: RATE, prefix }));
    }
  };
  const sending = send();
  const result = await work().finally(() => (state.isOver = true));
  await sending;
  return { result, sent: times.length * RATE, times };
}

function gapsOf(calls) {
  const last = new Map();
  const gaps = [];
  for (const { at, orderId } of calls) {
    if (orderId === '') continue;
    if (last.has(orderId)) gaps.push(at - last.get(orderId));
    last.set(orderId, at);
  }
  return gaps;
}

async function attack(engine, platform, plan) {
  const service = await startOrderService();
  const at = Date.now();
  for (let each = 0; each < KNOWN; each += 1) {
    const orderId = `KNOWN-${each}`;
    service.orders.set(orderId, orderBody({ orderId, amount: 1250, at, status: 'initialized' }));
  }
  const shop = {
    platform,
    serviceUrl: service.url,
    group: { notifications: { byGet: true } },
    options: { trustedProxies: ['127.0.0.0/8'] },
  };
  const arena = await openArena(engine, shop, { sender: 'flood-sender.mjs' });
  const pool = new Pool(arena.url, { connections: CONNECTIONS, pipelining: 1 });
  try {
    await arena.addOrders('KNOWN-', KNOWN);
    await arena.addOrders('DONE-', FINISHED);
    await arena.query("UPDATE tillbridge_order SET status = 'refunded' WHERE order_id LIKE 'DONE-%'");
    await arena.addOrders('WARM-', WARM_UP.count);
    await arena.sender.ask({ url: arena.route, ...WARM_UP, prefix: 'WARM-' });
    const startedAt = performance.now();
    const { result: answers, sent, times } = await beside(arena, () => ask(pool, plan));
    const seconds = (performance.now() - startedAt) / 1_000;
    return {
      where: `${arena.version}, ${platform}`,
      version: arena.version,
      answers,
      seconds,
      sent,
      times,
      calls: [...service.calls],
    };
  } finally {
    await pool.close();
    await arena.close();
    await service.close();
  }
}

/** How many calls a group may have made in so many seconds. */
const allowed = (seconds) => Math.ceil(BUDGET.burst + BUDGET.perSecond * seconds);
const total = (answers) => [...answers.values()].reduce((sum, times) => sum + times, 0);

function violationsOf({ where, answers, seconds, sent, times, calls }) {
  const faults = [];
  const different = new Set(Object.values(answers).flatMap((each) => [...each.keys()]));
  if (different.size !== 1) faults.push(`${different.size} different answers: ${[...different].slice(0, 5).join(' ')}`);
  if (calls.length > allowed(seconds)) faults.push(`${calls.length} calls of the service in ${seconds.toFixed(1)} s`);
  const soon = gapsOf(calls).filter((gap) => gap < LEAST_GAP_MS - 1);
  if (soon.length > 0) faults.push(`${soon.length} reads sooner than ${LEAST_GAP_MS} ms after the one before`);
  const strange = calls.filter(({ orderId }) => orderId !== '' && !orderId.startsWith('KNOWN-'));
  if (strange.length > 0) faults.push(`the service was asked about ${strange[0].orderId}`);
  const missing = sent - times.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
  if (missing > 0) faults.push(`${missing} of ${sent} signed ones were not acknowledged`);
  return faults.map((text) => `${where}: ${text}`);
}

function figuresOf({ where, answers, seconds, times, calls }) {
  const gaps = gapsOf(calls);
  const asked = Object.values(answers).reduce((sum, each) => sum + total(each), 0);
  return [
    figure(`${where}: notifications by GET`, asked, ''),
    figure(`${where}: calls of the service`, calls.length, '', atMost(allowed(seconds))),
    ...(gaps.length === 0
      ? []
      : [figure(`${where}: least time between two looks at one order`, Math.min(...gaps), 'ms')]),
    figure(
      `${where}: signed ones, p99 of the worst second`,
      Math.max(...times.map(({ p99 }) => p99)),
      'ms',
      atMost(GOAL_P99),
    ),
  ];
}

/** The attack as test/attacks/attacks.mjs lists it; `requests`: notifications by GET on each platform and engine. */
export async function attackByGet(plan) {
  const all = [];
  await onEngines(plan.engines ?? ['mariadb'], async (engine) => {
    for (const platform of plan.platforms) all.push(await attack(engine, platform, plan));
  });
  return {
    engines: [...new Set(all.map(({ version }) => version))],
    violations: all.flatMap(violationsOf),
    figures: all.flatMap(figuresOf).map((each) => (Number.isFinite(each.value) ? each : { ...each, value: 0 })),
    tables: all.map(({ where, answers }) => ({
      title: where,
      columns: COLUMNS,
      rows: Object.entries(answers).map(([kind, each]) => [kind, total(each), each.size]),
    })),
  };
}
