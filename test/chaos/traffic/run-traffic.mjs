/** Many orders, each notified many times to several processes at once, read by return pages meanwhile; and the audit of it. */
import { setTimeout as delay } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { startEffectSink } from '../../support/effect-sink.mjs';
import { startOrderService } from '../../support/order-service.mjs';
import { SHOP_TABLES, startShopProcess } from '../../support/shop-process.mjs';
import { audit, count } from './books.mjs';
import { Shoppers } from './shoppers.mjs';
import { chanceFrom } from '../support/chance.mjs';
import { comingsIn } from '../support/ledger.mjs';
import { outsideFaults } from '../support/outside.mjs';
import { WINDOW, windowOf } from './draw-traffic.mjs';

const STANDSTILL_MS = 120_000;
/** Thirty-two processes share two cores with the service: a connection takes its time. */
const PATIENT = {
  timeoutMs: 60_000,
  calls: { callsPerSecond: 1_000, burst: 10_000, maxWaiting: 10_000, maxWaitMs: 60_000, connectTimeoutMs: 60_000 },
};
const CHECK_EVERY_MS = 250;
const NEVER_PAID = new Set(['initialized', 'declined', 'cancelled', 'expired']);

const endOf = ({ steps, last }) => ({
  status: last.status,
  refunded: last.amount_refunded,
  paid: steps.some(({ status }) => !NEVER_PAID.has(status)),
});

/** What the service has in its books of an order. */
const bookOf = ({ orderId, steps, last: { status, amount } }) => ({
  order: { orderId, status, amount },
  states: steps.map((step) => ({ orderId, status: step.status })),
});

/** The traffic as those outside saw it. */
function historyOf({ calls, deliveries }, books, sink) {
  const states = books.flatMap((book) => book.states);
  const orders = books.map(({ order }) => order);
  const service = { orders, states, comings: comingsIn(states), refunds: [], deliveries };
  return { calls, service, sink: [...sink.deliveries.values()] };
}

async function send(shoppers, { service, orders, most, seed, progress }) {
  const expected = new Map();
  const books = [];
  // Told of up to fifty seconds ago: what is signed stays fresh while it waits for its turn.
  const settings = { most, from: Date.now() - 3_600_000, chance: chanceFrom(seed) };
  for (let first = 0; first < orders; first += WINDOW) {
    const numbers = Array.from({ length: Math.min(WINDOW, orders - first) }, (_, index) => first + index);
    const window = windowOf(numbers, settings);
    for (const order of window.orders) {
      service.orders.set(order.orderId, order.last);
      expected.set(order.orderId, endOf(order));
      books.push(bookOf(order));
    }
    await shoppers.perform(window.actions);
    progress(`${first + numbers.length} orders sent, ${shoppers.acknowledged} notifications acknowledged`);
  }
  return { expected, books };
}

/** Waits until nothing is left to do. @throws {Error} when nothing has moved for two minutes */
async function settle(dataSource, progress) {
  let best = Infinity;
  let since = performance.now();
  for (;;) {
    const left =
      (await count(dataSource, "tillbridge_notification WHERE state = 'pending'")) +
      (await count(dataSource, "tillbridge_outbox WHERE state = 'pending'"));
    if (left === 0) return;
    if (left < best) [best, since] = [left, performance.now()];
    if (performance.now() - since > STANDSTILL_MS) throw new Error(`${left} rows are left, and nothing moves`);
    progress(`${left} rows left to work on`);
    await delay(CHECK_EVERY_MS);
  }
}

const pageOf = async ({ url }, path) => (await fetch(`${url}/${path}`)).json();

/** @throws {Error} when a process has ended by itself, whatever the others made of what it left */
async function mustBeAlive(processes) {
  for (const { ended, output } of processes) {
    const end = await Promise.race([ended, Promise.resolve('alive')]);
    if (end !== 'alive') throw new Error(`a process ended by itself (${end}):\n${output()}`);
  }
}

/** Deadlocks and their like in what the processes say at level error. */
const complaints = (processes) =>
  processes.flatMap((each) => each.output().match(/^.*(deadlock|lock wait|retries_exhausted|is locked).*$/gim) ?? []);

/** See the types. */
export async function runTraffic({
  database,
  engine,
  key,
  orders,
  most,
  processes: wanted,
  seed,
  progress = () => undefined,
}) {
  const [sink, service] = [await startEffectSink(), await startOrderService()];
  const dataSource = await new DataSource(database).initialize();
  const processes = [];
  let shoppers;
  try {
    for (const table of SHOP_TABLES) await dataSource.query(table);
    const settings = {
      database,
      key,
      serviceUrl: service.url,
      sinkUrl: sink.url,
      workers: 'inline',
      timesClaims: true,
      group: PATIENT,
    };
    // One after the other: the first one makes the tables.
    for (let each = 0; each < wanted; each += 1)
      processes.push(await startShopProcess({ ...settings, visits: engine === 'sqlite' }));
    shoppers = new Shoppers(
      processes.map(({ url }) => url),
      key,
    );
    const started = performance.now();
    const { expected, books: atService } = await send(shoppers, { service, orders, most, seed, progress });
    const sentAfter = performance.now() - started;
    await settle(dataSource, progress);
    await mustBeAlive(processes);
    await shoppers.comeBackAtLast();
    const seconds = (performance.now() - started) / 1_000;
    const visits = await pageOf(processes[0], 'visits');
    const claims = (await Promise.all(processes.map((each) => pageOf(each, 'claims')))).flat();
    const books = await audit(dataSource, { sink, expected, kept: shoppers.kept.size });
    const visitsLost = engine === 'sqlite' ? visits.committed - (await count(dataSource, 'shop_visit')) : 0;
    return {
      orders,
      notifications: shoppers.acknowledged,
      refused: shoppers.refused,
      processes: wanted,
      engine,
      ...books,
      outside: outsideFaults(historyOf(shoppers, atService, sink)),
      acknowledgements: shoppers.acknowledged,
      reads: service.state.reads,
      failures: shoppers.failures,
      deadlocks: complaints(processes),
      claims: claims.sort((a, b) => a - b),
      visits: { ...visits, lost: Math.max(0, visitsLost) },
      sendSeconds: sentAfter / 1_000,
      seconds,
      seed,
    };
  } finally {
    await shoppers?.close();
    await Promise.all(processes.map((each) => each.kill()));
    await dataSource.destroy();
    await Promise.all([sink.close(), service.close()]);
  }
}
