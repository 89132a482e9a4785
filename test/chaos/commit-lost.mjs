/** The connection is lost exactly around a COMMIT: no one knows whether it took place, so it is looked at and not repeated. */
import { chanceFrom } from './support/chance.mjs';
import { startCuttingProxy } from '../support/cutting-proxy.mjs';
import { serversToTry, startDurableEngine } from './support/durable-engine.mjs';
import { flagsWith, numbersOf } from './support/flags.mjs';
import { outageReport, survive } from './points-outage.mjs';
import { until } from './points-stage.mjs';

/** How a COMMIT is lost: it never reaches the server, or its answer never comes back; the connection ends at once, or is silent. */
const LOSSES = [
  { moment: 'before', holdMs: 0 },
  { moment: 'after', holdMs: 0 },
  { moment: 'before', holdMs: 1_500 },
  { moment: 'after', holdMs: 1_500 },
];
/** Of so many COMMITs one is lost. */
const ONE_IN = 8;
/** Lost one after the other, before someone looks whether the work goes on. */
const TOGETHER = 25;

/**
 * So many COMMITs lost on one server.
 *
 * @returns {Promise<object>} see {@link survive}
 */
async function loseCommits(engine, { commits, replicas, seed, say }) {
  const database = await engine.createDatabase();
  const proxy = await startCuttingProxy(database.url);
  const chance = chanceFrom(seed);
  let lost = 0;
  const draw = () => {
    if (lost >= commits || chance() * ONE_IN >= 1) return null;
    lost += 1;
    return LOSSES[Math.floor(chance() * LOSSES.length)];
  };
  const outage = async (_stage, cycle) => {
    const wanted = Math.min(commits, (cycle + 1) * TOGETHER);
    proxy.loseCommits(() => (lost < wanted ? draw() : null));
    await until(`${wanted} commits to be lost`, () => lost >= wanted);
    proxy.loseCommits(() => null);
  };
  const cycles = Math.ceil(commits / TOGETHER);
  const shop = { throughUrl: proxy.url };
  try {
    return { ...(await survive(engine, { database, cycles, replicas, outage, shop, say })), cycles: lost };
  } finally {
    await proxy.close();
  }
}

async function loseOn(name, how) {
  const engine = await startDurableEngine(name);
  try {
    return await loseCommits(engine, how);
  } finally {
    await engine.stop();
  }
}

export const trial = {
  title: 'The connection to the database is lost exactly around a COMMIT',
  flags: flagsWith({ commits: 50, replicas: 2 }),
  async run({ values, seed, say }) {
    const results = [];
    const how = { ...numbersOf(values, ['commits', 'replicas']), seed, say };
    for (const name of serversToTry(values.engine)) results.push(await loseOn(name, how));
    const leftOut = [{ title: 'SQLite', reason: 'it has no connection that could be lost' }];
    return outageReport(results, {
      what: 'commits lost',
      command: `SEED=${seed} npm run chaos -- commit-lost`,
      leftOut,
    });
  },
};
