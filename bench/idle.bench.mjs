/**
 * The number of statements of an idle replica.
 *
 *   npm run bench -- idle [SECONDS] [--json]
 *
 * 1 and 32 processes with 1 and 50 terminal groups on one database, MariaDB and PostgreSQL, the latter also with a
 * doorbell; there is no order, refund or notification. Every statement through TypeORM is counted, including those that
 * open and close transactions.
 */
import { startDurableEngine } from '../test/chaos/support/durable-engine.mjs';
import { idleStatements } from './idle/statements.mjs';
import { atMost, figure } from './support/figures.mjs';

const ENGINES = ['mariadb', 'postgres'];
const REPLICAS = [1, 32];
const GROUPS = [1, 50];
const PLANS = [false, true].flatMap((hears) =>
  REPLICAS.flatMap((replicas) => GROUPS.map((groups) => ({ replicas, groups, hears }))),
);
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
        const perSecond = await idleStatements(engine, { ...plan, seconds: Number(seconds), progress });
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
