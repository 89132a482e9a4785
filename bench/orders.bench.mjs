/**
 * The cost of the module for a shop's calls, 32 at a time: creating an order compared with the bare request, reading on
 * the customer's return compared with the bare read, and requesting a refund.
 *
 *   npm run bench -- orders [ORDERS [ROUNDS]] [--json]
 *
 * MariaDB and PostgreSQL as durable as a shop's; the service answers at once, or after a quarter of a second like a
 * payment service. The kinds take turns; figures are medians over the rounds. Shop on one core, service on the other.
 */
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { startDurableEngine } from '../test/chaos/support/durable-engine.mjs';
import { atLeast, figure, median } from './support/figures.mjs';
import { startProcess } from './support/processes.mjs';

const fileOf = (name) => fileURLToPath(new URL(`orders/${name}.mjs`, import.meta.url));
const ENGINES = ['mariadb', 'postgres'];
/** The time of a real service for a request, with the network; the goal is for this time. */
const REAL_MS = 250;
const KINDS = ['post', 'create', 'get', 'settle', 'refund'];
/** Not counted: the time to compile code and open connections. */
const WARM_UP = 100;

export const title = 'What the module adds to the calls of a shop';

/** @returns {Promise<{ engines: string[], figures: import('./support/figures.mjs').Figure[] }>} */
export async function run([orders = '500', rounds = '5'], progress) {
  const engines = [];
  const figures = [];
  for (const name of ENGINES) {
    const engine = await startDurableEngine(name);
    engines.push(engine.title);
    try {
      figures.push(...(await measure(engine, { count: Number(orders), rounds: Number(rounds), progress })));
    } finally {
      await engine.stop();
    }
  }
  return { engines, figures };
}

async function measure(engine, { count, rounds, progress }) {
  const service = await startProcess(fileOf('service'), { core: 1 });
  const environment = {
    BENCH_KEY: `bench-${randomBytes(12).toString('hex')}`,
    BENCH_DATABASE: JSON.stringify(await engine.createDatabase()),
    BENCH_SERVICE: service.ready.url,
  };
  const shop = await startProcess(fileOf('host'), { core: 0, environment });
  try {
    await playRound(shop, { prefix: 'W', count: WARM_UP });
    const figures = [];
    for (const thinksMs of [0, REAL_MS]) {
      await service.ask({ thinksMs });
      const played = [];
      for (let round = 1; round <= rounds; round += 1) {
        played.push(await playRound(shop, { prefix: `R${thinksMs}-${round}`, count }));
        progress(`${engine.name}: service thinks ${thinksMs} ms, round ${round} of ${rounds}`);
      }
      figures.push(...figuresOf(`${engine.name}, ${thinksMs} ms`, played, thinksMs > 0));
    }
    return figures;
  } finally {
    await shop.stop();
    await service.stop();
  }
}

async function playRound(shop, { prefix, count }) {
  const results = {};
  for (const work of KINDS) results[work] = await shop.ask({ work, prefix, count });
  return results;
}

function figuresOf(before, played, isReal) {
  const of = (kind, what) => median(played.map((round) => round[kind][what]));
  const ratio = (kind, bare) => median(played.map((round) => round[kind].perSecond / round[bare].perSecond));
  const goal = isReal ? atLeast(0.8) : undefined;
  return [
    figure(`${before}: order made / bare request`, ratio('create', 'post'), '', goal),
    figure(`${before}: settled / bare read`, ratio('settle', 'get'), '', goal),
    figure(`${before}: refund asked for / bare request`, ratio('refund', 'post'), '', goal),
    ...KINDS.map((kind) => figure(`${before}: ${kind}`, of(kind, 'perSecond'), '/s')),
    ...KINDS.map((kind) => figure(`${before}: ${kind}, processor`, of(kind, 'cpuMs'), 'ms')),
  ];
}
