/**
 * The cost of one notification, in counts: statements, commits, bytes to the database, parsed JSON, checked signatures,
 * on each engine; and on MariaDB, under load, the growth of its log and the garbage of an acknowledgement.
 *
 *   npm run bench -- budget [--write] [--json]
 *
 * The counts are those of `budget/counts.json`, which a spec also compares; `--write` updates them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { enginesToTry, startDurableEngine } from '../test/chaos/support/durable-engine.mjs';
import { countIn } from './budget/counted-shop.mjs';
import { underLoad } from './budget/under-load.mjs';
import { atMost, figure } from './support/figures.mjs';

const FILE = new URL('budget/counts.json', import.meta.url);
const STAGES = {
  acknowledged: 'to the acknowledgement',
  worked: 'from the inbox to the end of its effects',
  whole: 'all of it, in the process that takes it',
};

export const title = 'What one notification costs, in counts that no other load of the machine touches';

/** @returns {Promise<{ engines: string[], figures: import('./support/figures.mjs').Figure[] }>} */
export async function run(parameters, progress) {
  const found = { engines: [], figures: [] };
  const counts = JSON.parse(readFileSync(FILE, 'utf8'));
  // MySQL gets the same statements as MariaDB.
  for (const name of enginesToTry().filter((each) => each !== 'mysql')) {
    const engine = await startDurableEngine(name);
    try {
      const counted = await countIn(await engine.createDatabase());
      if (parameters.includes('--write')) counts[name] = counted;
      found.engines.push(engine.title);
      found.figures.push(...figuresOf(name, counted, counts[name]));
      progress(engine.title);
    } finally {
      await engine.stop();
    }
  }
  if (parameters.includes('--write')) writeFileSync(FILE, `${JSON.stringify(counts, null, 2)}\n`);
  if (enginesToTry().includes('mariadb')) found.figures.push(...(await underLoad(progress)));
  return found;
}

const figuresOf = (engine, counted, goals) =>
  Object.entries(STAGES).flatMap(([stage, words]) =>
    Object.entries(counted[stage]).map(([what, count]) =>
      figure(`${engine}, ${words}: ${what}`, count, '', atMost(goals[stage][what])),
    ),
  );
