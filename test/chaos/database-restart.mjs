/** The database server is killed under load and started again on what it had written: crash point D1. */
import { setTimeout as delay } from 'node:timers/promises';
import { enginesToTry, startDurableEngine } from './support/durable-engine.mjs';
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
export async function restartUnderLoad(name, { cycles, replicas, say }) {
  const engine = await startDurableEngine(name);
  try {
    const outage = async (_stage, cycle) => {
      await delay(BETWEEN_MS);
      await engine.kill();
      await delay(AWAY_MS[cycle % AWAY_MS.length]);
      await engine.restart();
    };
    const told = (text) => say?.(`${engine.title}: ${text}`);
    return {
      name,
      title: engine.title,
      ...(await survive(await engine.createDatabase(), { cycles, replicas, outage, say: told })),
    };
  } finally {
    await engine.stop();
  }
}

export const trial = {
  title: 'The database server is killed under load, and comes back on the same data',
  flags: { cycles: { type: 'string', default: '5' }, replicas: { type: 'string', default: '2' } },
  async run({ values, say }) {
    const results = [];
    const names = enginesToTry(values.engine).filter((name) => name !== 'sqlite');
    const sizes = { cycles: Number(values.cycles), replicas: Number(values.replicas), say };
    for (const name of names) results.push(await restartUnderLoad(name, sizes));
    const leftOut = [{ title: 'SQLite', reason: 'it has no server; a killed process is its crash (points)' }];
    return outageReport(results, { what: 'kills', command: 'npm run chaos -- database-restart', leftOut });
  },
};
