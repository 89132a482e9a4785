/**
 * The speed of acknowledging and processing notifications, compared with what a shop could have without the module.
 *
 *   npm run bench -- notifications [rounds] [--json]
 *
 * MariaDB with a log flush for every commit; the shop's process on one core, database and load on another. Variants
 * that are compared run in turn within each round, so ratios are of one run; figures are medians over the rounds.
 */
import { atLeast, atMost, figure, median, percentile } from './support/figures.mjs';
import { openMachine } from './notifications/machine.mjs';

const CONNECTIONS = 64;
const WARM_UP = 2_000;
const ORDERS = 20_000;
const RATE = 2_000;
const RATE_SECONDS = 8;
/** At this rate the workers should hardly be behind, during the whole run. */
const LAG_RATE = 1_000;
const LAG_SECONDS = 60;
/** The lag is measured separately for each period of this length: it must not grow. */
const STRETCH_MS = 10_000;
/** A process that has just started is slow until its code is compiled, and falls behind in its first seconds. */
const COLD_SECONDS = 15;

/** The measured variants, and the approximate number per round so that a round lasts at least two seconds. */
const OURS = 'a: this module';
const VERIFIED = 'b: signature verified, nothing stored';
const VARIANTS = {
  [OURS]: { path: '/payments/notifications/web', count: { express: 12_000, fastify: 24_000 } },
  [VERIFIED]: { path: '/bench/verify/web', count: { express: 12_000, fastify: 30_000 } },
  'c: by hand, transaction with save()': { path: '/bench/hand-written', count: { express: 3_000, fastify: 5_000 } },
  'd: node:http, one insert each': { path: '/', raw: true, count: { express: 20_000, fastify: 20_000 } },
  'e: empty route': { path: '/bench/empty', count: { express: 12_000, fastify: 30_000 } },
  'f: this module, but for the insert': {
    path: '/payments/notifications/web',
    isStored: false,
    count: { express: 12_000, fastify: 24_000 },
  },
};
/** Ratios within one run, because the absolute rate mostly depends on the machine. */
const GOALS = {
  express: { 'a / b': atLeast(0.95), 'a / c': atLeast(3.5), 'b / e': atLeast(0.8) },
  fastify: { 'a / b': atLeast(0.75), 'a / c': atLeast(3.5), 'b / e': atLeast(0.6) },
};
/** Express answers slowly even without work: there the ratio to b counts. */
const GOALS_AT_RATE = {
  express: { 'p99, a / b': atMost(1.5) },
  fastify: { 'a, p99': atMost(20), 'a, p99.9': atMost(40) },
};
const ROUNDS_AT_RATE = 3;

export const title = 'How fast notifications are acknowledged and worked off, beside what a shop could have instead';

/** @returns {Promise<{ engines: string[], figures: import('./support/figures.mjs').Figure[] }>} */
export async function run([rounds = '5'], progress) {
  const machine = await openMachine();
  progress(`${machine.engine}, Node ${process.version}, ${rounds} rounds`);
  try {
    const figures = [];
    for (const platform of ['express', 'fastify']) {
      figures.push(...(await acknowledged(machine, platform, Number(rounds), progress)));
      figures.push(...(await atConstantRate(machine, platform, progress)));
    }
    figures.push(...(await workedOff(machine, progress)));
    figures.push(...(await keepingPace(machine, progress)));
    figures.push(...(await overwhelmed(machine, progress)));
    return { engines: [machine.engine], figures };
  } finally {
    await machine.close();
  }
}

async function acknowledged(machine, platform, rounds, progress) {
  const shop = await machine.startShop(platform);
  const seen = Object.fromEntries(Object.keys(VARIANTS).map((name) => [name, []]));
  let lost = 0;
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, { path, raw, count, isStored = true }] of Object.entries(VARIANTS)) {
      const isWarmUp = round === 0;
      const wanted = isWarmUp ? WARM_UP : count[platform];
      await machine.load.ask({ prepare: { count: wanted, orders: ORDERS, first: round * 100_000 } });
      const url = raw ? shop.rawUrl : shop.url;
      await shop.ask(isStored ? 'store' : 'storeNothing');
      const result = await machine.load.ask({ send: { url, path, connections: CONNECTIONS, count: wanted } });
      if (result.failed > 0) throw new Error(`${name} on ${platform}: ${result.failed} were not acknowledged`);
      if (!isWarmUp) seen[name].push(result);
    }
    lost += (round === 0 ? WARM_UP : VARIANTS[OURS].count[platform]) - (await countOf(shop, 'tillbridge_notification'));
    await shop.query('TRUNCATE TABLE tillbridge_notification');
    await shop.query('TRUNCATE TABLE bench_hand_written');
    progress(`${platform}: round ${round} of ${rounds}`);
  }
  await shop.stop();
  return [...toFigures(platform, seen), figure(`${platform} a, acknowledged and not stored`, lost, '', atMost(0))];
}

function toFigures(platform, seen) {
  const of = (letter) => Object.entries(seen).find(([name]) => name.startsWith(letter))[1];
  const ratio = ([above, , , , below]) =>
    median(of(above).map(({ perSecond }, round) => perSecond / of(below)[round].perSecond));
  const each = Object.entries(seen).flatMap(([name, results]) => [
    figure(`${platform} ${name}`, median(results.map(({ perSecond }) => perSecond)), '/s'),
    figure(`${platform} ${name}, p50`, median(results.map(({ p50 }) => p50)), 'ms'),
    figure(`${platform} ${name}, p99`, median(results.map(({ p99 }) => p99)), 'ms'),
  ]);
  const ratios = ['a / b', 'a / c', 'a / d', 'a / e', 'a / f', 'b / e'];
  return [...each, ...ratios.map((name) => figure(`${platform} ${name}`, ratio(name), '', GOALS[platform][name]))];
}

/** Latency as the service sees it, from the due time of a notification; the variant that only verifies is measured in turn. */
async function atConstantRate(machine, platform, progress) {
  const shop = await machine.startShop(platform);
  const count = RATE * RATE_SECONDS;
  const results = { a: [], b: [] };
  for (let round = 0; round <= ROUNDS_AT_RATE; round += 1) {
    for (const [letter, name] of Object.entries({ a: OURS, b: VERIFIED })) {
      const job = { url: shop.url, path: VARIANTS[name].path, connections: CONNECTIONS, rate: RATE };
      const wanted = round === 0 ? WARM_UP : count;
      await machine.load.ask({ prepare: { count: wanted, orders: ORDERS, first: round * 100_000 } });
      await shop.ask('watchLoop');
      const sent = await machine.load.ask({ send: { ...job, count: wanted } });
      const loop = await shop.ask('loop');
      if (round > 0) results[letter].push({ ...sent, ...loop });
    }
  }
  await shop.stop();
  progress(`${platform}: ${RATE} a second`);
  return figuresAtRate(platform, results);
}

function figuresAtRate(platform, { a, b }) {
  const middle = (results, name) => median(results.map((result) => result[name]));
  const named = (name, value, unit) =>
    figure(`${platform} at ${RATE}/s, ${name}`, value, unit, GOALS_AT_RATE[platform][name]);
  const each = Object.entries({ a, b }).flatMap(([letter, results]) => [
    named(`${letter}, p50`, middle(results, 'p50'), 'ms'),
    named(`${letter}, p99`, middle(results, 'p99'), 'ms'),
    named(`${letter}, p99.9`, middle(results, 'p999'), 'ms'),
    named(`${letter}, delay of the event loop, p99`, middle(results, 'delayP99'), 'ms'),
    named(`${letter}, collecting garbage`, middle(results, 'collecting'), '%'),
  ]);
  const failed = [...a, ...b].reduce((sum, result) => sum + result.failed, 0);
  const ratio = median(a.map(({ p99 }, round) => p99 / b[round].p99));
  return [
    figure(`${platform} at ${RATE}/s, not acknowledged`, failed, '', atMost(0)),
    ...each,
    named('p99, a / b', ratio, ''),
  ];
}

const countOf = async (shop, what) => Number((await shop.query(`SELECT COUNT(*) AS n FROM ${what}`))[0].n);
const pendingOf = (shop) => countOf(shop, "tillbridge_notification WHERE state = 'pending'");

/**
 * A full inbox, and the time until the workers have processed it: each with a transition, a booking in it and an effect
 * after it.
 */
async function workedOff(machine, progress) {
  const shop = await machine.startShop('fastify');
  await addOrders(shop, ORDERS);
  await machine.load.ask({ prepare: { count: ORDERS, orders: ORDERS } });
  const { url } = shop;
  await machine.load.ask({
    send: { url, path: VARIANTS[OURS].path, connections: CONNECTIONS, count: ORDERS },
  });
  const startedAt = performance.now();
  await shop.ask('work');
  await until(async () => (await pendingOf(shop)) === 0);
  const seconds = (performance.now() - startedAt) / 1_000;
  const bookings = await countOf(shop, 'bench_booking');
  await shop.stop();
  if (bookings !== ORDERS) throw new Error(`${bookings} bookings for ${ORDERS} orders`);
  progress('inbox worked off');
  return [figure('transitions worked off by one process', ORDERS / seconds, '/s', atLeast(RATE))];
}

/** Acknowledging and processing at the same time: how long each notification is in the inbox, and whether that grows. */
async function keepingPace(machine, progress) {
  const shop = await machine.startShop('fastify', 'inline');
  const first = LAG_RATE * COLD_SECONDS;
  await addOrders(shop, first + LAG_RATE * LAG_SECONDS);
  const cold = await sendAndWorkOff(machine, shop, { rate: LAG_RATE, seconds: COLD_SECONDS });
  const warm = await sendAndWorkOff(machine, shop, { rate: LAG_RATE, seconds: LAG_SECONDS, first });
  await shop.stop();
  progress(`kept pace at ${LAG_RATE} a second`);
  const name = `acknowledging and working at ${LAG_RATE}/s`;
  const stretches = inStretches(warm.rows).map((lags) => percentile(lags, 0.99));
  return [
    figure(`${name}, the first ${COLD_SECONDS} s of a process, lag p50`, percentile(cold.lags, 0.5), 'ms'),
    figure(`${name}, the first ${COLD_SECONDS} s of a process, lag p99`, percentile(cold.lags, 0.99), 'ms'),
    figure(`${name}, ${LAG_SECONDS} s after them, p99`, warm.p99, 'ms'),
    figure(`${name}, inbox empty after`, warm.emptyAfter, 's', atMost(1)),
    figure(`${name}, lag p50`, percentile(warm.lags, 0.5), 'ms'),
    figure(`${name}, lag p99`, percentile(warm.lags, 0.99), 'ms', atMost(200)),
    figure(`${name}, lag p99 of the slowest ${STRETCH_MS / 1_000} s`, Math.max(...stretches), 'ms'),
  ];
}

/** More than one process can handle: nothing is refused, and the inbox takes the rest. */
async function overwhelmed(machine, progress) {
  const shop = await machine.startShop('fastify', 'inline');
  await addOrders(shop, ORDERS);
  const { p99, emptyAfter, lags } = await sendAndWorkOff(machine, shop, { rate: RATE, seconds: RATE_SECONDS });
  await shop.stop();
  progress(`took ${RATE} a second`);
  const name = `acknowledging and working at ${RATE}/s`;
  return [
    figure(`${name}, p99`, p99, 'ms'),
    figure(`${name}, inbox empty after`, emptyAfter, 's'),
    figure(`${name}, lag p50`, percentile(lags, 0.5), 'ms'),
    figure(`${name}, lag p99`, percentile(lags, 0.99), 'ms'),
  ];
}

/** Sends notifications, each for its own order, and waits until all are processed. */
async function sendAndWorkOff(machine, shop, { rate, seconds, first = 0 }) {
  const count = rate * seconds;
  await machine.load.ask({ prepare: { count, orders: count, first } });
  const since = Date.now();
  const { p99 } = await machine.load.ask({
    send: { url: shop.url, path: VARIANTS[OURS].path, connections: CONNECTIONS, rate, count },
  });
  const endedAt = performance.now();
  await until(async () => (await pendingOf(shop)) === 0);
  const emptyAfter = (performance.now() - endedAt) / 1_000;
  const rows = await shop.query(
    `SELECT received_at AS at, done_at - received_at AS lag FROM tillbridge_notification WHERE received_at >= ${since} ORDER BY received_at`,
  );
  return { p99, emptyAfter, rows, lags: sorted(rows.map(({ lag }) => Number(lag))) };
}

function inStretches(rows) {
  const first = Number(rows[0].at);
  const stretches = new Map();
  for (const { at, lag } of rows) {
    const stretch = Math.floor((Number(at) - first) / STRETCH_MS);
    if (!stretches.has(stretch)) stretches.set(stretch, []);
    stretches.get(stretch).push(Number(lag));
  }
  return [...stretches.values()].map(sorted);
}

const sorted = (numbers) => [...numbers].sort((a, b) => a - b);

async function until(condition) {
  while (!(await condition())) await new Promise((resolve) => void setTimeout(resolve, 50));
}

/** Orders as the module would have created them, inserted directly into its tables. */
async function addOrders(shop, count) {
  const now = Date.now();
  for (let first = 0; first < count; first += 1_000) {
    const ids = Array.from({ length: Math.min(1_000, count - first) }, (_, index) => `B-${first + index}`);
    await shop.query(
      'INSERT INTO tillbridge_order (group_name, order_id, mode, amount, currency, description, created_at, updated_at) VALUES ?',
      [ids.map((id) => ['web', id, 'sandbox', 1250, 'EUR', 'Two mugs', now, now])],
    );
    await shop.query(
      'INSERT INTO tillbridge_attempt (group_name, service_order_id, order_id, number, amount, currency, create_state, request_fingerprint, created_at, updated_at) VALUES ?',
      [ids.map((id) => ['web', id, id, 1, 1250, 'EUR', 'created', '', now, now])],
    );
  }
}
