/** The connection is lost exactly around a COMMIT: nobody knows whether it took place, so it is looked at and not repeated. */
import { chanceFrom } from './support/chance.mjs';
import { startCuttingProxy } from '../support/cutting-proxy.mjs';
import { enginesToTry, startDurableEngine } from './support/durable-engine.mjs';
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
/** Lost one after the other, before somebody looks whether the work goes on. */
const TOGETHER = 25;

/**
 * So many COMMITs lost on one server.
 *
 * @returns {Promise<object>} see {@link survive}
 */
export async function loseCommits(name, database, { commits, replicas, seed, say, title = name }) {
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
  const told = (text) => say?.(`${title}: ${text}`);
  try {
    const survived = await survive(database, { cycles, replicas, outage, shop: { throughUrl: proxy.url }, say: told });
    return { name, title, ...survived, cycles: lost };
  } finally {
    await proxy.close();
  }
}

async function loseOn(name, { commits, replicas, seed, say }) {
  const engine = await startDurableEngine(name);
  try {
    return await loseCommits(name, await engine.createDatabase(), {
      commits,
      replicas,
      seed,
      say,
      title: engine.title,
    });
  } finally {
    await engine.stop();
  }
}

export const trial = {
  title: 'The connection to the database is lost exactly around a COMMIT',
  flags: { commits: { type: 'string', default: '50' }, replicas: { type: 'string', default: '2' } },
  async run({ values, seed, say }) {
    const results = [];
    const names = enginesToTry(values.engine).filter((name) => name !== 'sqlite');
    const sizes = { commits: Number(values.commits), replicas: Number(values.replicas), seed, say };
    for (const name of names) results.push(await loseOn(name, sizes));
    const leftOut = [{ title: 'SQLite', reason: 'it has no connection that could be lost' }];
    return outageReport(results, {
      what: 'commits lost',
      command: `SEED=${seed} npm run chaos -- commit-lost`,
      leftOut,
    });
  },
};
