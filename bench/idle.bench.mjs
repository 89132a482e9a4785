/**
 * How many statements a replica sends while there is nothing to do.
 *
 *   npm run bench -- idle [SECONDS] [--json]
 *
 * 1 and 32 processes with 1 and 50 terminal groups on one database, MariaDB and PostgreSQL, the latter with a doorbell as
 * well; there is no order, refund or notification. Everything that passes TypeORM is counted, the statements that open and
 * close transactions included.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startDurableEngine } from '../test/chaos/support/durable-engine.mjs';
import { atMost, figure } from './support/figures.mjs';
import { startProcess } from './support/processes.mjs';

const HOST = fileURLToPath(new URL('idle/host.mjs', import.meta.url));
const ENGINES = ['mariadb', 'postgres'];
const REPLICAS = [1, 32];
const GROUPS = [1, 50];
const PLANS = [false, true].flatMap((hears) =>
  REPLICAS.flatMap((replicas) => GROUPS.map((groups) => ({ replicas, groups, hears }))),
);
/** Three connections a replica. */
const POOL = { mariadb: { connectionLimit: 3 }, postgres: { max: 3 } };
/** What a start does is over by then. */
const SETTLE_MS = 5_000;
const MOST_PER_SECOND = { false: 5, true: 2 };

export const title = 'How many statements a replica sends while there is nothing to do';

/** @returns {Promise<{ engines: string[], figures: import('./support/figures.mjs').Figure[] }>} */
export async function run([seconds = '30'], progress) {
  const engines = [];
  const figures = [];
  for (const name of ENGINES) {
    const engine = await startDurableEngine(name);
    engines.push(engine.title);
    try {
      for (const plan of PLANS.filter(({ hears }) => !hears || name === 'postgres')) {
        const { replicas, groups, hears } = plan;
        const perSecond = await measure(engine, { ...plan, seconds: Number(seconds), progress });
        const title = `${name}${hears ? ' with a doorbell' : ''}: ${count(replicas, 'replica')}, ${count(groups, 'group')}: statements of each`;
        figures.push(figure(title, perSecond, '/s', atMost(MOST_PER_SECOND[hears])));
      }
    } finally {
      await engine.stop();
    }
  }
  return { engines, figures };
}

const count = (number, noun) => `${number} ${noun}${number === 1 ? '' : 's'}`;

async function measure(engine, { replicas, groups, hears, seconds, progress }) {
  const database = await engine.createDatabase();
  const environment = {
    BENCH_KEY: `bench-${randomBytes(12).toString('hex')}-`,
    // So that many fit on a server.
    BENCH_DATABASE: JSON.stringify({ ...database, extra: POOL[engine.name] }),
    BENCH_GROUPS: String(groups),
    BENCH_WAKE: hears ? database.url : '',
  };
  // The first one makes the tables.
  const shops = [await startProcess(HOST, { environment })];
  try {
    while (shops.length < replicas) {
      progress(`${shops.length} of ${replicas} replicas with ${groups} groups`);
      shops.push(await startProcess(HOST, { environment }));
    }
    await pause(SETTLE_MS);
    await Promise.all(shops.map((shop) => shop.ask({})));
    await pause(seconds * 1_000);
    const sent = (await Promise.all(shops.map((shop) => shop.ask({})))).flatMap(({ counts }) => counts);
    tellMost(sent, seconds * replicas, progress);
    return sent.reduce((sum, [, times]) => sum + times, 0) / seconds / replicas;
  } finally {
    await Promise.all(shops.map((shop) => shop.stop()));
  }
}

/** What was sent most often, for whoever looks where they come from. */
function tellMost(sent, perSecond, progress) {
  const sums = new Map();
  for (const [sql, times] of sent) sums.set(sql, (sums.get(sql) ?? 0) + times);
  const most = [...sums].sort(([, one], [, other]) => other - one).slice(0, 12);
  for (const [sql, times] of most) progress(`${(times / perSecond).toFixed(2)}/s ${sql.slice(0, 150)}`);
}
