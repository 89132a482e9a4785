/**
 * How fast orders without a notification are settled, one by one and through the list, and whether a tick costs more in
 * a larger table.
 *
 *   npm run bench -- polling [rounds] [--json]
 *
 * MariaDB with a log flush for every commit; the shops' processes on one core, database and service on another. In each
 * table of 10^3, 10^5 and 10^6 orders one in ten waits for a poll that is not due yet. The tables take turns within
 * each round, so ratios are of one run; figures are medians over the rounds.
 */
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import mysql from 'mysql2/promise';
import { startDurableEngine } from '../test/chaos/support/durable-engine.mjs';
import { startService } from './polling/service.mjs';
import { atMost, figure, median } from './support/figures.mjs';
import { pinSelf, startProcess } from './support/processes.mjs';
import { writtenOrders } from './support/written-orders.mjs';

const SHOP_CORE = 0;
const OTHER_CORE = 1;
const SIZES = [1_000, 100_000, 1_000_000];
/** Due in each round; fewer than one page of the list. */
const DUE = 400;
const IDLE_TICKS = 20;
const HOST = fileURLToPath(new URL('polling/host.mjs', import.meta.url));
/** The first round is not counted: it reads pages of the database and compiles code. */
const WARM_UP = 1;

export const title =
  'How fast orders are settled of which nothing was heard, in tables of a thousand to a million orders';

/** @returns {Promise<{ engines: string[], figures: import('./support/figures.mjs').Figure[] }>} */
export async function run([rounds = '5'], progress) {
  pinSelf(OTHER_CORE);
  const engine = await startDurableEngine('mariadb');
  const service = await startService();
  try {
    const seen = await compare(engine.url, service, { rounds: Number(rounds), progress });
    return { engines: [engine.title], figures: toFigures(seen) };
  } finally {
    await service.close();
    await engine.stop();
  }
}

/** The tables where the orders of a round leave rows, and the columns that find them. */
const TRACES = {
  order: 'order_id',
  attempt: 'service_order_id',
  poll: 'service_order_id',
  observation: 'order_id',
  transition: 'order_id',
};
const idOf = (number) => `O-${String(number).padStart(9, '0')}`;

async function compare(serverUrl, service, { rounds, progress }) {
  const tables = [];
  for (const size of SIZES) {
    tables.push({ size, ...(await openTable(serverUrl, service, size)), seen: [] });
    progress(`${size} orders written`);
  }
  for (let round = 0; round < rounds + WARM_UP; round += 1) {
    for (const { admin, shop, seen } of tables) {
      const result = await playRound(admin, { shop, service, from: 10_000_000 * (round + 1) });
      if (round >= WARM_UP) seen.push(result);
    }
    progress(`round ${round} of ${rounds}`);
  }
  for (const { admin, shop } of tables) {
    await shop.stop();
    await admin.end();
  }
  return Object.fromEntries(tables.map(({ size, seen }) => [size, seen]));
}

/** A database with `size` orders, and a shop on it. */
async function openTable(serverUrl, service, size) {
  const admin = await mysql.createConnection({ uri: serverUrl });
  const name = `bench_${size}`;
  await admin.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
  const environment = {
    BENCH_KEY: `bench-${randomBytes(12).toString('hex')}`,
    BENCH_DATABASE: `${serverUrl}/${name}`,
    BENCH_SERVICE: service.url,
  };
  const shop = await startProcess(HOST, { core: SHOP_CORE, environment });
  await admin.query(`USE ${name}`);
  await addOrders(admin, { from: 0, count: size, isDue: false });
  await admin.query('ANALYZE TABLE tillbridge_order, tillbridge_attempt, tillbridge_poll');
  return { admin, shop };
}

/** Ticks without due polls; then orders that are paid and in no list; then orders that the list shows unchanged. */
async function playRound(admin, { shop, service, from }) {
  const idle = [];
  for (let tick = 0; tick < IDLE_TICKS; tick += 1) idle.push((await shop.ask({})).ms);
  service.state.listed = [];
  const single = await settle(admin, { shop, service, from, of: (tick) => tick.settled });
  service.state.listed = ordersOf(from + DUE).toReversed();
  const listed = await settle(admin, { shop, service, from: from + DUE, of: (tick) => tick.spared });
  return { idle: { ms: median(idle) }, single, listed };
}

async function settle(admin, { shop, service, from, of }) {
  await admin.query('DELETE FROM tillbridge_sweep');
  await addOrders(admin, { from, count: DUE, isDue: true });
  service.state.calls = 0;
  const tick = await shop.ask({});
  if (of(tick) !== DUE) throw new Error(`of ${DUE} orders ${of(tick)} were settled: ${JSON.stringify(tick)}`);
  for (const [table, column] of Object.entries(TRACES))
    await admin.query(`DELETE FROM tillbridge_${table} WHERE group_name = 'web' AND ${column} >= '${idOf(from)}'`);
  return { ms: tick.ms, perSecond: DUE / (tick.ms / 1_000), callsPerOrder: service.state.calls / DUE };
}

/** When the orders of a round were opened: one second apart, the newest a few minutes ago. */
const openedAtOf = (index) => Date.now() - 900_000 + index * 1_000;
const ordersOf = (from) =>
  Array.from({ length: DUE }, (_, index) => ({ orderId: idOf(from + index), openedAt: openedAtOf(index) }));

/** Orders as the module would have created them, inserted directly into its tables. */
async function addOrders(admin, { from, count, isDue }) {
  const now = Date.now();
  const id = `CONCAT('O-', LPAD(seq, 9, '0'))`;
  const openedAt = isDue ? `${openedAtOf(0)} + (seq - ${from}) * 1000` : `${now} - 86400000 - seq * 10`;
  const rows = `FROM seq_${from}_to_${from + count - 1}`;
  for (const statement of writtenOrders({ id, openedAt, rows })) await admin.query(statement);
  const state = isDue ? `'pending'` : `IF(seq % 10 = 0, 'pending', 'done')`;
  const dueAt = isDue ? now - 1_000 : `${now} + 86400000 + seq`;
  await admin.query(
    `INSERT INTO tillbridge_poll (id, group_name, service_order_id, state, due_at, opened_at)
     SELECT UUID(), 'web', ${id}, ${state}, ${dueAt}, ${openedAt} ${rows}`,
  );
}

function toFigures(seen) {
  const of = (size, kind, what) => median(seen[size].map((round) => round[kind][what]));
  const grown = (kind) =>
    median(seen[SIZES.at(-1)].map((round, index) => round[kind].ms / seen[SIZES[0]][index][kind].ms));
  const each = SIZES.flatMap((size) => [
    figure(`${size} orders, one by one`, of(size, 'single', 'perSecond'), '/s'),
    figure(`${size} orders, one by one, API calls per order`, of(size, 'single', 'callsPerOrder'), ''),
    figure(`${size} orders, through the list`, of(size, 'listed', 'perSecond'), '/s'),
    figure(`${size} orders, through the list, API calls per order`, of(size, 'listed', 'callsPerOrder'), ''),
    figure(`${size} orders, a tick with nothing due`, of(size, 'idle', 'ms'), 'ms'),
  ]);
  return [
    ...each,
    figure('tick one by one, 10^6 / 10^3 orders', grown('single'), '', atMost(1.25)),
    figure('tick through the list, 10^6 / 10^3 orders', grown('listed'), '', atMost(1.25)),
    figure('tick with nothing due, 10^6 / 10^3 orders', grown('idle'), '', atMost(1.25)),
  ];
}
