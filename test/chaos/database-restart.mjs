/** The database server is killed under load and started again on what it had written: crash point D1. */
import { setTimeout as delay } from 'node:timers/promises';
import { serversToTry, startDurableEngine } from './support/durable-engine.mjs';
import { flagsWith, numbersOf } from './support/flags.mjs';
import { outageReport, survive } from './points-outage.mjs';

/** How long it stays away, by turns. */
const AWAY_MS = [0, 500, 2_000];
/** How long shoppers buy in between. */
const BETWEEN_MS = 1_000;

/**
 * One engine, killed so many times under load.
 *
 * @returns {Promise<object>} see {@link survive}
 */
async function restartUnderLoad(name, { cycles, replicas, say }) {
  const engine = await startDurableEngine(name);
  try {
    const outage = async (_stage, cycle) => {
      await delay(BETWEEN_MS);
      await engine.kill();
      await delay(AWAY_MS[cycle % AWAY_MS.length]);
      await engine.restart();
    };
    return await survive(engine, { database: await engine.createDatabase(), cycles, replicas, outage, say });
  } finally {
    await engine.stop();
  }
}

export const trial = {
  title: 'The database server is killed under load, and comes back on the same data',
  flags: flagsWith({ cycles: 5, replicas: 2 }),
  async run({ values, say }) {
    const results = [];
    const sizes = numbersOf(values, ['cycles', 'replicas']);
    for (const name of serversToTry(values.engine)) results.push(await restartUnderLoad(name, { ...sizes, say }));
    const leftOut = [{ title: 'SQLite', reason: 'it has no server; a killed process is its crash (points)' }];
    return outageReport(results, { what: 'kills', command: 'npm run chaos -- database-restart', leftOut });
  },
};
